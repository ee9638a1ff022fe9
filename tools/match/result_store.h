// SPDX-License-Identifier: MIT
/// A tournament's configuration and games in one SQLite file (rationale: README.md). Each game is
/// one transaction with the game's number as key, so a kill cannot leave it incomplete or
/// duplicated.
#pragma once

#include "engine/base/error.h"
#include "engine/base/sqlite.h"
#include "tools/match/game_result.h"
#include "tools/match/match_config.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace sumi::match {

struct ReadableGames {
  std::vector<GameResult> games;  ///< Sorted by number.
  std::vector<int> damaged;       ///< Numbers of games that may be lost.
};

/// Not thread-safe. One process may write while others read.
class ResultStore {
 public:
  /// Fails if the file exists. Stores `openings`, the text of the configured openings file, so that
  /// resuming does not need that file.
  static Result<ResultStore> create(const std::string& path, const MatchConfig& config,
                                    const std::string& openings = {});

  enum class Access { kRead, kAdd };
  /// Fails if the file is not a ResultStore or, with kAdd, if another process is writing to it.
  static Result<ResultStore> open(const std::string& path, Access access);

  ResultStore(ResultStore&&) noexcept;
  ResultStore& operator=(ResultStore&&) noexcept;
  ~ResultStore();

  const MatchConfig& config() const;
  const std::string& openings() const;

  /// All games so far, sorted by number. Fails if any is damaged: tables of the rest would mislead.
  Result<std::vector<GameResult>> games() const;

  /// All readable games so far, and the numbers of the others.
  Result<ReadableGames> readable_games() const;

  /// Descriptions of damage; empty if intact.
  std::vector<std::string> check_file() const;

  /// Replaces the configuration. Requires: the games still fit it (changed_event()).
  Result<void> change(const MatchConfig& config);

  /// Does nothing if the game is already stored.
  Result<void> add(const GameResult& game);

  /// Requires: neither the stored game nor the new one has engine_info.
  Result<void> replace(const GameResult& game);

 private:
  struct Impl;
  explicit ResultStore(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Merges the shards of one tournament into a new file `to`. Fails if their configurations differ
/// in more than the shard, or if two have different games with the same number. Returns the number
/// of games that could not be read from any file.
Result<int> merge(const std::vector<std::string>& from, const std::string& to);

inline constexpr int kGameColumns = 18;

/// Binds the columns in order. Fails, naming the game, if its moves could not be read back.
Result<void> bind_game(Statement& insert, const GameResult& game);

/// Reads the columns in order. Fails, naming the column, on a value that bind_game() cannot have
/// written; `game` is then partly filled. Requires: `game` is new; `engines` > 1.
Result<void> read_game(Statement& row, int engines, GameResult& game);

}  // namespace sumi::match
