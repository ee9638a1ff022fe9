// SPDX-License-Identifier: MIT
/// The positions that a book is to hold.
#pragma once

#include "book/store/book_reader.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace sumi::book {

/// Says which positions are to be in the book: those that its roots reach by moves that give away
/// at most max_loss each. As long as a position has no score, nobody knows what a move from it or
/// to it gives away; it counts as nothing, so that the search that gives the position a score comes
/// soon. If all moves of such a position stay in the book, only positions behind it can give it a
/// score, and they are within the goal, whatever `plies` says.
struct BuildGoal {
  std::vector<Board> roots{kStartBoard};  ///< One whose side must pass means the passed one.
  int plies = 24;  ///< Positions after so many moves from a root, at most (passes do not count).
  Value max_loss{4 * Value::kPerDisc};  ///< What one move may give away against the
                                        ///< position's best; from kInfinity on: any.
  Value max_deviation{kInfinity};       ///< What all moves on the way may give away together,
                                        ///< both sides'; from kInfinity on: any.
  int level = 21;                       ///< Leaves are searched with it (levels.h), 0..60.
  std::uint64_t max_positions = std::numeric_limits<std::uint64_t>::max();  ///< In the whole book.

  bool allows_loss(Value loss) const { return max_loss >= kInfinity || loss <= max_loss; }
  bool allows_deviation(Value deviation) const {
    return max_deviation >= kInfinity || deviation <= max_deviation;
  }
};

/// A position of the book within a goal.
struct GoalPosition {
  Board board;  ///< Canonical.
  int plies = 0;
  Value deviation{};  ///< What the moves give away together on the way that gives away least.
};

/// The positions within a goal that are in the book, by deviation, then by plies.
std::vector<GoalPosition> positions_within(const BookReader& book, const BuildGoal& goal);

}  // namespace sumi::book
