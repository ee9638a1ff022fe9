// SPDX-License-Identifier: MIT
/// The threads that search for a book.
#pragma once

#include "book/store/book_entry.h"
#include "engine/options.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace sumi::book {

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
