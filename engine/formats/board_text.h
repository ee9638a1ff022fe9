// SPDX-License-Identifier: MIT
/// Boards on several lines, and boards whose signs need interpretation: digits, lists of numbers,
/// pairs of bitboards, diagrams of move numbers.
#pragma once

#include "engine/base/error.h"
#include "engine/formats/side_text.h"
#include "engine/game/game.h"

#include <optional>
#include <string_view>
#include <vector>

namespace sumi {

/// The content of a square: a character (' ' if blank), 1000 + n for a number n >= -1, or 2000 for
/// a score.
using Cell = int;

struct RankLine {
  std::vector<Cell> cells;  ///< 8, 6 or 4.
  int label = 0;            ///< The rank's number, if written.
  std::string_view rest;
};

/// True for numbers that occur only in diagrams of move numbers.
bool is_move_number(Cell cell);

/// Nothing if the line is no rank.
std::optional<RankLine> read_rank_line(std::string_view line);

/// "A B C D E F G H" or "abcdef", perhaps with text to the right.
bool is_file_line(std::string_view line);

/// The length of the frame, without squares, that begins the line: "+---+---+", "=====". 0 if there
/// is none.
std::size_t end_of_frame(std::string_view line);

/// The board that `size` * `size` cells show row by row, or the game of their move numbers. The
/// side to move is the hint's, else Black. If `*`, X and O occur, `*` marks a legal move. Fails if
/// the signs are unknown or ambiguous: which of two digits is Black must follow from the hints, the
/// number of discs, or legality.
Result<GameRecord> board_of_cells(const std::vector<Cell>& cells, int size,
                                  const BoardHints& hints);

/// A whole board on one line, in a form that parse_leading_position() does not read.
struct LineBoard {
  std::vector<Cell> cells;  ///< Empty: a pair of bitboards.
  int size = 8;
  Bitboard first = 0, second = 0;
  std::size_t begin = 0, end = 0;
  std::size_t first_end = 0, second_begin = 0;  ///< Of the bitboards.
};

/// Finds 64, 36 or 16 squares after a name or in a list, eight words of eight squares, or two
/// numbers of 16 hexadecimal digits.
std::optional<LineBoard> find_line_board(std::string_view line);

/// The position of the bitboards of `line` (bit 0 is a1). Their owners must be named before them,
/// or follow as for digits.
Result<GameRecord> board_of_bitboards(const LineBoard& board, std::string_view line,
                                      const BoardHints& hints);

}  // namespace sumi
