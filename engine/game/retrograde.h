// SPDX-License-Identifier: MIT
/// Moves backwards, on the board of 8x8.
#pragma once

#include "engine/game/board.h"

#include <vector>

namespace sumi {

/// Every board from which one move (no pass) of its side to move leads to `board`: `played(s,
/// flips)` of each is `board`. The four middle squares are never empty on them. No two are equal;
/// symmetric ones may be among them. Whether play from the start reaches them is not asked.
/// Microseconds in the opening, up to milliseconds on full boards.
std::vector<Board> predecessors(const Board& board);

}  // namespace sumi
