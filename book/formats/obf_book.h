// SPDX-License-Identifier: MIT
/// Books as OBF text, which everyone can read: a position a line.
#pragma once

#include "book/store/book_entry.h"
#include "engine/base/error.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sumi::book {

/// The line of a position, without line end: every move with a value, best first (children and
/// leaf), rounded to whole discs; behind % the entry whole, in words "key=value" after the word
/// "book:", so that from_obf_line() gives it back unchanged. Black is to move. README.md has them.
std::string to_obf_line(const Board& board, const BookEntry& entry, const BookReader& book);

/// The entry of such a line; of an OBF line from elsewhere its best move and score as a leaf of
/// unknown depth (0), selectivity (the lowest) and level (-1), or an unsearched leaf if there is no
/// such move. Nothing for blank and comment lines, and for positions that books do not hold. Errors
/// name the line's text.
Result<std::optional<std::pair<Board, BookEntry>>> from_obf_line(std::string_view line);

}  // namespace sumi::book
