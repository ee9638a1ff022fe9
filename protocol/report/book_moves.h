// SPDX-License-Identifier: MIT
/// What an engine's book knows of a position, for people who look on.
#pragma once

#include "engine/opening_book.h"
#include "protocol/report/language.h"

#include <span>
#include <string>

namespace sumi::protocol {

/// A header and a row for each move: score for the side to move, depth, games and how many of them
/// it won, a draw counted half. "No move of the book." where there is none. `moves` of
/// OpeningBook::moves().
std::string book_table(std::span<const BookMove> moves, Language language = Language::kEnglish);

/// Like the above, for a position and the book of Engine::book(); "No book is in use." if `book` is
/// null.
std::string book_table(const OpeningBook* book, const Board& board,
                       Language language = Language::kEnglish);

}  // namespace sumi::protocol
