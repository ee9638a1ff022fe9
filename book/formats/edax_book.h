// SPDX-License-Identifier: MIT
/// Converts from and to Edax's opening book, book.dat (format: README.md).
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

/// In discs.
inline constexpr int kMaxEdaxScore = 64;

struct EdaxLink {
  int score = 0;  ///< For the side to move of its position.
  Square move = Square::kPass;

  friend bool operator==(const EdaxLink&, const EdaxLink&) = default;
};

/// Edax's entry for a position, in any of its eight orientations. Moves have the same orientation.
struct EdaxPosition {
  Board board;
  std::uint32_t wins = 0, draws = 0, losses = 0, lines = 0;
  int value = 0, lower = 0, upper = 0;  ///< Discs.
  int level = 0;
  std::vector<EdaxLink> links;     ///< Moves that stay in the book.
  std::optional<EdaxLink> leaf{};  ///< The best other move.

  friend bool operator==(const EdaxPosition&, const EdaxPosition&) = default;
};

struct EdaxHeader {
  int version = 4, release = 4;
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  std::int32_t level = 0, empties = 0, midgame_error = 0, endcut_error = 0, verbosity = 0;
  std::uint32_t positions = 0;

  friend bool operator==(const EdaxHeader&, const EdaxHeader&) = default;
};

bool is_edax_book(std::string_view head);

/// Reads a book and returns its header. Calls `visit` for each valid position, and `warn` for each
/// invalid one (with number and fault) and for trailing bytes. Fails with kBadFile on another file
/// type or, after visiting the first positions, on a truncated file.
Result<EdaxHeader> read_edax_book(ByteStream stream,
                                  const std::function<void(const EdaxPosition&)>& visit,
                                  const std::function<void(const std::string&)>& warn);
/// As above, for a file. Also fails with kNotFound.
Result<EdaxHeader> read_edax_book(const std::string& path,
                                  const std::function<void(const EdaxPosition&)>& visit,
                                  const std::function<void(const std::string&)>& warn);

/// Why `link` is invalid; empty if valid. Requires: `board` has no overlapping discs.
std::string fault_of(const Board& board, const EdaxLink& link);

// A file is a header, then header.positions positions.
std::string to_bytes(const EdaxHeader& header);
std::string to_bytes(const EdaxPosition& position);

/// Our entry for an Edax position (README.md, "Import"): leaf, games and level; negamax_all() adds
/// scores. Nothing for finished games and forced passes. If the leaf is a pass, returns the
/// position after it, unsearched, because Edax lacks it.
std::optional<std::pair<Board, BookEntry>> from_edax(const EdaxPosition& position);

/// Writes all scored positions as an Edax book (README.md, "Export"). Builds the file in memory.
/// False if `progress` cancels. Fails as write_file() does.
Result<bool> write_edax_book(const std::string& path, const BookReader& book,
                             const Progress& progress = {});

}  // namespace sumi::book
