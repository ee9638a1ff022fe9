// SPDX-License-Identifier: MIT
#pragma once

#include "book/store/book_entry.h"
#include "engine/base/error.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sumi::book {

/// A line without line end: the board with Black to move, and every move with a value (children and
/// leaf) in whole discs, best first. After % follows the complete entry: "book:" and words
/// "key=value" (README.md), which from_obf_line() restores.
std::string to_obf_line(const Board& board, const BookEntry& entry, const BookReader& book);

/// Reads such a line. In other OBF lines, the best move and score become a leaf of unknown depth
/// (0) and level (-1) and the lowest selectivity; without moves the leaf is unsearched. Nothing for
/// blank lines, comments, and positions that books do not store. Errors quote the line.
Result<std::optional<std::pair<Board, BookEntry>>> from_obf_line(std::string_view line);

}  // namespace sumi::book
