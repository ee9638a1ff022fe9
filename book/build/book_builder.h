// SPDX-License-Identifier: MIT
/// Makes books grow, and cuts them back.
#pragma once

#include "book/build/build_goal.h"
#include "book/build/leaf_team.h"
#include "book/build/merge.h"
#include "book/build/prune.h"
#include "book/store/book_store.h"

#include <utility>
#include <vector>

namespace sumi::book {

/// Work of several threads on one book: each change is written before the next begins, so that a
/// kill loses at most what each thread is searching. Going on is building again with the same goal.
/// With one thread a book grows in the same way on every run. An interruption and the end of the
/// time are obeyed within 100 ms.
class BookWorker {
 public:
  using Setup = WorkSetup;

  /// `book` is used until the end, by nobody else.
  BookWorker(BookStore& book, Setup setup) : book_(book), setup_(std::move(setup)) {}

  /// Adds what the goal wants, best first: by the sum of what the moves on the way give away
  /// (deviation), then by plies. A position is added with its leaf searched; then the leaves of
  /// its parents are. Unsearched and stale leaves of positions within the goal are searched, too.
  /// Ends with kDone when nothing is missing: every position of the goal is in the book, and no
  /// leaf within it is stale; with kFull when no position may be added any more, but others are
  /// missing, and no leaf is stale.
  BuildEnd build(const BuildGoal& goal);

  /// Searches again, at goal.level, the leaves of positions within the goal that were searched at a
  /// lower level and not proven, or never, or are stale; adds none.
  BuildEnd deepen(const BuildGoal& goal);

  /// Searches the unsearched and stale leaves of these positions of the book, last first, and after
  /// each the stale leaves of positions that lead to it.
  BuildEnd search(const std::vector<Board>& boards, int level);

 private:
  BookStore& book_;
  Setup setup_;
};

}  // namespace sumi::book
