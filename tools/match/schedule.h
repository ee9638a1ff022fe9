// SPDX-License-Identifier: MIT
/// Who plays whom. A pure function of the configuration (and, for Swiss, of the earlier rounds).
#pragma once

#include "tools/match/game_result.h"
#include "tools/match/match_config.h"

#include <span>
#include <vector>

namespace sumi::match {

/// Rounds that are played one after the other: those of Swiss; else 1.
int rounds(const MatchConfig& config);

/// Games of all rounds, of this shard; 0 of a tournament that cannot be (check()).
int planned_games(const MatchConfig& config);

/// The games of a round in the order to start them: the meetings take turns, so that a tournament
/// cut short is balanced. Both games of a pair follow one another. Openings: each meeting of two
/// engines goes through the same ones. `earlier` are the results of all rounds before (Swiss).
/// Of a shard: its pairs only.
std::vector<Fixture> schedule(const MatchConfig& config, int round,
                              std::span<const GameResult> earlier);

}  // namespace sumi::match
