// SPDX-License-Identifier: MIT
/// Who plays whom, and where the games begin. Pure functions of the configuration (and, for Swiss,
/// of the earlier rounds).
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

/// How many rounds are played one after the other; 1 for all formats but Swiss.
int rounds(const MatchConfig& config);

/// How many games this shard has in all rounds; 0 if check() rejects the tournament.
int planned_games(const MatchConfig& config);

/// The games of a round in the order to start them: the meetings take turns, so that a tournament
/// cut short is balanced. Both games of a pair follow one another. Each meeting of two engines goes
/// through the same openings. `earlier` are the results of all rounds before (Swiss). A shard gets
/// only its own pairs.
std::vector<Fixture> schedule(const MatchConfig& config, int round,
                              std::span<const GameResult> earlier);

/// Reads openings, one a line: a transcript, a board with a side and perhaps moves (parse_game),
/// or a FEN. Blank lines and those that begin with # or % are skipped. Fails, naming the line, on
/// one that cannot be read, is finished, or has another board size; and if there is none.
Result<std::vector<GameRecord>> parse_openings(std::string_view text, int size);

/// An opening of random moves: the same for the same seed and number, never a finished game.
GameRecord random_opening(std::uint64_t seed, std::uint64_t number, int plies, int size);

/// Openings by number, for any number. Those of a file are used again and again, and if they are
/// shuffled, in another order each time through; random openings never end.
class Openings {
 public:
  Openings(std::vector<GameRecord> from_file, bool shuffle, std::uint64_t seed);  ///< Not empty.
  Openings(int random_plies, std::uint64_t seed, int size);

  GameRecord operator[](std::uint64_t number) const;

 private:
  std::vector<GameRecord> from_file_;  ///< Empty: openings are random.
  bool shuffle_ = false;
  std::uint64_t seed_;
  int random_plies_ = 0;
  int size_ = 8;
};

}  // namespace sumi::match
