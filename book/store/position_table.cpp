// SPDX-License-Identifier: MIT
#include "book/store/board_hash.h"
#include "book/store/position_table.h"
#include "engine/game/symmetry.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace sumi::book {
PositionTable::PositionTable(const BookReader& book) {
  book.for_each([&](const Board& board, const BookEntry& entry) {
    assert(canonical(board).board == board);
    positions_.push_back({board, to_row(entry)});
    return true;
  });
  std::ranges::sort(positions_, DeepestFirst{}, &Item::board);
  for (const Item& item : positions_) ++first_[item.board.empties() + 1];
  for (std::size_t i = 1; i < std::size(first_); ++i) first_[i] += first_[i - 1];
}

BookEntry PositionTable::entry(std::size_t i) const {
  const BookRow& row = positions_[i].row;
  return parse_row(positions_[i].board, {row.data(), row.size()}).value();
}

void PositionTable::set_entry(std::size_t i, const BookEntry& entry) {
  positions_[i].row = to_row(entry);
}

std::optional<std::size_t> PositionTable::index_of(const Board& board) const {
  return lookup(canonical(board).board);
}

std::optional<BookEntry> PositionTable::find(const Board& board) const {
  const CanonicalBoard there = canonical(board);
  const auto i = lookup(there.board);
  if (!i) return std::nullopt;
  BookEntry found = entry(*i);
  found.leaf.move = symmetric(found.leaf.move, inverse_symmetry(there.symmetry));
  return found;
}

std::optional<std::size_t> PositionTable::lookup(const Board& there) const {
  const auto empties = static_cast<std::size_t>(there.empties());
  const auto begin = positions_.begin() + static_cast<std::ptrdiff_t>(first_[empties]);
  const auto end = positions_.begin() + static_cast<std::ptrdiff_t>(first_[empties + 1]);
  const auto found = std::ranges::lower_bound(begin, end, there, BoardOrder{}, &Item::board);
  if (found == end || found->board != there) return std::nullopt;
  return static_cast<std::size_t>(found - positions_.begin());
}

}  // namespace sumi::book
