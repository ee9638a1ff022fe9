// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "protocol/service/games_view.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace sumi::protocol {
namespace {

Result<void> check_name(const book::NameIndex& index, const std::string& name,
                        std::string_view what) {
  if (name.empty() || !index.find(name).empty()) return {};
  return Error{ErrorCode::kNotFound, fmt::format("no {} '{}' in the database", what, clean(name))};
}

}  // namespace

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
