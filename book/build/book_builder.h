// SPDX-License-Identifier: MIT
#pragma once

#include "book/build/build_plan.h"
#include "book/build/leaf_search.h"
#include "book/store/book_entry.h"
#include "book/store/book_store.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace sumi::book {

/// Searches leaves of a book with several threads. Writes each result at once: a kill loses at most
/// one leaf per thread; the same goal resumes. Single-threaded runs are deterministic. Interruption
/// and time-outs take effect within 100 ms.
class BookWorker {
 public:
  using Setup = WorkSetup;

  /// Requires: nobody else uses `book`.
  BookWorker(BookStore& book, Setup setup) : book_(book), setup_(std::move(setup)) {}

  /// Adds the goal's positions, by deviation, then by plies. Searches the leaf of each new
  /// position, then those of its parents, and unsearched or stale leaves within the goal. Returns
  /// kDone when the book has every position of the goal and none of its leaves is stale; kFull if
  /// max_positions prevents adding positions.
  BuildEnd build(const BuildGoal& goal);

  /// Searches again, at goal.level, the leaves within the goal that are unsearched, stale, or
  /// unproven at a lower level. Adds no positions.
  BuildEnd deepen(const BuildGoal& goal);

  /// Searches the unsearched and stale leaves of these positions, last first; after each, the
  /// leaves that it makes stale.
  BuildEnd search(const std::vector<Board>& boards, int level);

 private:
  BookStore& book_;
  Setup setup_;
};

/// Merges `from`, another book, into `book` as one change. Of two leaves of a position it keeps the
/// searched one, then the current one, then the higher level, then the greater depth. Adds up game
/// counts, unless `book` has all games that `from` remembers. Merges remembered games; keeps the
/// notes of `book`. If `progress` cancels, returns false and changes nothing.
bool merge(BookStore& book, const BookReader& from, const Progress& progress = {});

/// Removes all positions outside the goal, as one change. `min_games` > 0 also keeps children of
/// kept positions with at least that many games, whatever the loss.
///
/// Scores stay valid: the best of a position's leaf and removed children becomes its leaf. That may
/// not be the best move that leaves the book, because of an unsearched leaf or a removed child
/// without a score. The leaf then becomes unsearched or, if the score depends on it, gets level -1,
/// so that BookWorker::deepen() searches it again.
///
/// Returns the number of removed positions: all if no root is in the book. If `progress` cancels,
/// returns nothing and changes nothing.
std::optional<std::uint64_t> prune(BookStore& book, const BuildGoal& goal,
                                   std::uint64_t min_games = 0, const Progress& progress = {});

}  // namespace sumi::book
