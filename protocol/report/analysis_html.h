// SPDX-License-Identifier: MIT
/// Analysed games as one self-contained HTML page, which also works without its script.
#pragma once

#include "protocol/report/language.h"
#include "protocol/service/game_analysis.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// The page of one game.
std::string to_html(const GameAnalysis& analysis, Language language);

/// The page of several games. Those after kMaxHtmlGames appear only in the totals and the index. A
/// single game gets the page above.
std::string to_html(std::span<const GameAnalysis> analyses, Language language);
inline constexpr std::size_t kMaxHtmlGames = 200;

// Parts of pages, from analysis_game_html.cpp.

/// "Tamenori – Murakami".
std::string game_title(const GameRecord& game, Language language);

/// "Rose · ローズ", the user's language first; empty for an unnamed opening.
std::string opening_name(const GameRecord& game, Language language);

/// The section of one game. `id`: unique in the page; a letter and digits. `level`: of its heading,
/// 1 or 2.
std::string game_html(const GameAnalysis& analysis, Language language, std::string_view id,
                      int level);

/// A diagram of the position before the move, with the best and the played move and their lines.
/// Links to the move in the game with `id` unless empty. `source`: HTML that names the game; may be
/// empty.
std::string mistake_card(const AnalyzedMove& move, Language language, std::string_view id,
                         std::string_view source);

}  // namespace sumi::protocol
