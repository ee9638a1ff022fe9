// SPDX-License-Identifier: MIT
#include "book/build/leaf_work.h"
#include "engine/game/symmetry.h"

#include <optional>

namespace sumi::book {

bool needs_search(const Leaf& leaf, const std::vector<Child>& children) {
  return leaf.state == Leaf::State::kUnsearched || is_stale(leaf, children);
}

std::vector<Board> leaves_to_search(const BookReader& book, const Board& board) {
  std::vector<Board> found;
  const std::optional<BookEntry> entry = book.find(board);
  if (!entry) return found;
  for (const Board& parent : parents(book, board)) {
    const Leaf leaf = book.find(parent).value().leaf;
    if (is_stale(leaf, children(book, parent))) found.push_back(parent);
  }
  if (needs_search(entry->leaf, children(book, board))) found.push_back(canonical(board).board);
  return found;
}

bool put_leaf(BookStore& book, const Board& board, const Leaf& leaf, int level) {
  bool is_new = false;
  book.change([&] {
    const std::optional<BookEntry> known = book.find(board);
    is_new = !known;
    BookEntry entry = known.value_or(BookEntry{});
    entry.leaf = leaf;
    entry.level = level;
    update(book, board, entry);
  });
  return is_new;
}

}  // namespace sumi::book
