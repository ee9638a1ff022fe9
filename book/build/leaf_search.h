// SPDX-License-Identifier: MIT
/// Finds the leaves that need a search, searches them, and stores the results.
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

/// Keeps its table between searches, which helps with follow-up positions. Only stop() is
/// thread-safe.
class LeafSearch {
 public:
  /// Searches with one thread; uses only the options evaluator, weights, hash-mib and isa.
  explicit LeafSearch(const EngineOptions& options);

  /// The best of the legal `moves` by level_limits(level); kNoMove without moves. Nothing if
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

/// The leaves to search after `board` was added: those of its parents that are now stale, then its
/// own if needed. Canonical; empty if `board` is not in the book.
std::vector<Board> leaves_to_search(const BookReader& book, const Board& board);

/// Stores the result of a search at `level` and calls update(), as one change. Returns true if the
/// position is new.
bool put_leaf(BookStore& book, const Board& board, const Leaf& leaf, int level);

struct BuildProgress {
  std::uint64_t positions = 0;
  std::uint64_t added = 0, searched = 0;  ///< In this run.
  std::uint64_t waiting = 0;              ///< Work known so far; adding positions may create more.
  double deviation = 0;                   ///< Deviation of the last position chosen, in discs.
  std::uint64_t nodes = 0;
};

enum class BuildEnd { kDone, kInterrupted, kTimeUp, kFull };

struct WorkSetup {
  EngineOptions engine{};  ///< Each thread has its own engine and table (LeafSearch).
  int threads = 1;
  /// Clear the table before each search: the result then depends only on the task.
  bool clears_tables = false;
  std::function<bool()> interrupted{};  ///< Polled frequently by the calling thread; may be empty.
  std::function<void(const BuildProgress&)> progress{};  ///< Called a few times a second and at the
                                                         ///< end, by the calling thread.
  std::optional<std::chrono::steady_clock::time_point> deadline{};
};

struct LeafTask {
  Board board;
  Bitboard moves = 0;  ///< Moves to search; the leaf is the best of them.
  int level = 0;
};

/// Leaves to search. Calls come from any thread, one at a time.
class LeafSource {
 public:
  virtual ~LeafSource();

  /// The next leaf. Nothing if none is available now, although a running search may yield one;
  /// nothing soon after `stop` is set.
  virtual std::optional<LeafTask> take(const std::atomic<bool>& stop) = 0;

  virtual void put(const LeafTask& task, const Leaf& leaf) = 0;

  /// Fills all members except `nodes`.
  virtual BuildProgress progress() const = 0;
};

/// Searches until no work is left (kDone), interrupted, or the time is up; then drops leaves that
/// do not finish within 50 ms, and, with a board, unanswered leaves of other workers. After storing
/// a result a thread takes its next leaf before another thread can. Rethrows exceptions of threads
/// and of functions in `setup`.
BuildEnd search_leaves(LeafSource& source, const WorkSetup& setup);

}  // namespace sumi::book
