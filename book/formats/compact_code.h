// SPDX-License-Identifier: MIT
/// The contents of the frame of a compact book: positions as a tree, which takes fewer bytes than
/// their boards would. For compact_book.cpp only.
#pragma once

#include "book/formats/compact_columns.h"
#include "book/store/book_row.h"
#include "engine/base/error.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::book {

inline constexpr int kMostDiscs = 64;
inline int discs_of(const Board& board) { return kMostDiscs - board.empties(); }

struct CompactRecord {
  Board board;  ///< Canonical.
  BookRow row;
};
static_assert(sizeof(CompactRecord) == 40);

inline BookEntry entry_of(const CompactRecord& record) {
  return parse_row(record.board, {record.row.data(), record.row.size()}).value();
}

// No compact book is larger.
inline constexpr std::size_t kMaxFrameBytes = std::size_t{64} << 20;
inline constexpr int kMaxCompactPositions = 4'000'000;

/// Requires: the records are in the order of books, and no two have the same board.
std::string encode(std::span<const CompactRecord> records);

/// Decodes a frame by numbers of discs, fewest first: the first move of a game needs a few of
/// 100,000 positions. Whatever the bytes are, it takes at most about 200 bytes of memory for each
/// of so many positions.
class CompactDecoder {
 public:
  /// Requires: 0 <= positions <= kMaxCompactPositions.
  CompactDecoder(std::string bytes, int positions);
  CompactDecoder(const CompactDecoder&) = delete;

  bool ended() const { return next_discs_ > kMostDiscs; }
  int next_discs() const { return next_discs_; }

  /// Decodes the positions of next_discs() discs. Fails with kBadFile if the bytes are not those of
  /// so many positions. Requires: !ended(), and no failure before.
  Result<void> advance();

  /// Decoded positions of so many discs, 0..64, in the order of books. Stays where it is.
  std::span<const CompactRecord> of_discs(int discs) const;

 private:
  const std::string bytes_;
  const std::size_t count_;
  ColumnReader reader_;
  int next_discs_ = 0;
  std::vector<Board> next_;              ///< What moves lead to, of next_discs_ discs.
  std::vector<CompactRecord> records_;   ///< By discs; never moves.
  std::array<std::size_t, 66> first_{};  ///< [discs]: the first record.
};

/// All records, in the order of books. Fails as CompactDecoder does.
Result<std::vector<CompactRecord>> decode(std::string_view bytes, int positions);

}  // namespace sumi::book
