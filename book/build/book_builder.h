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

/// Searches leaves with several threads and writes each result at once, so a kill loses at most one
/// leaf per thread. The same goal resumes. Single-threaded runs are deterministic. Interruption and
/// time-outs take effect within 100 ms.
class BookWorker {
 public:
  using Setup = WorkSetup;

  /// Requires: exclusive use of `book`.
  BookWorker(BookStore& book, Setup setup) : book_(book), setup_(std::move(setup)) {}

  /// Adds the goal's positions by deviation, then by plies. Searches the leaf of each new position,
  /// then those of its parents, and all other unsearched or stale leaves within the goal. Returns
  /// kDone when nothing is left, kFull if max_positions prevents additions.
  BuildEnd build(const BuildGoal& goal);

  /// Re-searches, at goal.level, the leaves within the goal that are unsearched, stale, or unproven
  /// at a lower level. Adds no positions.
  BuildEnd deepen(const BuildGoal& goal);

  /// Searches the unsearched and stale leaves of these positions and their parents, starting with
  /// the last position.
  BuildEnd search(const std::vector<Board>& boards, int level);

 private:
  BookStore& book_;
  Setup setup_;
};

/// Merges the book `from` into `book` as one change. Of a position's two leaves it keeps the
/// searched one, then the current one, then the higher level, then the greater depth. Adds up game
/// counts, unless `book` already has all games that `from` remembers. Merges remembered games, but
/// not notes. If `progress` cancels, returns false and changes nothing.
bool merge(BookStore& book, const BookReader& from, const Progress& progress = {});

/// Removes all positions outside the goal as one change. `min_games` > 0 also keeps, whatever the
/// loss, children of kept positions with at least that many games.
///
/// The best of a position's leaf and its removed children becomes its leaf, so scores stay valid.
/// If one of these has no score, another move may be better. The leaf then becomes unsearched or,
/// if the score depends on it, gets level -1, and BookWorker::deepen() searches it again.
///
/// Returns the number of removed positions: all if no root is in the book. If `progress` cancels,
/// returns nothing and changes nothing.
std::optional<std::uint64_t> prune(BookStore& book, const BuildGoal& goal,
                                   std::uint64_t min_games = 0, const Progress& progress = {});

}  // namespace sumi::book
