// SPDX-License-Identifier: MIT
/// Tables of square values as files, which people can read and write: for the evaluator `table`,
/// for players and for learners. The format: weights/tables/README.md.
#pragma once

#include "engine/base/error.h"
#include "engine/game/square_table.h"
#include "engine/weights/evaluator_data.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace sumi {

/// A table that takes over when the game is all but decided (S6).
struct DecidedTable {
  SquareValues squares{};
  int from = 33;    ///< Moves made, passes not counted, 0..60.
  int corners = 2;  ///< Corners that one side must hold at least, 1..4.
  friend bool operator==(const DecidedTable&, const DecidedTable&) = default;
};

struct TableFile {
  std::string note;         ///< A text for people; files keep it on one line.
  int size = 8;             ///< Squares on a side of the board: 4, 6 or 8.
  int points_per_disc = 1;  ///< The unit of all values, 1..100000.
  SquareValues squares{};   ///< Zeros beside the board; -kMaxSquareValue..kMaxSquareValue.
  int mobility = 0;         ///< For each move more than the opponent has; same range.
  std::optional<DecidedTable> decided{};
  std::optional<ErrorModel> error{};  ///< If it was measured.
  friend bool operator==(const TableFile&, const TableFile&) = default;
};

/// S6's nine numbers a..i for 8x8: row 1 is a b c d d c b a, row 2 b e f g g f e b, row 3 c f h i i
/// h f c, row 4 d g i 0 0 i g d. Requires: each in the range of a square.
SquareValues class_squares(const std::array<int, 9>& classes);

/// Fails with kBadFile, or kBadSyntax where a number or word is to be corrected.
Result<TableFile> parse_table(std::string_view text);

/// The text that parse_table() reads as `table`. Requires: all in range.
std::string write_table(const TableFile& table);

/// parse_table() of a file; errors name it.
Result<TableFile> read_table(const std::string& path);

/// The table in the form that the engine's core uses.
TableWeights table_weights(const TableFile& table);

}  // namespace sumi
