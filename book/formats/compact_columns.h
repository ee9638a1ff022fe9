// SPDX-License-Identifier: MIT
/// The bytes in the frame of a compact book: what positions have in common stands together, in
/// columns, which compresses better than one position after another. Byte by byte: README.md.
#pragma once

#include "book/store/book_entry.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sumi::book {

/// The columns in their order in the file.
enum class CompactColumn : std::size_t {
  kBoards,
  kMoves,
  kFlags,
  kLevels,
  kDepths,
  kScoreLow,
  kScoreHigh,
  kLeafFlags,
  kLeafMoves,
  kLeafDepths,
  kLeafLow,
  kLeafHigh,
  kGames,
  kEnd
};
inline constexpr auto kCompactColumns = static_cast<std::size_t>(CompactColumn::kEnd);

class ColumnWriter {
 public:
  /// Writes how many positions follow with put_board().
  void put_boards(std::size_t count);
  void put_board(const Board& board);

  /// Writes which legal moves lead to positions of the book. `within` has a bit for each legal
  /// move, from the lowest bit on in the order of their squares.
  void put_moves(std::uint64_t within);

  /// Requires: fault_of() finds nothing.
  void put_entry(const Board& board, const BookEntry& entry);

  std::string bytes() const;

 private:
  void put_byte(CompactColumn column, int byte);
  void put_long(CompactColumn column, std::uint64_t number);
  std::string& bytes_of(CompactColumn column) { return columns_[static_cast<std::size_t>(column)]; }

  std::array<std::string, kCompactColumns> columns_;
};

/// Takes what ColumnWriter has put, in the same order. Where a column is at its end, or holds what
/// no writer puts there, some value is given and bad() is true from then on.
class ColumnReader {
 public:
  explicit ColumnReader(std::string_view bytes);

  bool bad() const { return bad_; }
  bool ended() const;  ///< Nothing is left.

  std::uint64_t take_boards() { return take_long(CompactColumn::kBoards); }
  Board take_board();  ///< Unchecked: may be any two numbers.
  std::uint64_t take_moves() { return take_long(CompactColumn::kMoves); }

  /// Requires: `board` is a position of a book.
  BookEntry take_entry(const Board& board);

 private:
  int take_byte(CompactColumn column);
  std::uint64_t take_long(CompactColumn column);
  std::uint32_t take_count();
  int take_selectivity(int flags);
  Value take_value(CompactColumn low, CompactColumn high, Value base);
  Leaf take_leaf(const Board& board);
  std::string_view& left_of(CompactColumn column) {
    return columns_[static_cast<std::size_t>(column)];
  }

  std::array<std::string_view, kCompactColumns> columns_;
  bool bad_ = false;
};

}  // namespace sumi::book
