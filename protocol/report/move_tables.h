// SPDX-License-Identifier: MIT
/// Tables of moves, for people: what a search found of them, and what a book knows.
#pragma once

#include "engine/opening_book.h"
#include "engine/search_update.h"
#include "protocol/report/language.h"

#include <string>

namespace sumi::protocol {

/// A header, a row for each candidate (best first) and a line with nodes and time. Scores are
/// for the side to move of `position`.
std::string candidates_table(const Position& position, const SearchUpdate& update,
                             Language language = Language::kEnglish);

/// "+2" for an exact value, "+1.25" for another.
std::string score_text(const BookMove& move);

/// A header and a row for each move: score for the side to move, depth, games and how many of them
/// it won, a draw counted half. "No move of the book." where there is none, "No book is in use." if
/// `book`, of Engine::book(), is null.
std::string book_table(const OpeningBook* book, const Board& board,
                       Language language = Language::kEnglish);

}  // namespace sumi::protocol
