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

/// Searches leaves of a book with several threads. Each result is written at once, so a kill loses
/// at most one leaf per thread; building again with the same goal resumes. Single-threaded runs are
/// deterministic. Interruption and time-outs take effect within 100 ms.
class BookWorker {
 public:
  using Setup = WorkSetup;

  /// Requires: nobody else uses `book`.
  BookWorker(BookStore& book, Setup setup) : book_(book), setup_(std::move(setup)) {}

  /// Adds the goal's positions, by deviation (the sum of losses on the way), then by plies.
  /// Searches the leaf of each new position, then those of its parents, and unsearched or stale
  /// leaves within the goal. Returns kDone when the book has every position of the goal and none of
  /// its leaves is stale; kFull if max_positions prevents the former.
  BuildEnd build(const BuildGoal& goal);

  /// Searches again, at goal.level, leaves within the goal that are unsearched, stale, or unproven
  /// at a lower level. Adds no positions.
  BuildEnd deepen(const BuildGoal& goal);

  /// Searches the unsearched and stale leaves of these positions, last first, and after each the
  /// leaves that it makes stale.
  BuildEnd search(const std::vector<Board>& boards, int level);

 private:
  BookStore& book_;
  Setup setup_;
};

/// Merges `from` into `book` as one change. Of two leaves of a position it keeps the searched one,
/// then the one not stale, then the higher level, then the greater depth. Adds up game counts,
/// unless `from` remembers games and `book` has all of them: then they are the same games. Merges
/// remembered games; keeps the notes of `book`. Returns false, without changes, if `progress`
/// cancels. Requires: `from` is another book.
bool merge(BookStore& book, const BookReader& from, const Progress& progress = {});

/// Removes all positions outside the goal, as one change. `min_games` > 0 also keeps children of
/// kept positions with that many games, whatever the loss.
///
/// Scores stay valid: the best of a position's leaf and removed children becomes its leaf. If that
/// may not be the best move out of the book (an unsearched leaf, or a removed child without a
/// score), the leaf becomes unsearched; if the score depends on it, it stays with level -1, and
/// BookWorker::deepen() searches it again.
///
/// Returns the number of removed positions: all if no root is in the book; nothing, without
/// changes, if `progress` cancels.
std::optional<std::uint64_t> prune(BookStore& book, const BuildGoal& goal,
                                   std::uint64_t min_games = 0, const Progress& progress = {});

}  // namespace sumi::book
