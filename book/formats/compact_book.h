// SPDX-License-Identifier: MIT
/// A book to hand on: one small compressed file that is read whole. The shipped book is one, inside
/// the program. README.md has the format.
#pragma once

#include "book/store/book_entry.h"
#include "engine/base/error.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::book {

// The contents of the frame of a compact book: positions as a tree, which takes fewer bytes than
// their boards would. What they have in common is together, in columns, which compresses better
// than one position after another. Byte by byte: README.md. For compact_book.cpp and the
// fuzzer only.

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

/// Decodes a frame lazily, in order of the number of discs, because the first move of a game needs
/// only a few of 100,000 positions. Whatever the bytes are, it takes at most about 200 bytes of
/// memory per position.
class CompactDecoder {
 public:
  /// Requires: 0 <= positions <= kMaxCompactPositions.
  CompactDecoder(std::string bytes, int positions);
  CompactDecoder(const CompactDecoder&) = delete;

  bool ended() const { return next_discs_ > kMostDiscs; }
  int next_discs() const { return next_discs_; }

  /// Decodes the positions of next_discs() discs. Fails with kBadFile if the bytes are not those of
  /// `positions` positions. Requires: !ended(), and no failure before.
  Result<void> advance();

  /// The decoded positions with `discs` discs (0..64), in the order of books. The span stays valid.
  std::span<const CompactRecord> of_discs(int discs) const;

 private:
  const std::string bytes_;
  const std::size_t count_;
  ColumnReader reader_;
  int next_discs_ = 0;
  std::vector<Board> next_;                          ///< What moves lead to, of next_discs_ discs.
  std::vector<CompactRecord> records_;               ///< By discs; never moves.
  std::array<std::size_t, kMostDiscs + 2> first_{};  ///< [discs]: the first record.
};

/// All records, in the order of books. Fails as CompactDecoder does.
Result<std::vector<CompactRecord>> decode(std::string_view bytes, int positions);

/// Held in memory, 40 bytes a position.
class CompactBook final : public BookReader {
 public:
  /// Fails with kBadFile if the bytes are not whole and right.
  static Result<std::unique_ptr<CompactBook>> read(std::string_view bytes);
  static bool is_compact(std::string_view head);

  /// The shipped book. The first call opens it in a few milliseconds; positions are decoded on
  /// demand, all 100,000 in 25 ms. This and the book's lookups throw FatalError if it is damaged,
  /// which a test rules out.
  static std::shared_ptr<const CompactBook> shipped();

  ~CompactBook() override;

  std::optional<BookEntry> find(const Board& board) const override;
  std::uint64_t size() const override;
  void for_each(const std::function<bool(const Board&, const BookEntry&)>& visit) const override;
  std::string note(const std::string& name) const override;

 private:
  struct Impl;
  explicit CompactBook(std::unique_ptr<Impl> impl);
  /// As read(), but damaged positions are found only when they are decoded.
  static Result<std::unique_ptr<CompactBook>> open(std::string_view bytes);
  std::unique_ptr<Impl> impl_;
};

/// The bytes of a compact book of all positions of another and its note "source"; none if
/// `progress` has ended it. Fails with kOutOfRange above four million positions.
Result<std::string> to_compact(const BookReader& book, const std::string& source,
                               const Progress& progress = {});

}  // namespace sumi::book
