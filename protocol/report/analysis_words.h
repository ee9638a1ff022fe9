// SPDX-License-Identifier: MIT
/// Small pieces of pages of analysed games. What is not said to be a class or a name is HTML.
#pragma once

#include "protocol/analysis/game_analysis.h"
#include "protocol/report/language.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace sumi::protocol {

/// tr() with its fields filled in.
template <class... Args>
std::string tr_format(Language language, std::string_view english, Args&&... args) {
  return fmt::format(fmt::runtime(tr(language, english)), std::forward<Args>(args)...);
}

/// "−4" for "-4": as wide as a plus.
std::string signed_text(std::string text);

/// "+4" if it is exact, else to a tenth of a disc: "−0.5".
std::string shown_score(const Judgement& judgement);

/// The same for a square of a board: at most four letters.
std::string square_score(const Judgement& judgement);

/// Discs, as many places as are known: "12", "3.4".
std::string shown_loss(const AnalyzedMove& move);

std::string_view mark_class(Mark mark);  ///< "", "m1", "m2", "m3"

std::string side_name(Language language, Color color);  ///< "Black", not escaped.

/// A disc, for readers of any kind.
std::string disc_icon(Language language, Color color);

/// "40–24", empties to the winner, if the game is over; else as the game says it; may be empty.
std::string shown_result(const GameRecord& game);

/// The player's name or "Black".
std::string player_name(const GameRecord& game, Language language, Color color);

/// "d3 c4 e6", the first moves of a line, from a board of `size`.
std::string shown_line(const Line& line, int size);

/// The best move found; the one played if nothing is known of a better one.
Square best_move(const AnalyzedMove& move);

}  // namespace sumi::protocol
