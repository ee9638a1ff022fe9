// SPDX-License-Identifier: MIT
/// Searches for books: which leaves need one, the search, and how a leaf gets into the book.
#pragma once

#include "book/store/book_entry.h"
#include "book/store/book_store.h"
#include "book/store/book_tree.h"
#include "engine/engine.h"
#include "engine/options.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace sumi::book {

/// An engine that finds leaves. One thread at a time, but for stop(). Its table is kept from search
/// to search: what follows from a result is searched best by the one that found it.
class LeafSearch {
 public:
  /// Uses only the options evaluator, weights, hash-mib and isa; searches with one thread.
  explicit LeafSearch(const EngineOptions& options);

  /// The best of `moves`, which are legal, by level_limits(level); kNoMove if there are none.
  /// Nothing if it was stopped.
  std::optional<Leaf> search(const Board& board, Bitboard moves, int level);

  void clear_table() { engine_.clear_table(); }

  /// From any thread, for good: a search ends within 50 ms, and so do all later ones.
  void stop();

  std::uint64_t nodes() const { return nodes_; }  ///< The sum of all searches.

 private:
  Engine engine_;
  std::uint64_t nodes_ = 0;
  std::mutex mutex_;
  bool stopped_ = false;  ///< Guarded by mutex_, so that no search begins beside a stop.
};

/// The leaf that the report of a search describes.
Leaf to_leaf(const SearchReport& report);

/// True if nobody has looked for the leaf, or if it is stale.
bool needs_search(const Leaf& leaf, const std::vector<Child>& children);

/// The positions whose leaves need a search after `board` has come into the book: first those that
/// lead to it and have a stale leaf, then `board` itself if its leaf needs one. Canonical boards.
/// Empty if `board` is not in the book.
std::vector<Board> leaves_to_search(const BookReader& book, const Board& board);

/// Writes what a search at `level` has found, be the position new or not; update(). Returns whether
/// it is new. One change.
bool put_leaf(BookStore& book, const Board& board, const Leaf& leaf, int level);

// The threads that search for a book.

struct BuildProgress {
  std::uint64_t positions = 0;            ///< Positions in the book now.
  std::uint64_t added = 0, searched = 0;  ///< By this run: positions added, leaves searched.
  std::uint64_t waiting = 0;  ///< Known to be missing at present; adding some may bring others.
  double deviation = 0;       ///< Deviation of the position chosen last, in discs.
  std::uint64_t nodes = 0;
};

enum class BuildEnd { kDone, kInterrupted, kTimeUp, kFull };

struct WorkSetup {
  EngineOptions engine{};  ///< LeafSearch: each thread has an engine, and a table, of its own.
  int threads = 1;
  /// Each search begins with an empty table, so that it depends on its task alone.
  bool clears_tables = false;
  std::function<bool()> interrupted{};  ///< Asked often, from this thread; may be empty.
  std::function<void(const BuildProgress&)> progress{};  ///< A few times a second and
                                                         ///< at the end, this thread.
  std::optional<std::chrono::steady_clock::time_point> deadline{};
};

struct LeafTask {
  Board board;
  Bitboard moves = 0;  ///< The leaf is the best of these.
  int level = 0;
};

/// Knows which leaves are to be searched, and takes what was found. One call at a time, from any
/// thread.
class LeafSource {
 public:
  virtual ~LeafSource();

  /// The next leaf to search; nothing if there is none at present, though the result of a search
  /// under way may bring one. Returns nothing soon after `stop` is set.
  virtual std::optional<LeafTask> take(const std::atomic<bool>& stop) = 0;

  virtual void put(const LeafTask& task, const Leaf& leaf) = 0;

  /// All members but `nodes`.
  virtual BuildProgress progress() const = 0;
};

/// Searches until there is nothing to take and no thread is searching: kDone; or until it is
/// interrupted or the time is up: a leaf that is not found within 50 ms then is not put. A thread
/// takes its next leaf right after it has put what it found, with no other thread in between. With
/// a board, leaves that were given to others and are not answered at an early end are not put.
/// Throws what a thread or a function of `setup` threw.
BuildEnd search_leaves(LeafSource& source, const WorkSetup& setup);

}  // namespace sumi::book
