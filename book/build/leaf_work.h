// SPDX-License-Identifier: MIT
/// What all who search for a book share: which leaves need it, and how a leaf gets in.
#pragma once

#include "book/store/book_store.h"
#include "book/store/book_tree.h"

#include <vector>

namespace sumi::book {

/// Nobody has looked for the leaf, or it is stale.
bool needs_search(const Leaf& leaf, const std::vector<Child>& children);

/// Of a position that has come into the book: it, if its leaf needs a search, behind those that
/// lead to it and whose leaves are stale. Canonical boards. Empty if it is not in the book.
std::vector<Board> leaves_to_search(const BookReader& book, const Board& board);

/// Writes what a search at `level` has found, be the position new or not; update(). Returns whether
/// it is new. One change.
bool put_leaf(BookStore& book, const Board& board, const Leaf& leaf, int level);

}  // namespace sumi::book
