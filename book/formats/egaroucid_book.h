// SPDX-License-Identifier: MIT
/// Converts from and to Egaroucid's opening book, .egbk3 (format: README.md).
#pragma once

#include "book/store/book_entry.h"
#include "book/store/book_store.h"
#include "engine/base/error.h"
#include "engine/formats/byte_stream.h"
#include "engine/game/board.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sumi::book {

/// Symmetry between the two numberings of squares: a half turn, its own inverse.
inline constexpr int kEgaroucidTurn = 3;
/// In discs.
inline constexpr int kMaxEgaroucidScore = 64;

/// The level of values entered by a person.
inline constexpr int kPersonLevel = 70;

struct EgaroucidLeaf {
  /// Unless kMove, the fields below have their defaults. kUnsearched: move or value is unknown.
  /// kNoMove: every legal move stays in the book.
  Leaf::State state = Leaf::State::kUnsearched;
  Square move = Square::kPass;
  int value = 0;   ///< Discs, for the side to move.
  int level = -1;  ///< -1: unknown.

  friend bool operator==(const EgaroucidLeaf&, const EgaroucidLeaf&) = default;
};

/// Egaroucid's entry for a position, in any of its eight orientations. The move has the same
/// orientation.
struct EgaroucidPosition {
  Board board;
  int value = 0;            ///< Discs, for the side to move.
  int level = -1;           ///< 0..60, or kPersonLevel; -1: unknown.
  std::uint32_t lines = 0;  ///< Number of later book positions.
  EgaroucidLeaf leaf{};

  friend bool operator==(const EgaroucidPosition&, const EgaroucidPosition&) = default;
};

/// True for .egbk3 and the older .egbk2. (.egbk has no signature.)
bool is_egaroucid_book(std::string_view head);

/// Reads a book as read_edax_book() does (edax_book.h), and returns the number of positions in its
/// header. Also fails on versions other than 3.
Result<std::uint32_t> read_egaroucid_book(
    ByteStream stream, const std::function<void(const EgaroucidPosition&)>& visit,
    const std::function<void(const std::string&)>& warn);
/// As above, for a file. Also fails with kNotFound.
Result<std::uint32_t> read_egaroucid_book(
    const std::string& path, const std::function<void(const EgaroucidPosition&)>& visit,
    const std::function<void(const std::string&)>& warn);

// A file is a header, then the positions.
std::string egaroucid_header(std::uint32_t positions);
std::string to_bytes(const EgaroucidPosition& position);

/// Our entry for an Egaroucid position (README.md, "Import"); nothing without a legal move. Until
/// resolve_leaves() and negamax_all() its score is the position's value.
std::optional<std::pair<Board, BookEntry>> from_egaroucid(const EgaroucidPosition& position);

/// Completes the leaves of a book with only from_egaroucid() entries. Call before negamax_all()
/// (README.md, "Import"). Takes 5 us and 40 bytes per position.
void resolve_leaves(BookStore& book);

/// Writes all scored positions as an Egaroucid book (README.md, "Export"). Builds the file in
/// memory. False if `progress` cancels. Fails as write_file() does.
Result<bool> write_egaroucid_book(const std::string& path, const BookReader& book,
                                  const Progress& progress = {});

}  // namespace sumi::book
