// SPDX-License-Identifier: MIT
/// What the engine needs of an opening book. book/ implements it; engine/ never includes book/.
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

/// How many games went through a position, by their results.
struct GameCounts {
  std::uint32_t wins = 0, draws = 0, losses = 0;

  std::uint64_t games() const { return std::uint64_t{wins} + draws + losses; }
  friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

/// A move that the book knows.
struct BookMove {
  Square move = Square::kPass;
  Value value{};          ///< Value for the side that plays the move.
  int depth = 0;          ///< Plies of search behind the value.
  int selectivity = 100;  ///< Selectivity of that search, one of kSelectivities.
  bool exact = false;     ///< The value is proven.
  bool in_book = true;    ///< The move leads to a book position or ends the game. False: the best
                          ///< of the moves that lead out of it.
  GameCounts games{};     ///< Results for the side that plays the move.

  friend bool operator==(const BookMove&, const BookMove&) = default;
};

/// Any call may come from any thread. Symmetric positions count as one.
class OpeningBook {
 public:
  virtual ~OpeningBook();

  /// The moves with a value, best first; equal ones by their squares. Empty where a search knows
  /// more than the book: outside it, where no move leads to a position of the book, and where a
  /// move that is still to be searched may be better than all that are known. Microseconds.
  virtual std::vector<BookMove> moves(const Board& board) const = 0;

  /// The expected moves from a position on, as far as the book leads; passes included. Below a
  /// millisecond.
  virtual Line line(const Board& board) const = 0;

  /// Adds a game and its result, at once. Fails, and changes nothing, if the book cannot be written
  /// (the shipped one cannot) or the game is none for it (another size or start; not over). Also
  /// tells what went wrong in learn() before.
  virtual Result<void> add(const GameRecord& game) = 0;

  /// Searches a position; nothing if it was stopped, and then learning ends for now.
  using Search = std::function<std::optional<SearchReport>(const Board&, const SearchLimits&)>;

  /// Searches what games have brought in and nobody has searched yet, and keeps each result at
  /// once. What is left when the search is stopped is done by a later call.
  virtual void learn(const Search& search) = 0;
};

/// `move`, and what the book expects after it. Requires: the move is legal.
Line line_after(const OpeningBook& book, const Board& board, Square move);

/// Of `depth`, the plies behind a value of the book, those inside the book; a search had the
/// others. `line`: the moves that the book expects, of which the last one leads out. Of an exact
/// value nothing is to be split.
int book_plies(const Line& line, int depth);

/// The name of the shipped book; all others are files.
inline constexpr std::string_view kShippedBook = "default";

/// Opens kShippedBook or a file; to learn in it, makes the file if there is none. Any thread.
using BookOpener =
    std::function<Result<std::shared_ptr<OpeningBook>>(const std::string& name, bool to_learn)>;

}  // namespace sumi
