// SPDX-License-Identifier: MIT
/// What a tournament will play, for `sumi-match run --dry-run`.
#pragma once

#include "tools/match/game_result.h"
#include "tools/match/match_config.h"
#include "tools/match/schedule.h"

#include <span>
#include <string>

namespace sumi::match {

/// Games, openings, limits and the time with `concurrency` games at a time, then a line for each
/// game that is not in `played`. Of a Swiss tournament only the games of the current round are
/// known. Requires: check() accepts `config`.
std::string plan_text(const MatchConfig& config, const Openings& openings,
                      std::span<const GameResult> played, int concurrency);

/// A table of games with their openings.
std::string pairings_text(const MatchConfig& config, const Openings& openings,
                          std::span<const Fixture> games);

}  // namespace sumi::match
