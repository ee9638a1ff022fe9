// SPDX-License-Identifier: MIT
/// Script, style and data of the page of a tournament. Its modules are in page/; those of the
/// board are in protocol/http/page/.
#pragma once

#include "tools/match/game_result.h"
#include "tools/match/match_config.h"
#include "tools/match/referee.h"

#include <functional>
#include <string>
#include <string_view>

namespace sumi::match {

/// Returns the source of a module by its file name.
using ReadModule = std::function<std::string_view(std::string_view name)>;

/// The module `main` and all that it imports as one script without imports. Modules may import
/// names only (`import { a, b } from
/// "./c.js"`), not in a circle, and export declarations.
std::string bundle(std::string_view main, const ReadModule& read);

const std::string& event_script();
const std::string& event_style();

/// The type Played of event.js. Free of '<'.
std::string event_json(const GameResult& game);
std::string event_json(const LiveGame& game);

/// ["name", ...]. Free of '<'.
std::string engines_json(const MatchConfig& config);

}  // namespace sumi::match
