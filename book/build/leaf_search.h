// SPDX-License-Identifier: MIT
/// Searches for books: which leaves need one, the search, and how a leaf gets into the book.
#pragma once

#include "book/store/book_entry.h"
#include "book/store/book_store.h"
#include "book/store/book_tree.h"
#include "engine/engine.h"

#include <cstdint>
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

}  // namespace sumi::book
