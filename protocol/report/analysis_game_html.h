// SPDX-License-Identifier: MIT
/// The parts of a page of analysed games that show one game or one move. All of it is HTML.
#pragma once

#include "protocol/report/language.h"
#include "protocol/service/game_analysis.h"
#include "protocol/text/json_lines.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// "Tamenori – Murakami".
std::string game_title(const GameRecord& game, Language language);

/// "Rose · ローズ", in the reader's language first; empty if it has no name.
std::string opening_name(const GameRecord& game, Language language);

/// A section with everything about a game. `id`: unique in the page, a letter and digits. `level`:
/// of its heading, 1 or 2.
std::string game_html(const GameAnalysis& analysis, Language language, std::string_view id,
                      int level);

/// Like game_html(), for a page of many games: a line that is opened, with the section stored as
/// text beside its data, both for the script, which builds the section and draws its boards when
/// somebody opens it. A browser takes no time for games that nobody looks at. The element's id is
/// `id` and "-open".
std::string stored_game_html(const GameAnalysis& analysis, Language language, std::string_view id,
                             std::size_t number);

/// A diagram before the move, with the best move and the one played, and what each leads to. It
/// links to the move in the game with `id`, if that is not empty. `source`: HTML that says which
/// game it is from.
std::string mistake_card(const AnalyzedMove& move, Language language, std::string_view id,
                         std::string_view source = "");

/// An element that keeps data for the script; `id` may be empty.
std::string script_data(std::string_view id, const Json& data);

}  // namespace sumi::protocol
