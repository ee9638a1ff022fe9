// SPDX-License-Identifier: MIT
/// Rounds: leaves of a book that any number of processes search at the same time, and the answers,
/// which the book takes all at once.
#pragma once

#include "book/build/build_goal.h"
#include "book/build/build_plan.h"
#include "book/build/leaf_team.h"
#include "book/store/book_store.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sumi::book {

struct LeafAnswer {
  LeafTask task;
  Leaf leaf;
};

/// The best `count` leaves to search, best first; fewer if the goal asks for no more at present,
/// and none if it has all that it may have. No board twice. Changes nothing. 50 us a position of
/// the goal.
std::vector<LeafTask> next_leaves(BookStore& book, const BuildGoal& goal, BuildPlan::Kind kind,
                                  std::size_t count);

struct TakenRound {
  std::uint64_t added = 0;     ///< Positions.
  std::uint64_t searched = 0;  ///< Leaves of positions that the book had.
  std::uint64_t ignored = 0;
};

/// Puts answers into the book, as one change. Their order does not matter. Ignores all but the
/// first one of a board, and one that the book has no use for: other moves lead out of it there
/// now, or it has a leaf of that level or a higher one that need not be searched again.
TakenRound take_answers(BookStore& book, const std::vector<LeafAnswer>& answers);

}  // namespace sumi::book
