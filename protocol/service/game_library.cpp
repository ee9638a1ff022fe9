// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "protocol/service/data_file.h"
#include "protocol/service/game_library.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace sumi::protocol {
namespace {

namespace fs = std::filesystem;

Result<void> check_name(const book::NameIndex& index, const std::string& name,
                        std::string_view what) {
  if (name.empty() || !index.find(name).empty()) return {};
  return Error{ErrorCode::kNotFound, fmt::format("no {} '{}' in the database", what, clean(name))};
}

}  // namespace

GameLibrary::Stamp GameLibrary::stamp() const {
  const auto stamp_of = [](const std::string& file) -> Stamp::value_type {
    std::error_code missing;
    const auto bytes = fs::file_size(file, missing);
    const auto time = fs::last_write_time(file, missing);
    if (missing || bytes == 0) return {};
    return {bytes, time};
  };
  return {stamp_of(path_), stamp_of(path_ + "-wal")};
}

void GameLibrary::check_place() const {
  if (path_.empty()) {
    throw FatalError("no home folder for the database: name a file with --games");
  }
}

void GameLibrary::look(const std::function<void(const book::GameStore*)>& look) {
  check_place();
  const std::lock_guard lock(mutex_);
  const Stamp now = stamp();
  if (!store_ || stamp_ != now) {
    store_.reset();
    std::error_code unknown;
    if (!fs::exists(path_, unknown)) return look(nullptr);
    store_ = book::GameStore::open(path_).value();
    stamp_ = now;
  }
  look(store_.get());
}

GameLibrary::Imported GameLibrary::import(const std::vector<std::string>& files,
                                          const book::ImportSetup& setup) {
  check_place();
  make_data_folder(path_, kGamesFile);
  const auto games = book::GameImporter::open(path_, book::SimilarGames::kMerge).value();
  Imported imported;
  for (const std::string& file : files) {
    if (setup.stop && setup.stop()) break;
    book::import_file(*games, file, setup, imported.report);
  }
  games->commit();
  imported.all = games->games();
  // The connection that closes last writes SQLite's log into the file, so close the store's first.
  const std::lock_guard lock(mutex_);
  store_.reset();
  return imported;
}

Result<GamesView> view_games(const book::GameStore& store, GameRecord game,
                             const Position& position, const book::GameFilter& filter,
                             std::size_t most) {
  if (position.size != 8)
    return Error{ErrorCode::kOutOfRange, "databases are for games on boards of 8x8"};
  GamesView view{std::move(game), position, {}, {}, {}};
  if (rules::must_pass(position.board)) {
    view.game.moves.push_back(Square::kPass);
    view.position = position.passed();
  }
  view.found = book::games_at(store, view.position.board, filter);
  view.latest = book::latest_games(store, view.found.games, most);
  view.best_known = book::best_known_games(store, view.found.games, most);
  return view;
}

const book::OpeningName* opening_after(const GamesView& view, Square move) {
  GameRecord next = view.game;
  next.moves.push_back(move);
  const book::OpeningName* const name = book::find_opening(next);
  return name == book::find_opening(view.game) ? nullptr : name;
}

Result<void> check_names(const book::GameStore& store, const book::GameFilter& filter) {
  for (const std::string* const name :
       {&filter.player, &filter.opponent, &filter.black, &filter.white}) {
    if (const auto known = check_name(store.player_index(), *name, "player"); !known) return known;
  }
  return check_name(store.event_index(), filter.event, "tournament");
}

}  // namespace sumi::protocol
