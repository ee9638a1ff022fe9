// SPDX-License-Identifier: MIT
/// Analysed games as one self-contained HTML page, which also works without its script.
#pragma once

#include "protocol/report/language.h"
#include "protocol/service/game_analysis.h"
#include "protocol/text/json_lines.h"

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

/// For pages of many games: a collapsed line that stores game_html() as text. The script builds it
/// when the user opens it. The element's id is `id` plus "-open".
std::string stored_game_html(const GameAnalysis& analysis, Language language, std::string_view id,
                             std::size_t number);

/// A diagram of the position before the move, with the best and the played move and their lines.
/// Links to the move in the game with `id` unless empty. `source`: HTML that names the game; may be
/// empty. Unless `drawn`, the script draws the board.
std::string mistake_card(const AnalyzedMove& move, Language language, std::string_view id,
                         std::string_view source, bool drawn = true);

std::string script_data(std::string_view id, const Json& data);

}  // namespace sumi::protocol
