// SPDX-License-Identifier: MIT
/// The part of S4 that the paper called future work, and what both parts need.
#pragma once

#include "tools/lab/papers/experiment/experiment.h"
#include "tools/lab/papers/learn/measure.h"

#include <cstdint>

namespace sumi::lab {

/// A setup with `games` games for each colour; each part of the experiment draws its own lots.
GamesSetup s4_games(const ExperimentSetup& setup, int games, std::uint64_t part);

/// Adds tables, pictures and findings: look-ahead 1, 3 and 5 against a random player, and which
/// weights win against 2:5:1 at 3 and 5. Throws ExperimentStopped.
void add_s4_look_ahead(const ExperimentSetup& setup, ExperimentReport& report);

}  // namespace sumi::lab
