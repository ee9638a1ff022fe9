// SPDX-License-Identifier: MIT
/// Pieces of analysis pages: HTML unless noted otherwise.
#pragma once

#include "protocol/report/language.h"
#include "protocol/service/game_analysis.h"

#include <string>
#include <string_view>

namespace sumi::protocol {

/// "−4" for "-4": the minus sign is as wide as a plus sign.
std::string signed_text(std::string text);

/// "+4" if exact, otherwise to 0.1 disc: "−0.5".
std::string shown_score(const Score& score);

/// Like shown_score(), in at most four characters.
std::string square_score(const Score& score);

/// Confidence of a mark: "96%"; empty without a mark or if nearly certain.
std::string confidence_text(const AnalyzedMove& move);

/// "2.6 (93%)", with confidence_text().
std::string with_confidence(std::string discs, const AnalyzedMove& move);

/// "86.5% ± 5.2". Requires: moves.
std::string accuracy_text(const Quality& quality, std::string_view plus_minus);

/// "1790 +- 170", rounded to tens, with the given sign.
std::string rating_text(const RatingEstimate& rating, std::string_view plus_minus);

/// Discs lost: "12" if exact, otherwise "3.4".
std::string shown_loss(const AnalyzedMove& move);

std::string_view mark_class(Mark mark);  ///< "", "m1", "m2", "m3"

std::string settings_text(Language language, const SearchSettings& settings);  ///< Not escaped.

/// "Interrupted: only the last 20 of 60 moves are analysed." Not escaped.
std::string partial_text(Language language, const GameAnalysis& analysis);

std::string disc_icon(Language language, Color color);

/// "40-24", with the empties for the winner, if the game is over; otherwise the recorded result or
/// "". Not escaped.
std::string result_text(const GameRecord& game, std::string_view dash);
std::string shown_result(const GameRecord& game);  ///< Like result_text(), with "–".

/// The player's name or "Black".
std::string player_name(const GameRecord& game, Language language, Color color);

/// The best move, or the move played if no better one is known.
Square best_move(const AnalyzedMove& move);

}  // namespace sumi::protocol
