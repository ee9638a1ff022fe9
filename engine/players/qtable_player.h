// SPDX-License-Identifier: MIT
/// The player that takes its moves from a table (qtable.h).
#pragma once

#include "engine/players/best_moves.h"
#include "engine/players/player.h"
#include "engine/players/qtable.h"

#include <memory>

namespace sumi {

/// The article's number (tools/lab/papers/README.md, S5).
inline constexpr double kUnknownValue = 0.5;

struct QReading {
  double unknown = kUnknownValue;  ///< Value of moves that the table does not know.
  /// If the table does not have a move under its board, look it up under the board's canonical():
  /// learners may keep one board of eight.
  bool symmetric = true;
  Tie tie = Tie::kRandom;
};

/// Takes the move of the highest value.
std::unique_ptr<MovePlayer> make_qtable_player(std::shared_ptr<const QTable> table,
                                               const QReading& reading = {});

/// Reads the table from the file `argument`. Fails if it cannot be read, is none, or is for boards
/// of another size.
Result<std::unique_ptr<MovePlayer>> make_qtable_player(std::string_view argument, int size);

}  // namespace sumi
