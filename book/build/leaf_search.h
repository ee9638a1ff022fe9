// SPDX-License-Identifier: MIT
/// Searches for books.
#pragma once

#include "book/store/book_entry.h"
#include "engine/engine.h"

#include <cstdint>
#include <mutex>
#include <optional>

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

}  // namespace sumi::book
