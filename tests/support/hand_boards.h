// SPDX-License-Identifier: MIT
/// Boards so bare that the evaluator `mobility` can be told by hand.
#pragma once

#include "engine/game/board.h"

namespace sumi::test {

/// Row 1 is -OXXXXXX: the mover may play a1, the other side nothing: +1 disc. 57 empties.
inline constexpr Board kOneMove{0xFC, 0x02};

/// Rows 1 and 3 are that: a1 or a3 against nothing: +2 discs. 50 empties. After either move one is
/// left, which makes +1 disc.
inline constexpr Board kTwoMoves{0xFC00FC, 0x020002};

}  // namespace sumi::test
