// SPDX-License-Identifier: MIT
/// Pairings and openings: pure functions of the configuration and of the finished games.
#pragma once

#include "engine/base/error.h"
#include "engine/game/game.h"
#include "tools/match/game_result.h"
#include "tools/match/match_config.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::match {

/// 1 unless has_rounds().
int rounds(const MatchConfig& config);

/// Games of this shard in all rounds; 0 if check() fails.
int planned_games(const MatchConfig& config);

/// The numbers that games of this shard may have, ascending.
std::vector<int> possible_ids(const MatchConfig& config);

/// The latest round that has begun. All earlier ones are finished.
int first_open_round(std::span<const GameResult> games);

/// The engines that earlier rounds, all finished, have left in a knockout before `round`, from 0 to
/// rounds().
std::vector<int> left_in_knockout(const MatchConfig& config, int round,
                                  std::span<const GameResult> games);

/// Changes of an event without rounds, at most.
inline constexpr int kMaxChanges = 99;

/// The value of EngineSpec::joined or `withdrawn` for a change now.
int next_change(const MatchConfig& config, std::span<const GameResult> games);

/// The games of a round in starting order, finished ones included. Each two engines in turn play
/// both games of an opening, so that an interrupted tournament is balanced. `games` has all
/// previous rounds and what is finished of this one. Returns only the shard's pairs.
std::vector<Fixture> schedule(const MatchConfig& config, int round,
                              std::span<const GameResult> games);

/// As schedule(), without finished games.
std::vector<Fixture> missing_games(const MatchConfig& config, int round,
                                   std::span<const GameResult> games);

/// Parses one opening per line: a transcript, a board with side and optional moves (parse_game), or
/// a FEN, of which it takes the first `plies` moves (0: all). Skips blank lines and lines that
/// start with # or %. Fails on an empty list, and, naming the line, on a malformed or finished
/// opening or another board size.
Result<std::vector<GameRecord>> parse_openings(std::string_view text, int size, int plies = 0);

/// The openings of a file in any format that `sumi convert` reads, as text for parse_openings().
/// Fails, naming file and entry, if one cannot be read.
Result<std::string> read_openings(const std::string& path, int size);

/// Starts after a few moves that give neither side an advantage, one of all symmetric positions, in
/// an order that never changes: XOT starts on 8x8, draws with best play on 6x6 and 4x4.
/// Thread-safe.
std::vector<GameRecord> balanced_starts(int size);

/// Random moves, determined by seed and number; never a finished game.
GameRecord random_opening(std::uint64_t seed, std::uint64_t number, int plies, int size);

/// An endless sequence of openings. A list repeats, in a new order each lap if shuffled; random
/// openings do not repeat.
class Openings {
 public:
  /// The configured openings; `file` is the text of a file of openings. Fails as parse_openings().
  static Result<Openings> of(const MatchConfig& config, std::string_view file);

  /// Number 0 is the element `first`, in the list's or the shuffled order. Requires: not empty.
  Openings(std::vector<GameRecord> list, bool shuffle, std::uint64_t seed, std::uint64_t first = 0);
  Openings(int random_plies, std::uint64_t seed, int size, std::uint64_t first = 0);

  GameRecord operator[](std::uint64_t number) const;

 private:
  std::vector<GameRecord> list_;  ///< Empty: random openings.
  bool shuffle_ = false;
  std::uint64_t seed_, first_;
  int random_plies_ = 0;
  int size_ = 8;
};

}  // namespace sumi::match
