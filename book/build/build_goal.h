// SPDX-License-Identifier: MIT
/// What a book is to hold.
#pragma once

#include "book/store/book_reader.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace sumi::book {

/// What is to be in the book, seen from its roots by moves of at most max_loss each. As long as a
/// position has no score nobody knows what a move from it or to it gives away: nothing, so that
/// what gives it one is searched soon. Where all its moves stay in the book only positions behind
/// it can, and they are within the goal, whatever `plies` says.
struct BuildGoal {
  std::vector<Board> roots{kStartBoard};  ///< Passed ones are meant where the side must pass.
  int plies = 24;  ///< Positions after so many moves from a root, at most (passes do not count).
  Value max_loss{4 * Value::kPerDisc};  ///< Of one move against the position's best; from
                                        ///< kInfinity on: any.
  Value max_deviation{kInfinity};       ///< Of all moves on the way together, both sides'; from
                                        ///< kInfinity on: any.
  int level = 21;                       ///< Leaves are searched with it (levels.h), 0..60.
  std::uint64_t max_positions = std::numeric_limits<std::uint64_t>::max();  ///< Of the book.

  bool allows_loss(Value loss) const { return max_loss >= kInfinity || loss <= max_loss; }
  bool allows_deviation(Value deviation) const {
    return max_deviation >= kInfinity || deviation <= max_deviation;
  }
};

/// A position of the book within a goal.
struct GoalPosition {
  Board board;  ///< Canonical.
  int plies = 0;
  Value
      deviation{};  ///< What the moves on the way give away together, on the way that gives least.
};

/// The positions within a goal that are in the book, by deviation, then by plies.
std::vector<GoalPosition> positions_within(const BookReader& book, const BuildGoal& goal);

}  // namespace sumi::book
