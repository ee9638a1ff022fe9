// SPDX-License-Identifier: MIT
/// Positions and entries as the bytes that a BookStore keeps. README.md has them one by one.
#pragma once

#include "book/store/book_entry.h"
#include "engine/base/error.h"

#include <array>
#include <optional>
#include <string_view>

namespace sumi::book {

inline constexpr std::size_t kKeyBytes = 16;
inline constexpr std::size_t kRowBytes = 24;

/// Bytes in whose order boards follow each other by own, then opp, as numbers.
using BookKey = std::array<char, kKeyBytes>;
using BookRow = std::array<char, kRowBytes>;

BookKey to_key(const Board& board);
BookRow to_row(const BookEntry& entry);

/// Nothing if no board is written so. It need not be of a book.
std::optional<Board> parse_key(std::string_view bytes);

/// The entry of this board; fails with what is wrong with it (fault_of()). A leaf without a move
/// has no other fields, whatever the bytes are. Requires: is_book_position(board).
Result<BookEntry> parse_row(const Board& board, std::string_view bytes);

}  // namespace sumi::book
