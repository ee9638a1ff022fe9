// SPDX-License-Identifier: MIT
/// The positions of a game one after another, and their form that is the same for all eight
/// symmetric ones.
#pragma once

#include "engine/game/board.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace sumi::book {

/// Calls visit(board, side to move, next move) for each position, the start and the last one
/// included; the last has no next move. Passes that `moves` leave out are put in, as kPass.
/// Requires: the moves are legal.
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

/// A position of the board of 8x8 in its canonical form, and how the original lies in it.
class CanonicalPosition {
 public:
  explicit CanonicalPosition(const Board& board);

  const Board& board() const { return board_; }

  /// The same for all moves that lead to symmetric positions by a symmetry of this one: the
  /// smallest of their squares in the canonical form.
  Square canonical(Square move) const;

  /// The move of the original that canonical() makes `move`; of several the one farthest to the
  /// right and down, so that the start has f5.
  Square original(Square move) const;

 private:
  Board board_;
  std::uint8_t symmetries_ = 0;  ///< The set of those that lead from the original to board_.
};

/// A hash of a canonical board, of 60 bits: position_lists.h.
std::uint64_t position_hash(const Board& canonical);

/// Moves of a game, passes left out, in the one of the symmetric forms that comes first, with the
/// start's canonical form and side before them: games are the same if this text is.
std::string canonical_line(const Position& start, std::span<const Square> moves);

}  // namespace sumi::book
