// SPDX-License-Identifier: MIT
/// The contents of the frame of a compact book: positions as a tree, which takes fewer bytes than
/// their boards would. For compact_book.cpp only.
#pragma once

#include "book/store/book_row.h"
#include "engine/base/error.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::book {

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

/// The records, in the order of books. Fails with kBadFile if the bytes are not `positions`
/// positions. Whatever the bytes are, it takes at most about 200 bytes of memory for each of so
/// many positions. Requires: 0 <= positions <= kMaxCompactPositions.
Result<std::vector<CompactRecord>> decode(std::string_view bytes, int positions);

}  // namespace sumi::book
