// SPDX-License-Identifier: MIT
#pragma once

#include "engine/opening_book.h"
#include "engine/search_update.h"
#include "protocol/report/language.h"

#include <string>

namespace sumi::protocol {

/// A header, a row per candidate (best first), and a line with nodes and time. Scores are for the
/// side to move.
std::string candidates_table(const Position& position, const SearchUpdate& update,
                             Language language = Language::kEnglish);

/// A header and a row per move: score for the side to move, depth, games and share of points (draws
/// count half). A sentence if there are none or `book` is null.
std::string book_table(const OpeningBook* book, const Board& board,
                       Language language = Language::kEnglish);

}  // namespace sumi::protocol
