// SPDX-License-Identifier: MIT
/// The file of Edax's opening book, book.dat (byte by byte: README.md); our books as Edax's, and
/// the other way.
#pragma once

#include "book/store/book_entry.h"
#include "engine/base/error.h"
#include "engine/formats/byte_stream.h"
#include "engine/game/board.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::book {

/// The largest score of a move or position, in discs.
inline constexpr int kMaxEdaxScore = 64;

struct EdaxLink {
  int score = 0;  ///< Discs, for the side to move of the position it belongs to.
  Square move = Square::kPass;

  friend bool operator==(const EdaxLink&, const EdaxLink&) = default;
};

/// A position as the file has it; its board in any of the eight directions, moves on that board.
struct EdaxPosition {
  Board board;
  std::uint32_t wins = 0, draws = 0, losses = 0, lines = 0;
  int value = 0, lower = 0, upper = 0;  ///< Discs.
  int level = 0;
  std::vector<EdaxLink> links;     ///< Moves that stay in the book.
  std::optional<EdaxLink> leaf{};  ///< The best of the others.

  friend bool operator==(const EdaxPosition&, const EdaxPosition&) = default;
};

struct EdaxHeader {
  int version = 4, release = 4;
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  std::int32_t level = 0, empties = 0, midgame_error = 0, endcut_error = 0, verbosity = 0;
  std::uint32_t positions = 0;

  friend bool operator==(const EdaxHeader&, const EdaxHeader&) = default;
};

/// The bytes begin as a book of Edax does.
bool is_edax_book(std::string_view head);

/// Reads a book position by position. `visit` gets each that is right. Returns the header; what was
/// wrong with a position (discs that overlap, a move that is not legal, a score that no game has)
/// is told to `warn` with its number, and costs only that position; so are bytes behind the last.
/// Fails with kBadFile if it is no such file or ends early: what was visited before that stands.
Result<EdaxHeader> read_edax_book(ByteStream stream,
                                  const std::function<void(const EdaxPosition&)>& visit,
                                  const std::function<void(const std::string&)>& warn);
/// Reads the file at `path` in the same way; can fail with kNotFound, too.
Result<EdaxHeader> read_edax_book(const std::string& path,
                                  const std::function<void(const EdaxPosition&)>& visit,
                                  const std::function<void(const std::string&)>& warn);

/// Says what is wrong with a move; empty if nothing is. Requires: no discs of `board` overlap.
std::string fault_of(const Board& board, const EdaxLink& link);

// The bytes of a file: a header, then header.positions positions.
std::string to_bytes(const EdaxHeader& header);
std::string to_bytes(const EdaxPosition& position);

/// The entry of our books for an Edax position: its leaf, games and level. The caller must call
/// negamax_all() for the scores. A leaf is neither exact nor sure: its depth is the level, or the
/// empties, its selectivity the lowest. Without a leaf, there is no move that leads out if every
/// legal move is a link or ends the game; else nobody has looked. Nothing for a game that is over,
/// and for a position in which the side to move must pass, which our books do not hold; but if that
/// pass is a leaf, the book of Edax has no position behind it, and it is given here, unsearched: a
/// link leads to it.
std::optional<std::pair<Board, BookEntry>> from_edax(const EdaxPosition& position);

/// All scored positions of a book as a file that Edax reads: canonical boards, scores rounded to
/// whole discs, leaves that are not stale. A position in which the side to move must pass is an
/// entry of its own where a move of the book leads there: Edax finds the next one through it. What
/// stands in fields that our books do not have: README.md. Takes memory for the whole file.
/// All or nothing: PATH.new takes the name when it is whole. Returns whether it was written: not if
/// `progress` has ended it. Fails as write_file() does.
Result<bool> write_edax_book(const std::string& path, const BookReader& book,
                             const Progress& progress = {});

}  // namespace sumi::book
