// SPDX-License-Identifier: MIT
/// The results of a tournament in one SQLite file: configuration and games. Each game is added in
/// one transaction under its number as the key: after a kill a game is there whole or not at all,
/// and never twice. README.md says why SQLite.
/// Games as rows of a ResultStore's table: README.md has the columns. Private to it and to tests.
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
  std::vector<int> damaged;       ///< Numbers of games that are, or may be, lost by damage.
};

/// One thread at a time. A file may be read while another process adds to it; only one adds.
class ResultStore {
 public:
  /// Makes a new file; fails if there is one already. `openings` is the text of the file that the
  /// configuration names; it is stored, so that the tournament can go on without that file.
  static Result<ResultStore> create(const std::string& path, const MatchConfig& config,
                                    const std::string& openings = {});

  enum class Access { kRead, kAdd };
  /// Fails if the file is not a ResultStore, or, with kAdd, if another process adds to it.
  static Result<ResultStore> open(const std::string& path, Access access);

  ResultStore(ResultStore&&) noexcept;
  ResultStore& operator=(ResultStore&&) noexcept;
  ~ResultStore();

  const MatchConfig& config() const;
  const std::string& openings() const;

  /// All games so far, sorted by number. Fails if one is damaged, because tables of the others
  /// would mislead.
  Result<std::vector<GameResult>> games() const;

  /// All games so far that can be read, and the numbers of those that cannot.
  Result<ReadableGames> readable_games() const;

  /// The faults of the file, in words; empty if there are none.
  std::vector<std::string> check_file() const;

  /// Adds a game; one that is there already stays as it is.
  Result<void> add(const GameResult& game);

 private:
  struct Impl;
  explicit ResultStore(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Puts the shards of one tournament together in a new file `to`. Fails if they are not of one
/// tournament (anything but the shard differs) or if two hold different games of one number. Games
/// that can be read in none of the files are left out; returns how many.
Result<int> merge(const std::vector<std::string>& from, const std::string& to);

inline constexpr int kGameColumns = 18;

/// Binds the columns in their order. Fails, with the game's number, if its moves cannot be read
/// back.
Result<void> bind_game(Statement& insert, const GameResult& game);

/// Reads the columns of the row in their order. Fails, naming the column, if bind_game() cannot
/// have written it; `game` then has what was read before. Requires: `game` is new; `engines` > 1.
Result<void> read_game(Statement& row, int engines, GameResult& game);

}  // namespace sumi::match
