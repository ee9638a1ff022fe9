// SPDX-License-Identifier: MIT
#pragma once

#include "engine/game/game.h"

#include <string>
#include <vector>

namespace sumi::protocol {

struct BoardStyle {
  bool colors = false;   ///< ANSI colours; otherwise letters, `*` and brackets.
  bool unicode = false;  ///< Round discs instead of letters; needs `colors`.
};

/// File letters, ranks, and file letters again, all equally wide. Marks legal moves and the last
/// move.
std::vector<std::string> board_lines(const Game& game, const BoardStyle& style);

/// The last move other than a pass, or null.
const PlayedMove* last_move(const Game& game);

}  // namespace sumi::protocol
