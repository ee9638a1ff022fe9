// SPDX-License-Identifier: MIT
/// Which of the book's moves is played.
#pragma once

#include "engine/base/random.h"
#include "engine/opening_book.h"
#include "engine/options.h"

#include <set>
#include <span>
#include <utility>
#include <vector>

namespace sumi {

/// Chooses moves of games. Knows what the choices of a game have given away so far, and which lines
/// the games before have played; a position with no fewer empties than the one before is of a new
/// game. One thread at a time.
class BookPlay {
 public:
  /// One of `moves` (of OpeningBook::moves(): best first). In this order:
  ///   - What was given away in this game and the choice together stay within book_max_loss_discs;
  ///     the best move gives away nothing.
  ///   - book_draws: a value of less than half a disc is a draw. With "seek" a draw is chosen if
  ///     there is one among those, with "avoid" another move if there is one.
  ///   - book_variety_discs: any move within so much of the best of what is left, the better the
  ///     likelier: the chance falls in a straight line with what the move gives away. But first
  ///     those that may lead to something new: a move is played out when games went all ways behind
  ///     it that the same replies leave. So a peer that answers the same way meets no game twice
  ///     before it has met them all.
  /// The same numbers from `random` make the same choices; it is asked only if there is a choice.
  /// Requires: `moves` is not empty.
  BookMove choose(std::span<const BookMove> moves, const Board& board, const EngineOptions& options,
                  SplitMix64& random);

  /// What comes next is another game.
  void end_game();

 private:
  using Key = std::pair<Bitboard, Bitboard>;  ///< A position, whichever way it is turned.
  struct Choice {
    std::vector<Key> after;  ///< The moves that there were.
    Key chosen;
  };

  static Key key_after(const Board& board, Square move);

  Value spent_{};
  int empties_ = 0;  ///< Of the position of the last choice.
  std::vector<Choice> line_;
  std::set<Key> played_out_;
};

}  // namespace sumi
