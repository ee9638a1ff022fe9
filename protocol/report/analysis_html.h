// SPDX-License-Identifier: MIT
/// Analysed games as one self-contained HTML page. Its script adds clicks and arrow keys; without
/// it, the page still works. Supports phones, dark mode and A4 paper.
#pragma once

#include "protocol/report/language.h"
#include "protocol/service/game_analysis.h"

#include <span>
#include <string>

namespace sumi::protocol {

/// One game: players, accuracy by side and stage, evaluation graph (for Black), a board to step
/// through, diagrams of the worst moves, all moves.
std::string to_html(const GameAnalysis& analysis, Language language);

/// Players, the most instructive mistakes, an index and a section per game. Games after
/// kMaxHtmlGames appear only in the totals and the index. A single game gets the page above.
std::string to_html(std::span<const GameAnalysis> analyses, Language language);
inline constexpr std::size_t kMaxHtmlGames = 200;

}  // namespace sumi::protocol
