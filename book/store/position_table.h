// SPDX-License-Identifier: MIT
/// All positions of a book in memory, for work that goes through all of them with their children.
#pragma once

#include "book/store/book_reader.h"
#include "book/store/book_row.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace sumi::book {

/// 40 bytes a position. One thread at a time.
class PositionTable {
 public:
  explicit PositionTable(const BookReader& book);

  /// The number of positions. They are sorted by empties, the deepest first, then in the order of
  /// BookReader::for_each(), so a child has a smaller index than its parents.
  std::size_t size() const { return positions_.size(); }
  const Board& board(std::size_t i) const { return positions_[i].board; }
  BookEntry entry(std::size_t i) const;
  void set_entry(std::size_t i, const BookEntry& entry);

  /// The index of the position or of the one symmetric to it.
  std::optional<std::size_t> index_of(const Board& board) const;

  /// Does the same as BookReader::find().
  std::optional<BookEntry> find(const Board& board) const;

 private:
  struct Item {
    Board board;  ///< Canonical.
    BookRow row;
  };
  static_assert(sizeof(Item) == 40);

  std::optional<std::size_t> lookup(const Board& canonical_board) const;

  std::vector<Item> positions_;
  std::size_t first_[66] = {};  ///< [n]: index of the first with n empties or more.
};

}  // namespace sumi::book
