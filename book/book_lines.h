// SPDX-License-Identifier: MIT
/// How many lines of play a book has behind a position, and how many of them a player must know.
#pragma once

#include "book/store/book_entry.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

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

// What two books know differently.

/// A position that both books have a score of.
struct ScoreDifference {
  Board board;  ///< Canonical.
  Value first{}, second{};
  Square best_first = Square::kPass, best_second = Square::kPass;  ///< Best moves on `board`.

  int units() const { return second.units - first.units; }
};

struct BookDifference {
  std::uint64_t only_first = 0, only_second = 0, both = 0;  ///< Positions.
  std::uint64_t compared = 0;      ///< Positions that have a score in both.
  std::uint64_t same_score = 0;    ///< Of these: with the same score.
  std::uint64_t other_best = 0;    ///< Of these: whose best moves differ, symmetric ones aside.
  double mean = 0, deviation = 0;  ///< Second minus first, discs, for the side to move; mean and
                                   ///< standard deviation.
  std::vector<ScoreDifference> largest;  ///< The largest first, `most` of them.
};

/// Looks at every position of both. Nothing if `progress` ends it.
std::optional<BookDifference> compare_books(const BookReader& first, const BookReader& second,
                                            std::size_t most, const Progress& progress = {});

}  // namespace sumi::book
