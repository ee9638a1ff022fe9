// SPDX-License-Identifier: MIT
/// Small pieces of pages of analysed games. What is not said to be a class or a name is HTML.
#pragma once

#include "protocol/report/language.h"
#include "protocol/service/game_analysis.h"

#include <string>
#include <string_view>

namespace sumi::protocol {

/// "−4" for "-4": as wide as a plus.
std::string signed_text(std::string text);

/// "+4" if it is exact, else to a tenth of a disc: "−0.5".
std::string shown_score(const Judgement& judgement);

/// Like shown_score(), for a square of a board: at most four characters.
std::string square_score(const Judgement& judgement);

/// How sure a mark is: "96%"; empty without a mark and where it is as good as certain.
std::string sureness_text(const AnalyzedMove& move);

/// "2.6 (93%)": a number of discs with sureness_text(), if there is one.
std::string with_sureness(std::string discs, const AnalyzedMove& move);

/// "86.5% ± 5.2": accuracy and its error, if that is known. Requires: moves.
std::string accuracy_text(const Quality& quality, std::string_view plus_minus);

/// "1790 +- 170", to tens, with that sign between them.
std::string rating_text(const RatingEstimate& rating, std::string_view plus_minus);

/// Discs, as many places as are known: "12", "3.4".
std::string shown_loss(const AnalyzedMove& move);

std::string_view mark_class(Mark mark);  ///< "", "m1", "m2", "m3"

std::string settings_text(Language language, const SearchSettings& settings);  ///< Not escaped.

std::string side_name(Language language, Color color);  ///< "Black", not escaped.

/// A disc, for readers of any kind.
std::string disc_icon(Language language, Color color);

/// "40-24", empties to the winner, if the game is over; else as the game says it; may be empty. Not
/// escaped.
std::string result_text(const GameRecord& game, std::string_view dash);
std::string shown_result(const GameRecord& game);  ///< The same with "–".

/// The player's name or "Black".
std::string player_name(const GameRecord& game, Language language, Color color);

std::string shown_line(const Line& line, int size);  ///< line_text() with 16 moves and "…".

/// The best move found; the one played if nothing is known of a better one.
Square best_move(const AnalyzedMove& move);

}  // namespace sumi::protocol
