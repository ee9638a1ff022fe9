// SPDX-License-Identifier: MIT
/// A book for distribution: one compressed file, read whole (format: README.md). The shipped book
/// is built in.
#pragma once

#include "book/store/book_entry.h"
#include "engine/base/error.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::book {

// The frame of a compact book: a tree of positions, in columns of similar data. Only for
// compact_book.cpp and the fuzzer.

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
  /// Number of following put_board() calls.
  void put_boards(std::size_t count);
  void put_board(const Board& board);

  /// The moves to positions in the book: bit i is legal move i, in square order.
  void put_moves(std::uint64_t within);

  /// Requires: fault_of() is empty.
  void put_entry(const Board& board, const BookEntry& entry);

  std::string bytes() const;

 private:
  void put_byte(CompactColumn column, int byte);
  void put_long(CompactColumn column, std::uint64_t number);
  std::string& bytes_of(CompactColumn column) { return columns_[static_cast<std::size_t>(column)]; }

  std::array<std::string, kCompactColumns> columns_;
};

/// Reads in ColumnWriter's order. At the end of a column or on invalid data, returns an arbitrary
/// value and sets bad().
class ColumnReader {
 public:
  explicit ColumnReader(std::string_view bytes);

  bool bad() const { return bad_; }
  bool ended() const;

  std::uint64_t take_boards() { return take_long(CompactColumn::kBoards); }
  Board take_board();  ///< Unchecked.
  std::uint64_t take_moves() { return take_long(CompactColumn::kMoves); }

  /// Requires: is_book_position(board).
  BookEntry take_entry(const Board& board);
  void skip_entries(std::size_t count);

 private:
  int take_byte(CompactColumn column);
  std::uint64_t take_long(CompactColumn column);
  std::uint32_t take_count();
  int take_selectivity(int flags);
  Value take_value(CompactColumn low, CompactColumn high, Value base);
  Leaf take_leaf(const Board& board);
  void skip(std::size_t bytes, std::initializer_list<CompactColumn> columns);
  std::string_view& left_of(CompactColumn column) {
    return columns_[static_cast<std::size_t>(column)];
  }

  std::array<std::string_view, kCompactColumns> columns_;
  bool bad_ = false;
};

inline constexpr int kMaxDiscs = 64;
inline int discs_of(const Board& board) { return kMaxDiscs - board.empties(); }

struct CompactRecord {
  Board board;  ///< Canonical.
  BookRow row;
};
static_assert(sizeof(CompactRecord) == 40);

inline BookEntry entry_of(const CompactRecord& record) {
  return parse_row(record.board, {record.row.data(), record.row.size()}).value();
}

inline constexpr std::size_t kMaxFrameBytes = std::size_t{64} << 20;
inline constexpr int kMaxCompactPositions = 4'000'000;

/// Requires: book order, no duplicate boards.
std::string encode(std::span<const CompactRecord> records);

/// Decodes a frame lazily, because the first move of a game needs the entries of a hundred of
/// 100,000 positions: boards by number of discs, entries one by one. Takes at most about 200 bytes
/// per position on any input.
class CompactDecoder {
 public:
  /// Requires: 0 <= positions <= kMaxCompactPositions.
  CompactDecoder(std::string bytes, int positions);
  CompactDecoder(const CompactDecoder&) = delete;

  bool ended() const { return next_discs_ > kMaxDiscs; }
  int next_discs() const { return next_discs_; }

  /// Decodes the boards with next_discs() discs. Fails with kBadFile if the bytes do not contain
  /// `positions` positions. Requires: !ended(), no earlier failure.
  Result<void> advance();

  struct Generation {
    std::span<const Board> boards;  ///< Canonical, in book order.
    std::size_t first = 0;          ///< Number of the first board, for entry().
  };
  /// The boards with `discs` (0..64) discs. The span stays valid.
  Generation of_discs(int discs) const;

  /// The entry of the board numbered `place`. Fails with kBadFile if it is invalid. Thread-safe,
  /// also during advance(). Requires: that board is decoded.
  Result<BookEntry> entry(std::size_t place) const;

  /// All positions, by number of discs. Fails with kBadFile if an entry is invalid. Requires:
  /// ended().
  Result<void> for_each(const std::function<void(const Board&, const BookEntry&)>& visit) const;

 private:
  const std::string bytes_;
  const std::size_t count_;
  ColumnReader reader_;                ///< Behind the entries.
  std::vector<ColumnReader> entries_;  ///< Before entry 0, kEntryStep, 2 * kEntryStep ...
  int next_discs_ = 0;
  std::vector<Board> next_;
  std::vector<Board> boards_;
  std::array<std::size_t, kMaxDiscs + 2> first_{};  ///< [discs]: the first board.
};

/// Decodes all positions, in book order. Fails as CompactDecoder does.
Result<std::vector<CompactRecord>> decode(std::string_view bytes, int positions);

/// An in-memory book: 30 bytes per position.
class CompactBook final : public BookReader {
 public:
  /// Fails with kBadFile if the bytes are damaged.
  static Result<std::unique_ptr<CompactBook>> read(std::string_view bytes);
  static bool is_compact(std::string_view head);

  /// The shipped book. The first call takes a few milliseconds; boards, decoded on demand, take
  /// 0.3 us each. A damaged book (a test checks it) makes shipped() and look-ups throw FatalError.
  static std::shared_ptr<const CompactBook> shipped();

  ~CompactBook() override;

  std::optional<BookEntry> find(const Board& board) const override;
  std::uint64_t size() const override;
  void for_each(const std::function<bool(const Board&, const BookEntry&)>& visit) const override;
  std::string note(const std::string& name) const override;

 private:
  struct Impl;
  explicit CompactBook(std::unique_ptr<Impl> impl);
  /// As read(), but decodes lazily and so detects damaged positions later.
  static Result<std::unique_ptr<CompactBook>> open(std::string_view bytes);
  std::unique_ptr<Impl> impl_;
};

/// All positions of `book` and the note "source"; empty if `progress` cancels. Fails with
/// kOutOfRange for more than four million positions.
Result<std::string> to_compact(const BookReader& book, const std::string& source,
                               const Progress& progress = {});

}  // namespace sumi::book
