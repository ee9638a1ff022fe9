// SPDX-License-Identifier: MIT
/// Sparse boards with a `mobility` value that is easy to compute by hand.
#pragma once

#include "engine/game/board.h"

namespace sumi::test {

/// Row 1 is -OXXXXXX: the mover has a1, and the opponent no move: +1 disc. 57 empties.
inline constexpr Board kOneMove{0xFC, 0x02};

/// Rows 1 and 3 are like that row: the mover has a1 and a3, and the opponent no move: +2 discs. 50
/// empties. Either move leaves one: +1 disc.
inline constexpr Board kTwoMoves{0xFC00FC, 0x020002};

}  // namespace sumi::test
