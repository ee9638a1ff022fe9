// SPDX-License-Identifier: MIT
/// Weights of BP/FS/CN in the engine's search, as deep as one likes: what the paper left to do.
#pragma once

#include "tools/lab/papers/learn/measure.h"

#include <string>

namespace sumi::lab {

struct LookAhead {
  std::string weights;  ///< The option of the evaluator `bpfscn`: "2:5:1".
  int depth = 1;        ///< Depth in plies; all moves are searched.
};

/// Plays `player` against one that moves at random, from setup.openings.
Measured look_ahead_against_random(const LookAhead& player, const GamesSetup& setup,
                                   const std::function<bool()>& interrupted);

struct LookAheadMatch {
  Tally tally;                 ///< The first player's. Empty squares count for the winner.
  std::vector<double> points;  ///< Points a game of each pair of games, 0..1.
};

/// Plays each of setup.openings with either colour, both sides `one.depth` plies deep, against the
/// weights `other`. setup.games does not matter. Ends early, with fewer games, soon after
/// `interrupted` returned true.
LookAheadMatch look_ahead_match(const LookAhead& one, const std::string& other,
                                const GamesSetup& setup, const std::function<bool()>& interrupted);

}  // namespace sumi::lab
