// SPDX-License-Identifier: MIT
/// Script, style and data of the page of a tournament. Its modules are in page/; those of the
/// board are in protocol/page/.
#pragma once

#include "tools/match/game_result.h"
#include "tools/match/match_config.h"
#include "tools/match/referee.h"

#include <string>

namespace sumi::match {

const std::string& event_script();
const std::string& event_style();

/// The type Played of event.js. Free of '<'.
std::string event_json(const GameResult& game);
std::string event_json(const LiveGame& game);

/// ["name", ...]. Free of '<'.
std::string engines_json(const MatchConfig& config);

}  // namespace sumi::match
