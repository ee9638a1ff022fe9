// SPDX-License-Identifier: MIT
#pragma once

#include "engine/game/board.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace sumi::book {

/// Calls visit(board, side to move, next move) for each position; the last has no next move.
/// Inserts missing passes. Requires: legal moves.
template <class Visit>
void walk_game(const Position& start, std::span<const Square> moves, Visit visit) {
  Board board = start.board;
  Color side = start.to_move;
  const auto pass = [&] {
    visit(board, side, std::optional(Square::kPass));
    board = board.passed();
    side = !side;
  };
  for (const Square move : moves) {
    if (move == Square::kPass) continue;
    if (fast_rules::flips(board, move) == 0) pass();
    visit(board, side, std::optional(move));
    board = fast_rules::play(board, move);
    side = !side;
  }
  visit(board, side, std::optional<Square>());
}

/// A canonical 8x8 position and its symmetry to the original.
class CanonicalPosition {
 public:
  explicit CanonicalPosition(const Board& board);

  const Board& board() const { return board_; }

  /// The smallest canonical square among moves equivalent to `move` by symmetry.
  Square canonical(Square move) const;

  /// The inverse of canonical(): of several moves the rightmost, then the lowest (f5 at the start).
  Square original(Square move) const;

  /// All original moves whose canonical() is `move`; none for a pass.
  Bitboard originals(Square move) const;

 private:
  Board board_;
  std::uint8_t symmetries_ = 0;  ///< The symmetries that map the original to board_.
};

/// A 60-bit hash of a canonical board (position_lists.h).
std::uint64_t position_hash(const Board& canonical);

/// The canonical start and side, then the moves without passes, in the symmetric form that sorts
/// first. Equal for symmetric games.
std::string canonical_line(const Position& start, std::span<const Square> moves);

}  // namespace sumi::book
