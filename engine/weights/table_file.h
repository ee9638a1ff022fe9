// SPDX-License-Identifier: MIT
/// Human-readable files of square values, for the evaluator `table`, players and learners. Format:
/// weights/tables/README.md.
#pragma once

#include "engine/base/error.h"
#include "engine/game/square_table.h"
#include "engine/weights/evaluator_data.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace sumi {

inline constexpr std::string_view kTableFirstLine = "sumi-table 1";

/// For nearly decided games (S6).
struct DecidedTable {
  SquareValues squares{};
  int from = 33;    ///< After this many moves, without passes, 0..60.
  int corners = 2;  ///< Minimum for one side, 1..4.
  friend bool operator==(const DecidedTable&, const DecidedTable&) = default;
};

struct TableFile {
  std::string note;         ///< One line in files.
  int size = 8;             ///< 4, 6 or 8.
  int points_per_disc = 1;  ///< The unit of all values, 1..100000.
  SquareValues squares{};   ///< 0 off the board; -kMaxSquareValue..kMaxSquareValue.
  int mobility = 0;         ///< Per move more than the opponent's; same range.
  std::optional<DecidedTable> decided{};
  std::optional<ErrorModel> error{};  ///< If measured.
  friend bool operator==(const TableFile&, const TableFile&) = default;
};

/// Square values from S6's nine numbers a..i on 8x8: row 1 is a b c d d c b a, row 2 b e f g g f e
/// b, row 3 c f h i i h f c, row 4 d g i 0 0 i g d. Requires: each within ±kMaxSquareValue.
SquareValues class_squares(const std::array<int, 9>& classes);

/// Fails with kBadFile, or with kBadSyntax for an invalid number or word.
Result<TableFile> parse_table(std::string_view text);

/// The inverse of parse_table(). Requires: all values in range.
std::string write_table(const TableFile& table);

/// As parse_table(), for a file; errors name it.
Result<TableFile> read_table(const std::string& path);

TableWeights table_weights(const TableFile& table);

}  // namespace sumi
