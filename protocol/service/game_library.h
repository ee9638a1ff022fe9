// SPDX-License-Identifier: MIT
/// Databases of games: shared by sessions, and as seen from a position.
#pragma once

#include "book/games/game_import.h"
#include "book/games/game_search.h"
#include "book/games/game_store.h"
#include "engine/base/error.h"
#include "engine/game/game.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {

/// A database of games shared by a server's sessions; reopened after a change. Thread-safe: queries
/// run one at a time, but in parallel with imports. Throws FatalError as GameStore and GameImporter
/// do.
class GameLibrary {
 public:
  /// `path` may be missing; it is empty if the user has no home folder.
  explicit GameLibrary(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }

  /// Calls `look` with the current database, or null if the file is missing.
  void look(const std::function<void(const book::GameStore*)>& look);

  struct Imported {
    book::ImportReport report;
    std::uint64_t all = 0;  ///< Games in the database.
  };
  /// Adds the games of the files; creates a missing database.
  Imported import(const std::vector<std::string>& files, const book::ImportSetup& setup);

 private:
  /// Sizes and times of the file and of SQLite's log; every commit changes one of them. An empty
  /// log, which opening creates, counts as missing.
  using Stamp = std::array<std::pair<std::uintmax_t, std::filesystem::file_time_type>, 2>;
  Stamp stamp() const;
  void check_place() const;

  const std::string path_;
  std::mutex mutex_;
  std::unique_ptr<book::GameStore> store_;
  Stamp stamp_{};  ///< Of the file at opening.
};

struct GamesView {
  GameRecord game;    ///< Up to the position.
  Position position;  ///< After a forced pass.
  book::PositionGames found;
  std::vector<std::uint32_t> latest, best_known;
};

/// The games of `store` at `position`, where `game` ends; at most `most` in each list. Fails with
/// kOutOfRange unless the board is 8x8. Throws FatalError as GameStore does.
Result<GamesView> view_games(const book::GameStore& store, GameRecord game,
                             const Position& position, const book::GameFilter& filter,
                             std::size_t most);

/// The opening that a move enters; null if the name does not change.
const book::OpeningName* opening_after(const GamesView& view, Square move);

/// Fails with kNotFound if no game has the filter's player or tournament.
Result<void> check_names(const book::GameStore& store, const book::GameFilter& filter);

}  // namespace sumi::protocol
