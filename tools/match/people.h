// SPDX-License-Identifier: MIT
/// People play outside, on any board; `sumi-match enter` stores what they report.
#pragma once

#include "engine/base/error.h"
#include "tools/match/game_result.h"
#include "tools/match/match_config.h"
#include "tools/match/schedule.h"

#include <span>
#include <string_view>
#include <vector>

namespace sumi::match {

/// GameResult::detail of entered results.
inline constexpr std::string_view kEnteredByHand = "entered by hand";

/// Whether a person plays in the game.
bool needs_people(const MatchConfig& config, const Fixture& fixture);

/// The games of the open round that wait for a result from people.
std::vector<Fixture> games_of_people(const MatchConfig& config, std::span<const GameResult> games);

/// Parses what people report of a game: final discs of Black and White ("38-26"), the result of
/// result_text() ("B+12", "0", "W+resign"), or all moves. Empty squares go to the winner.
Result<GameResult> entered_result(const Fixture& fixture, const GameRecord& opening,
                                  std::string_view text);

}  // namespace sumi::match
