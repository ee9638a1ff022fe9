// SPDX-License-Identifier: MIT
/// Finds and searches leaves, and stores the results.
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

/// Keeps its table between searches, which speeds up follow-up positions. Only stop() is
/// thread-safe.
class LeafSearch {
 public:
  /// Searches with one thread; uses only the options evaluator, weights, hash-mib and isa.
  explicit LeafSearch(const EngineOptions& options);

  /// The best of the legal `moves` at level_limits(level); kNoMove without moves; nothing if
  /// stopped.
  std::optional<Leaf> search(const Board& board, Bitboard moves, int level);

  void clear_table() { engine_.clear_table(); }

  /// Ends the current search within 50 ms and prevents later ones. Thread-safe.
  void stop();

  std::uint64_t nodes() const { return nodes_; }

 private:
  Engine engine_;
  std::uint64_t nodes_ = 0;
  std::mutex mutex_;
  bool stopped_ = false;  ///< Guarded by mutex_, so that no search starts during a stop.
};

Leaf to_leaf(const SearchReport& report);

bool needs_search(const Leaf& leaf, const std::vector<Child>& children);

/// The leaves to search after `board` was added: the stale ones of its parents, then its own if
/// needed. Canonical; empty if `board` is not in the book.
std::vector<Board> leaves_to_search(const BookReader& book, const Board& board);

/// Stores a search result and calls update(), as one change. Returns true if the position is new.
bool put_leaf(BookStore& book, const Board& board, const Leaf& leaf, int level);

struct BuildProgress {
  std::uint64_t positions = 0;
  std::uint64_t added = 0, searched = 0;  ///< In this run.
  std::uint64_t waiting = 0;              ///< Known work; adding positions may create more.
  double deviation = 0;                   ///< In discs, of the last position chosen.
  std::uint64_t nodes = 0;
};

enum class BuildEnd { kDone, kInterrupted, kTimeUp, kFull };

struct WorkSetup {
  EngineOptions engine{};  ///< Each thread has its own engine and table.
  int threads = 1;
  /// Clear the table before each search, so that the result depends only on the task.
  bool clears_tables = false;
  std::function<bool()> interrupted{};  ///< Polled by the calling thread; may be empty.
  std::function<void(const BuildProgress&)> progress{};  ///< Called by the calling thread, a few
                                                         ///< times a second and at the end.
  std::optional<std::chrono::steady_clock::time_point> deadline{};
};

struct LeafTask {
  Board board;
  Bitboard moves = 0;  ///< The leaf is the best of these.
  int level = 0;
};

/// Leaves to search. Called by any thread, but by one at a time.
class LeafSource {
 public:
  virtual ~LeafSource();

  /// The next leaf; nothing if none is available now (a running search may yield one), or soon
  /// after `stop` is set.
  virtual std::optional<LeafTask> take(const std::atomic<bool>& stop) = 0;

  virtual void put(const LeafTask& task, const Leaf& leaf) = 0;

  /// Fills all members except `nodes`.
  virtual BuildProgress progress() const = 0;
};

/// Searches until all work is done (kDone), interruption, or the deadline; then drops leaves that
/// do not finish within 50 ms. A thread that stores a result takes its next leaf before others can.
/// Rethrows exceptions of threads and of functions in `setup`.
BuildEnd search_leaves(LeafSource& source, const WorkSetup& setup);

}  // namespace sumi::book
