// SPDX-License-Identifier: MIT
/// Makes books grow, and cuts them back.
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

// Two books into one.

/// Puts all of `from` in `book`: of two leaves of a position the one that is not stale then, or
/// else the one at the higher level, then of the greater depth; a leaf that nobody has searched
/// gives way to any other. Games are added up, unless `from` remembers some and `book` all of
/// those: then they are the same games. The games that `from` remembers are remembered. Notes stay
/// as they are. One change: where `progress` ends it, nothing is changed. Returns whether it was
/// done. Requires: `from` is another book.
bool merge(BookStore& book, const BookReader& from, const Progress& progress = {});

// Books cut back.

/// Takes all but the positions within the goal out of the book, in one change. If `min_games` is
/// not 0 those stay, too, that so many games went through and that a move leads to from one that
/// stays, whatever its loss.
///
/// Where moves led to what is gone the best of them and of the leaf becomes the leaf, so that no
/// score has another value than before. Where that need not be the best move that leads out, since
/// the leaf was to be searched still or what is gone had no score, the leaf becomes unsearched; or,
/// if the score depends on it, it stays with the level unknown, and BookWorker::deepen() searches
/// it again.
///
/// Returns how many went: all, if no root is in the book; nothing where `progress` has ended it,
/// and nothing is changed then.
std::optional<std::uint64_t> prune(BookStore& book, const BuildGoal& goal,
                                   std::uint64_t min_games = 0, const Progress& progress = {});

}  // namespace sumi::book
