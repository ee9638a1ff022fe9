// SPDX-License-Identifier: MIT
/// How many lines of play a book has behind a position, and how many of them a player must know.
#pragma once

#include "book/store/book_reader.h"

#include <array>

namespace sumi::book {

struct LineCounts {
  /// Lines from the position to the end of the book or of the game in which each move is worth at
  /// most a given loss less than the best one. Other orders of moves are other lines.
  double all = 0;
  /// Those of them that the side to move [0] and the other side [1] must know: a player chooses one
  /// move in each position, and knows an answer to all that the other may play. The least number.
  std::array<double, 2> to_remember{};
};

/// Nothing of a position that is not in the book or has no score. Takes time in proportion to the
/// positions that such moves lead to, 5 us each, and 60 bytes of memory for each.
LineCounts count_lines(const BookReader& book, const Board& board, Value max_loss);

}  // namespace sumi::book
