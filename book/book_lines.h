// SPDX-License-Identifier: MIT
/// Counts the lines in a book, and those that a player must know.
#pragma once

#include "book/store/book_entry.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sumi::book {

struct LineCounts {
  /// Lines to the end of the book or game, each move losing at most a given value. Transpositions
  /// count separately.
  double all = 0;
  /// The minimum number of lines that the side to move [0] and the opponent [1] must know: one move
  /// in each own position, and an answer to every move of the other side.
  std::array<double, 2> to_remember{};
};

/// Zero if the position is not in the book or has no score. Takes 5 us and 60 bytes per position
/// reached.
LineCounts count_lines(const BookReader& book, const Board& board, Value max_loss);

struct ScoreDifference {
  Board board;  ///< Canonical.
  Value first{}, second{};
  Square best_first = Square::kPass, best_second = Square::kPass;

  int units() const { return second.units - first.units; }
};

struct BookDifference {
  std::uint64_t only_first = 0, only_second = 0, both = 0;  ///< Numbers of positions.
  std::uint64_t compared = 0;
  std::uint64_t same_score = 0;          ///< Of `both`: with equal scores.
  std::uint64_t other_best = 0;          ///< Of `both`: with best moves that differ up to symmetry.
  double mean = 0, deviation = 0;        ///< Of second minus first, in discs for the side to move.
  std::vector<ScoreDifference> largest;  ///< At most `most`, in descending order.
};

/// Nothing if `progress` cancels.
std::optional<BookDifference> compare_books(const BookReader& first, const BookReader& second,
                                            std::size_t most, const Progress& progress = {});

}  // namespace sumi::book
