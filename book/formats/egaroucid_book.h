// SPDX-License-Identifier: MIT
/// The file of Egaroucid's opening book, .egbk3 (byte by byte: README.md); our books as
/// Egaroucid's, and the other way.
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

/// The symmetry between their numbers of squares and ours: a half turn, which undoes itself.
inline constexpr int kEgaroucidTurn = 3;
/// The largest score of a move or position, in discs.
inline constexpr int kMaxEgaroucidScore = 64;

/// The level of values that a person has put in.
inline constexpr int kPersonLevel = 70;

/// The best of the moves that lead out of the book.
struct EgaroucidLeaf {
  /// kUnsearched: no move or no value is known. kNoMove: every legal move stays in the book. Then
  /// the other fields are as here.
  Leaf::State state = Leaf::State::kUnsearched;
  Square move = Square::kPass;
  int value = 0;   ///< Discs, for the side to move.
  int level = -1;  ///< -1: unknown.

  friend bool operator==(const EgaroucidLeaf&, const EgaroucidLeaf&) = default;
};

/// A position as the file has it; its board in any of the eight directions, the move on that board.
struct EgaroucidPosition {
  Board board;
  int value = 0;            ///< Discs, for the side to move.
  int level = -1;           ///< -1: unknown; else 0..60, or kPersonLevel.
  std::uint32_t lines = 0;  ///< Positions of the book behind it.
  EgaroucidLeaf leaf{};

  friend bool operator==(const EgaroucidPosition&, const EgaroucidPosition&) = default;
};

/// The bytes begin as a book of Egaroucid does, .egbk3 or the older .egbk2. (.egbk begins with
/// nothing of its own.)
bool is_egaroucid_book(std::string_view head);

/// Reads a book position by position. `visit` gets each that is right. Returns how many the header
/// announces; what was wrong with a position (discs that overlap, a leaf that is not legal, a value
/// that no game has) is told to `warn` with its number, and costs only that position; so are bytes
/// behind the last. Fails with kBadFile if it is no such file, of another version than 3, or ends
/// early: what was visited before that stands.
Result<std::uint32_t> read_egaroucid_book(
    ByteStream stream, const std::function<void(const EgaroucidPosition&)>& visit,
    const std::function<void(const std::string&)>& warn);
/// Reads the file at `path` in the same way; can fail with kNotFound, too.
Result<std::uint32_t> read_egaroucid_book(
    const std::string& path, const std::function<void(const EgaroucidPosition&)>& visit,
    const std::function<void(const std::string&)>& warn);

// The bytes of a file: a header, then so many positions.
std::string egaroucid_header(std::uint32_t positions);
std::string to_bytes(const EgaroucidPosition& position);

/// The entry of our books for a position of Egaroucid: its leaf, with the level of that, or of the
/// position where no leaf is known. A leaf is neither exact nor sure: its depth is the level, or
/// the empties, its selectivity the lowest. What a person has put in is of the highest level. The
/// score is the position's value until settle_leaves() and negamax_all() have gone through all of
/// them. Nothing for a position that our books do not hold: one without a legal move.
std::optional<std::pair<Board, BookEntry>> from_egaroucid(const EgaroucidPosition& position);

/// For a book of the entries of from_egaroucid() alone, before negamax_all(): finds out what the
/// file does not say. A leaf is none if every move stays in the book, and unsearched if one is said
/// to be none and a move leads out. A position with neither a leaf nor a move that stays is a leaf
/// itself: it is taken out, and its value is that of the move to it, which becomes the leaf of the
/// position before if it is the best. Takes 5 us and 40 bytes of memory a position.
void settle_leaves(BookStore& book);

/// All scored positions of a book as a file that Egaroucid reads: in the direction that it looks
/// for, scores rounded to whole discs, leaves that are not stale. What stands in fields that our
/// books do not have: README.md. Takes memory for the whole file. All or nothing: PATH.new takes
/// the name when it is whole. Returns whether it was written: not if `progress` has ended it. Fails
/// as write_file() does.
Result<bool> write_egaroucid_book(const std::string& path, const BookReader& book,
                                  const Progress& progress = {});

}  // namespace sumi::book
