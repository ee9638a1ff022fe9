// SPDX-License-Identifier: MIT
/// A game in progress, on a board of any size: start, moves so far, the position now. Knows the
/// rules and the colours;
/// every protocol session and the match referee keep one.
#pragma once

#include "engine/base/error.h"
#include "engine/game/position.h"
#include "engine/game/score.h"

#include <cstddef>
#include <vector>

namespace sumi {

/// A move as it was made: by whom, where (kPass for a pass).
struct PlayedMove {
  Color color = Color::kBlack;
  Square square = Square::kPass;
  bool implicit = false;  ///< A pass that was not sent but followed from the next move.

  friend constexpr bool operator==(const PlayedMove&, const PlayedMove&) = default;
};

/// One thread at a time.
class Game {
 public:
  Game() : Game(Position{}) {}
  explicit Game(const Position& start);

  const Position& start() const { return positions_.front(); }
  const Position& position() const { return positions_.back(); }
  const std::vector<PlayedMove>& moves() const { return moves_; }
  bool over() const;
  Bitboard legal_moves() const;  ///< Moves of the side to move.

  /// Black's final score, empties to the winner. Requires: over().
  DiscDiff black_score() const;

  /// Plays for `color`. If `color` is not to move but the side to move must pass, that pass is
  /// put in first and marked implicit. A pass is legal when `color` has no move; in a finished
  /// game either side may pass, any number of times (such passes are kept as moves).
  /// Fails with kIllegalMove and changes nothing.
  Result<void> play(Color color, Square square);

  /// play() for the side to move, or for the other side if the side to move must pass.
  Result<void> play(Square square);

  /// Takes back the last move, and with it an implicit pass before it. False at the start.
  bool undo();

 private:
  void add(const PlayedMove& move, const Position& after);

  std::vector<Position> positions_;  ///< One more than moves_; never empty.
  std::vector<PlayedMove> moves_;
};

}  // namespace sumi
