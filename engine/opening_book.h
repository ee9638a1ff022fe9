// SPDX-License-Identifier: MIT
/// The opening book as the engine uses it; book/ implements it.
#pragma once

#include "engine/base/error.h"
#include "engine/game/game.h"
#include "engine/game/score.h"
#include "engine/limits.h"
#include "engine/search_core.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// Games that went through a position, by result.
struct GameCounts {
  std::uint32_t wins = 0, draws = 0, losses = 0;

  std::uint64_t games() const { return std::uint64_t{wins} + draws + losses; }
  friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

/// A move in the book.
struct BookMove {
  Square move = Square::kPass;
  Value value{};          ///< For the side that plays the move.
  int depth = 0;          ///< Plies of the search that gave the value.
  int selectivity = 100;  ///< Of that search, one of kSelectivities.
  bool exact = false;     ///< The value is proven.
  bool in_book = true;    ///< Leads into the book or ends the game. False: the best move out of it.
  GameCounts games{};     ///< For the side that plays the move.

  friend bool operator==(const BookMove&, const BookMove&) = default;
};

/// Thread-safe. Symmetric positions are equal.
class OpeningBook {
 public:
  virtual ~OpeningBook();

  /// Moves with values, best first, ties by square. Empty where a search knows more: out of book,
  /// where all moves leave the book, and where an unsearched move may be better than the known
  /// ones. Takes microseconds.
  virtual std::vector<BookMove> moves(const Board& board) const = 0;

  /// The expected line to the end of the book, passes included. Under a millisecond.
  virtual Line line(const Board& board) const = 0;

  /// Adds a game at once. Fails, and changes nothing, if the book is read-only (as the shipped one)
  /// or does not accept the game (size, start, unfinished). Also reports earlier errors of learn().
  virtual Result<void> add(const GameRecord& game) = 0;

  /// Searches a position; empty if stopped, which ends learn().
  using Search = std::function<std::optional<SearchReport>(const Board&, const SearchLimits&)>;

  /// Searches the positions that games added; stores each result at once. Resumes after a stop.
  virtual void learn(const Search& search) = 0;
};

/// Requires: the move is legal.
Line line_after(const OpeningBook& book, const Board& board, Square move);

/// How much of the `depth` of a book value lies inside the book, whose search had the rest. `line`:
/// the expected moves; the last one leaves the book. Not meaningful for exact values.
int book_plies(const Line& line, int depth);

/// Name of the shipped book; other names are files.
inline constexpr std::string_view kShippedBook = "default";

/// Opens kShippedBook or a file; with `to_learn` creates a missing file. Thread-safe.
using BookOpener =
    std::function<Result<std::shared_ptr<OpeningBook>>(const std::string& name, bool to_learn)>;

}  // namespace sumi
