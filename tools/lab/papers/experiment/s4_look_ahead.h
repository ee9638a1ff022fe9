// SPDX-License-Identifier: MIT
/// BP/FS/CN weights in the engine's search, which the S4 paper left as future work.
#pragma once

#include "tools/lab/papers/experiment/experiment.h"
#include "tools/lab/papers/learn/measure.h"

#include <cstdint>
#include <string>

namespace sumi::lab {

/// Look-ahead of 1, 3 and 5 plies against random moves, and the best weights against 2:5:1 at 3 and
/// 5 plies. Throws ExperimentStopped.
void add_s4_look_ahead(const ExperimentSetup& setup, ExperimentReport& report);

struct LookAhead {
  std::string weights;  ///< "2:5:1"
  int depth = 1;        ///< In plies, full width.
};

Measured look_ahead_against_random(const LookAhead& player, const GamesSetup& setup,
                                   const std::function<bool()>& interrupted);

struct LookAheadMatch {
  Tally tally;                 ///< Of `one`. Empties go to the winner.
  std::vector<double> points;  ///< Per game, 0..1, of each pair.
};

/// Plays each of setup.openings with both colours against the weights `other`; both sides search
/// `one.depth` plies. Ignores setup.games.
LookAheadMatch look_ahead_match(const LookAhead& one, const std::string& other,
                                const GamesSetup& setup, const std::function<bool()>& interrupted);

}  // namespace sumi::lab
