// SPDX-License-Identifier: MIT
/// Who plays whom. A pure function of the configuration (and, for Swiss, of the earlier rounds).
#pragma once

#include "tools/match/game_result.h"
#include "tools/match/match_config.h"

#include <span>
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

}  // namespace sumi::match
