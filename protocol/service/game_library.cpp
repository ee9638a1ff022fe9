// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "protocol/service/data_file.h"
#include "protocol/service/game_library.h"

#include <filesystem>
#include <system_error>
#include <utility>

namespace sumi::protocol {

namespace fs = std::filesystem;

/// Sizes and times of the file and of SQLite's log; every commit changes one of them. An empty log,
/// which opening creates, counts as missing.
GameLibrary::Stamp GameLibrary::stamp() const {
  Stamp stamp{};
  std::size_t at = 0;
  for (const std::string& file : {path_, path_ + "-wal"}) {
    std::error_code missing;
    const auto bytes = fs::file_size(file, missing);
    const auto time = fs::last_write_time(file, missing);
    if (!missing && bytes > 0) {
      stamp[at] = static_cast<std::int64_t>(bytes);
      stamp[at + 1] = static_cast<std::int64_t>(time.time_since_epoch().count());
    }
    at += 2;
  }
  return stamp;
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
    auto store = book::GameStore::open(path_);
    if (!store) throw FatalError(store.error().message);
    store_ = std::move(*store);
    stamp_ = now;
  }
  look(store_.get());
}

GameLibrary::Imported GameLibrary::import(const std::vector<std::string>& files,
                                          const book::ImportSetup& setup) {
  check_place();
  make_data_folder(path_, kGamesFile);
  const auto games = book::GameImporter::open(path_, book::SimilarGames::kMerge);
  if (!games) throw FatalError(games.error().message);
  Imported imported;
  for (const std::string& file : files) {
    if (setup.stop && setup.stop()) break;
    book::import_file(**games, file, setup, imported.report);
  }
  (*games)->commit();
  imported.all = (*games)->games();
  // The connection that closes last writes SQLite's log into the file, so close the store's first.
  const std::lock_guard lock(mutex_);
  store_.reset();
  return imported;
}

}  // namespace sumi::protocol
