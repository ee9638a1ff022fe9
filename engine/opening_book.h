// SPDX-License-Identifier: MIT
/// The interface that book/ implements.
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

/// Games through a position, by result.
struct GameCounts {
  std::uint32_t wins = 0, draws = 0, losses = 0;

  std::uint64_t games() const { return std::uint64_t{wins} + draws + losses; }
  friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

struct BookMove {
  Square move = Square::kPass;
  Value value{};          ///< For the side that plays the move.
  int depth = 0;          ///< Of the search for the value, in plies.
  int selectivity = 100;  ///< Of that search, from kSelectivities.
  bool exact = false;
  bool in_book = true;  ///< True if the move leads into the book or ends the game; false for the
                        ///< best move that leaves the book.
  GameCounts games{};   ///< For the side that plays the move.

  friend bool operator==(const BookMove&, const BookMove&) = default;
};

/// Thread-safe. Symmetric positions are equal.
class OpeningBook {
 public:
  virtual ~OpeningBook();

  /// Moves with values, best first, ties by square. Empty if a search is better: out of book, where
  /// all moves leave the book, and where an unsearched move may be better than the known ones.
  /// Takes microseconds.
  virtual std::vector<BookMove> moves(const Board& board) const = 0;

  /// The expected line up to the end of the book, with passes, or its first `plies` (a pass may
  /// add one). The shipped book takes some 30 ms for its first line, under a millisecond for later
  /// and for short ones.
  virtual Line line(const Board& board, int plies) const = 0;

  /// Adds a game at once. Fails, without changes, if the book is read-only (as the shipped book is)
  /// or rejects the game (size, start, unfinished). Also reports earlier errors of learn().
  virtual Result<void> add(const GameRecord& game) = 0;

  /// An empty result, after a stop, ends learn().
  using Search = std::function<std::optional<SearchReport>(const Board&, const SearchLimits&)>;

  /// Searches the positions of added games; stores each result at once. Resumes after a stop.
  virtual void learn(const Search& search) = 0;
};

/// The move and what book.line() expects after it. Requires: the move is legal.
Line line_after(const OpeningBook& book, const Board& board, Square move, int plies = kMaxPly);

/// Plies of a book value's `depth` inside the book; a search covered the rest. `line`: the expected
/// moves; the last one leaves the book. Meaningless for exact values.
int book_plies(const Line& line, int depth);

/// A score that others proved and published.
struct PublishedScore {
  DiscDiff score{};  ///< With perfect play, for the side to move.
  std::string_view by;
  int year = 0;
};

/// Only for positions that a publication names, else null: the starts of 8x8 and 6x6.
const PublishedScore* published_score(const Position& position);

/// Name of the shipped book; other names are file paths.
inline constexpr std::string_view kShippedBook = "default";

/// Opens kShippedBook or a file; with `to_learn`, creates a missing file. Thread-safe.
using BookOpener =
    std::function<Result<std::shared_ptr<OpeningBook>>(const std::string& name, bool to_learn)>;

}  // namespace sumi
