// SPDX-License-Identifier: MIT
/// A read-only book in a map.
#pragma once

#include "book/store/book_tree.h"
#include "tests/support/books.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace sumi::test {

class MemoryBook final : public book::BookReader {
 public:
  void put(const Board& board, book::BookEntry entry) {
    const auto [key, symmetry] = canonical(board);
    entry.leaf.move = symmetric(entry.leaf.move, symmetry);
    entries[{key.own, key.opp}] = entry;
  }

  std::optional<book::BookEntry> find(const Board& board) const override {
    const auto [key, symmetry] = canonical(board);
    const auto found = entries.find({key.own, key.opp});
    if (found == entries.end()) return std::nullopt;
    book::BookEntry entry = found->second;
    entry.leaf.move = symmetric(entry.leaf.move, inverse_symmetry(symmetry));
    return entry;
  }

  std::uint64_t size() const override { return entries.size(); }

  void for_each(
      const std::function<bool(const Board&, const book::BookEntry&)>& visit) const override {
    for (const auto& [board, entry] : entries) {
      if (!visit({board.first, board.second}, entry)) return;
    }
  }

  std::string note(const std::string&) const override { return {}; }

  /// Fullest boards first, as in negamax_all(): a move adds a disc.
  void negamax() {
    std::vector<Board> boards;
    for (const auto& [key, entry] : entries) boards.push_back({key.first, key.second});
    std::ranges::stable_sort(boards, {}, &Board::empties);
    for (const Board& board : boards) {
      put(board, book::negamaxed(*find(board), book::children(*this, board)));
    }
  }

  Entries entries;
};

/// Random games from the start, negamaxed: whole games for passes and ends; short ones for
/// positions with several children.
inline MemoryBook random_book(SplitMix64& random, int whole_games, int openings) {
  MemoryBook book;
  for (const auto& [lines, plies] : {std::pair(whole_games, 60), std::pair(openings, 7)}) {
    for (const Board& board : random_positions(random, kStartBoard, lines, plies)) {
      if (book::is_book_position(board)) book.put(board, random_entry(random, board));
    }
  }
  book.negamax();
  return book;
}

}  // namespace sumi::test
