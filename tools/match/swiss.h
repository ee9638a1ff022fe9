// SPDX-License-Identifier: MIT
/// Pairs the rounds of a Swiss tournament (rules: README.md).
#pragma once

#include "tools/match/game_result.h"
#include "tools/match/match_config.h"

#include <span>
#include <utility>
#include <vector>

namespace sumi::match {

/// `first` has Black in the first game.
struct Encounter {
  int first = 0, second = 0;
  int before = 0;  ///< Earlier meetings.
};

/// Engines that are paired in a round, by index.
std::vector<int> paired_in(const MatchConfig& config, int round);

/// The meetings of a round, best first, by the results of earlier rounds. Keeps those of `begun`.
std::vector<Encounter> swiss_round(const MatchConfig& config, int round,
                                   std::span<const GameResult> games,
                                   std::span<const std::pair<int, int>> begun = {});

/// Number of byes of each engine in the rounds before `round`, all of which are finished.
std::vector<int> swiss_byes(const MatchConfig& config, int round,
                            std::span<const GameResult> games);

}  // namespace sumi::match
