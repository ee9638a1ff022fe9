// SPDX-License-Identifier: MIT
/// Analysed games as one HTML page that needs nothing else: no network, pictures and script inline.
/// It is whole without the script; with it, the board follows clicks and arrow keys. At home on a
/// phone, in the dark and on paper (A4).
#pragma once

#include "protocol/report/language.h"
#include "protocol/service/game_analysis.h"

#include <span>
#include <string>

namespace sumi::protocol {

/// Who played and where, accuracy by side and stage, evaluation graph (Black's view), a board to
/// step through, the worst moves as diagrams, all moves.
std::string to_html(const GameAnalysis& analysis, Language language);

/// Players, the most instructive mistakes, an index and a section for each game, as above. Games
/// after kMostHtmlGames are in the totals and the index only. One game: its own page.
std::string to_html(std::span<const GameAnalysis> analyses, Language language);
inline constexpr std::size_t kMostHtmlGames = 200;

}  // namespace sumi::protocol
