// SPDX-License-Identifier: MIT
/// The board as `sumi play` shows it.
#pragma once

#include "engine/game/game.h"

#include <string>
#include <vector>

namespace sumi::protocol {

struct BoardStyle {
  bool colors = false;   ///< ANSI colours; without them letters, `*` and brackets say the same.
  bool unicode = false;  ///< Round discs instead of letters; used with colours only.
};

/// A line for the file letters, one for each rank, and the letters again; all equally wide on the
/// screen. Legal moves of the side to move and the last move are marked.
std::vector<std::string> board_lines(const Game& game, const BoardStyle& style);

/// The last move that was no pass; null if there is none.
const PlayedMove* last_move(const Game& game);

}  // namespace sumi::protocol
