// SPDX-License-Identifier: MIT
/// Analysed games as one self-contained HTML page, which also works without its script.
#pragma once

#include "protocol/report/language.h"
#include "protocol/service/game_analysis.h"

#include <span>
#include <string>

namespace sumi::protocol {

/// The page of one game.
std::string to_html(const GameAnalysis& analysis, Language language);

/// The page of several games. Those after kMaxHtmlGames appear only in the totals and the index. A
/// single game gets the page above.
std::string to_html(std::span<const GameAnalysis> analyses, Language language);
inline constexpr std::size_t kMaxHtmlGames = 200;

}  // namespace sumi::protocol
