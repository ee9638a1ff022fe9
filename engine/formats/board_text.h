// SPDX-License-Identifier: MIT
/// Boards on several lines, and boards with ambiguous signs: digits, lists of numbers, pairs of
/// bitboards, diagrams of move numbers.
#pragma once

#include "engine/base/error.h"
#include "engine/formats/side_text.h"
#include "engine/game/game.h"

#include <optional>
#include <string_view>
#include <vector>

namespace sumi {

/// A character (' ' if blank), 1000 + n for a number n >= -1, or 2000 for the score of a move.
using Cell = int;

struct RankLine {
  std::vector<Cell> cells;  ///< 8, 6 or 4.
  int label = 0;            ///< Of the rank; 0 if missing.
  std::string_view rest;
};

/// True for numbers found only in diagrams of move numbers.
bool is_move_number(Cell cell);

/// Nothing for other lines.
std::optional<RankLine> read_rank_line(std::string_view line);

/// True for file labels, "A B C D E F G H" or "abcdef"; text may follow.
bool is_file_line(std::string_view line);

/// Length of the frame ("+---+---+", "=====") at the front of a line, up to the first square.
std::size_t end_of_frame(std::string_view line);

/// The board, or the game of its move numbers, from `size` * `size` cells, row by row. The side to
/// move is the hint's, else Black. If `*`, X and O occur, `*` marks a legal move. Fails if signs
/// are unknown, or if neither hints, disc counts nor legality decide which digit is Black.
Result<GameRecord> board_of_cells(const std::vector<Cell>& cells, int size,
                                  const BoardHints& hints);

/// A whole board on one line that parse_leading_position() cannot read.
struct LineBoard {
  std::vector<Cell> cells;  ///< Empty for a pair of bitboards.
  int size = 8;
  Bitboard first = 0, second = 0;
  std::size_t begin = 0, end = 0;
  std::size_t first_end = 0, second_begin = 0;  ///< Of the bitboards.
};

/// Finds 64, 36 or 16 squares after a name or in a list, eight words of eight squares, or two
/// numbers of 16 hexadecimal digits.
std::optional<LineBoard> find_line_board(std::string_view line);

/// The position of the bitboards in `line` (bit 0 is a1). Names before them, or the rules for
/// digits, decide which is Black's.
Result<GameRecord> board_of_bitboards(const LineBoard& board, std::string_view line,
                                      const BoardHints& hints);

}  // namespace sumi
