// SPDX-License-Identifier: MIT
/// Shared by all code that searches for a book: which leaves need a search, and how a leaf gets
/// into the book.
#pragma once

#include "book/store/book_store.h"
#include "book/store/book_tree.h"

#include <vector>

namespace sumi::book {

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
