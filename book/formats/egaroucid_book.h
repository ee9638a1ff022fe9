// SPDX-License-Identifier: MIT
/// Egaroucid's opening book, .egbk3 (format: README.md), and conversions.
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

/// A half turn between both numberings of squares; its own inverse.
inline constexpr int kEgaroucidTurn = 3;
/// In discs.
inline constexpr int kMaxEgaroucidScore = 64;

/// The level of values entered by a person.
inline constexpr int kPersonLevel = 70;

/// The best move out of the book.
struct EgaroucidLeaf {
  /// kUnsearched: the move or value is unknown. kNoMove: every legal move stays in the book. Other
  /// fields then have their defaults.
  Leaf::State state = Leaf::State::kUnsearched;
  Square move = Square::kPass;
  int value = 0;   ///< Discs, for the side to move.
  int level = -1;  ///< -1: unknown.

  friend bool operator==(const EgaroucidLeaf&, const EgaroucidLeaf&) = default;
};

/// Any of the eight symmetric boards, with the move on that board.
struct EgaroucidPosition {
  Board board;
  int value = 0;            ///< Discs, for the side to move.
  int level = -1;           ///< -1: unknown; else 0..60, or kPersonLevel.
  std::uint32_t lines = 0;  ///< Positions of the book after it.
  EgaroucidLeaf leaf{};

  friend bool operator==(const EgaroucidPosition&, const EgaroucidPosition&) = default;
};

/// .egbk3 or the older .egbk2. (.egbk has no signature.)
bool is_egaroucid_book(std::string_view head);

/// Returns the number of positions in the header. Calls `visit` for each valid position, and `warn`
/// with the number and fault of each invalid one (overlapping discs, an illegal leaf, an impossible
/// value) and for trailing bytes. Fails with kBadFile on another file type, another version than 3,
/// or a truncated file; earlier visits stand.
Result<std::uint32_t> read_egaroucid_book(
    ByteStream stream, const std::function<void(const EgaroucidPosition&)>& visit,
    const std::function<void(const std::string&)>& warn);
/// Can also fail with kNotFound.
Result<std::uint32_t> read_egaroucid_book(
    const std::string& path, const std::function<void(const EgaroucidPosition&)>& visit,
    const std::function<void(const std::string&)>& warn);

// A file is a header, then the positions.
std::string egaroucid_header(std::uint32_t positions);
std::string to_bytes(const EgaroucidPosition& position);

/// Our entry for an Egaroucid position, with the level of its leaf, or its own if the leaf is
/// unknown. A leaf is not exact; its depth is the level, at most the empties, its selectivity the
/// lowest. Values entered by a person have the highest level. The score is the position's value
/// until resolve_leaves() and negamax_all(). Nothing for a position without a legal move.
std::optional<std::pair<Board, BookEntry>> from_egaroucid(const EgaroucidPosition& position);

/// Completes a book that consists only of from_egaroucid() entries, before negamax_all(). A leaf
/// becomes kNoMove if every move stays in the book, and unsearched if it is kNoMove but a move
/// leads out. A position with neither a leaf nor a move in the book is really a leaf: it is
/// removed, and becomes its parent's leaf if its value is the best. Takes 5 us and 40 bytes a
/// position.
void resolve_leaves(BookStore& book);

/// Writes all scored positions as an Egaroucid book: boards oriented as Egaroucid expects, scores
/// in whole discs, current leaves. README.md lists defaults of fields that our books lack. Builds
/// the file in memory; replaces it atomically. Returns false if `progress` cancels. Fails as
/// write_file() does.
Result<bool> write_egaroucid_book(const std::string& path, const BookReader& book,
                                  const Progress& progress = {});

}  // namespace sumi::book
