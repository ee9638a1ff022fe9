// SPDX-License-Identifier: MIT
/// The file of Edax's opening book, book.dat. Byte by byte: README.md.
#pragma once

#include "engine/base/error.h"
#include "engine/formats/byte_stream.h"
#include "engine/game/board.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
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

}  // namespace sumi::book
