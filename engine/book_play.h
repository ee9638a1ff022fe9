// SPDX-License-Identifier: MIT
/// Which of the book's moves is played.
#pragma once

#include "engine/base/random.h"
#include "engine/opening_book.h"
#include "engine/options.h"

#include <span>

namespace sumi {

/// Chooses moves of games. Knows what the choices of a game have given away so far; a position with
/// no fewer empties than the one before is of a new game. One thread at a time.
class BookPlay {
 public:
  /// One of `moves` (of OpeningBook::moves(): best first). In this order:
  ///   - What was given away in this game and the choice together stay within book_max_loss_discs;
  ///     the best move gives away nothing.
  ///   - book_draws: a value of less than half a disc is a draw. With "seek" a draw is chosen if
  ///     there is one among those, with "avoid" another move if there is one.
  ///   - book_variety_discs: any move within so much of the best of what is left, the better the
  ///     likelier: the chance falls in a straight line with what the move gives away.
  /// The same numbers from `random` make the same choices; it is asked only if there is a choice.
  /// Requires: `moves` is not empty.
  BookMove choose(std::span<const BookMove> moves, const Board& board, const EngineOptions& options,
                  SplitMix64& random);

 private:
  Value spent_{};
  int empties_ = 0;  ///< Of the position of the last choice.
};

}  // namespace sumi
