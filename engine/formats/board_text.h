// SPDX-License-Identifier: MIT
/// Boards drawn on several lines, or written in signs that need a header to be understood: digits,
/// lists of numbers, pairs of bitboards, diagrams of move numbers.
#pragma once

#include "engine/base/error.h"
#include "engine/formats/side_text.h"
#include "engine/game/game.h"

#include <optional>
#include <string_view>
#include <vector>

namespace sumi {

/// A square as it is drawn: a character, ' ' for a blank one, 1000 + n for a number n >= -1, or
/// 2000 for a score.
using Cell = int;

/// A rank of a diagram.
struct RankLine {
  std::vector<Cell> cells;  ///< 8, 6 or 4.
  int label = 0;            ///< The rank's number, if it is written.
  std::string_view rest;    ///< The text to the right of it.
};

/// A number that only diagrams of move numbers have.
bool is_move_number(Cell cell);

/// The rank that a plain line draws; nothing if it is no rank.
std::optional<RankLine> read_rank_line(std::string_view line);

/// "A B C D E F G H", "abcdef": the letters of the files, perhaps with text to the right.
bool is_file_line(std::string_view line);

/// Where a part of the frame of a diagram, without squares, ends in the line: "+---+---+", "=====".
/// The text to the right may say something. 0: the line is none.
std::size_t end_of_frame(std::string_view line);

/// The board that `size` * `size` cells draw, row by row, or the game that the move numbers in them
/// tell. The side is the hint's, else Black. Where `*` and both X and O occur, `*` marks a legal
/// move. Fails if the signs have no meaning or more than one: which of two digits is Black must
/// follow from the hints, from the number of discs, or from what is legal.
Result<GameRecord> board_of_cells(const std::vector<Cell>& cells, int size,
                                  const BoardHints& hints);

/// A whole board on a line, which parse_leading_position() does not read.
struct LineBoard {
  std::vector<Cell> cells;  ///< Empty: a pair of bitboards.
  int size = 8;
  Bitboard first = 0, second = 0;
  std::size_t begin = 0, end = 0;               ///< Its place in the line.
  std::size_t first_end = 0, second_begin = 0;  ///< Of bitboards.
};

/// 64, 36 or 16 squares after a name or as a list, eight words of eight squares, or two numbers of
/// 16 hexadecimal digits.
std::optional<LineBoard> find_line_board(std::string_view line);

/// The position of the bitboards of `line` (bit 0 is a1). Which is Black's must be written before
/// them, or follow as for digits.
Result<GameRecord> board_of_bitboards(const LineBoard& board, std::string_view line,
                                      const BoardHints& hints);

}  // namespace sumi
