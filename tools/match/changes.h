// SPDX-License-Identifier: MIT
/// Changes of an event that has begun. No change alters a finished game.
#pragma once

#include "engine/base/error.h"
#include "tools/match/game_result.h"
#include "tools/match/match_config.h"

#include <span>
#include <string>

namespace sumi::match {

/// The event `stored` with the settings of `given`. Engines of `given` with new names enter late;
/// `withdrawn` leave. Fails, naming the setting and both values, if finished games were played
/// under other conditions or would not be part of the event.
Result<MatchConfig> changed_event(const MatchConfig& stored, const MatchConfig& given,
                                  std::span<const std::string> withdrawn,
                                  std::span<const GameResult> games);

/// "games 100, now 400; bob enters in round 3"; empty if nothing changed.
std::string changes_text(const MatchConfig& before, const MatchConfig& after);

}  // namespace sumi::match
