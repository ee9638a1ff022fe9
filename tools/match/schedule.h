// SPDX-License-Identifier: MIT
/// Pairings and openings: pure functions of the configuration and, for Swiss, of earlier rounds.
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

/// 1 except for Swiss.
int rounds(const MatchConfig& config);

/// Games of this shard in all rounds; 0 if check() fails.
int planned_games(const MatchConfig& config);

/// The games of a round in starting order. Each two engines in turn play both games of an opening,
/// so that an interrupted tournament is balanced. All pairings use the same openings. `earlier` has
/// all previous rounds (Swiss). Returns only the shard's pairs.
std::vector<Fixture> schedule(const MatchConfig& config, int round,
                              std::span<const GameResult> earlier);

/// Parses one opening per line: a transcript, a board with side and optional moves (parse_game), or
/// a FEN. Skips blank lines and lines that start with # or %. Fails on an empty list, and on a
/// malformed or finished opening or another board size; the error then names the line.
Result<std::vector<GameRecord>> parse_openings(std::string_view text, int size);

/// Random moves, determined by seed and number; never a finished game.
GameRecord random_opening(std::uint64_t seed, std::uint64_t number, int plies, int size);

/// An endless sequence of openings. A file's openings repeat, in a new order each lap if shuffled;
/// random openings do not repeat.
class Openings {
 public:
  Openings(std::vector<GameRecord> from_file, bool shuffle, std::uint64_t seed);  ///< Not empty.
  Openings(int random_plies, std::uint64_t seed, int size);

  GameRecord operator[](std::uint64_t number) const;

 private:
  std::vector<GameRecord> from_file_;  ///< Empty: random openings.
  bool shuffle_ = false;
  std::uint64_t seed_;
  int random_plies_ = 0;
  int size_ = 8;
};

}  // namespace sumi::match
