// SPDX-License-Identifier: MIT
/// The rules of Othello, for everyone outside the search: short, portable, obvious. The tests
/// hold the fast kernels of engine/core/ to these functions. `size` is that of the board, 4, 6
/// or 8.
#pragma once

#include "engine/game/board.h"

#include <cstdint>

namespace sumi::rules {

/// The opponent discs turned when the side to move plays `s`; 0 if that is no legal move
/// (also when `s` is taken, off the board or kPass).
Bitboard flips(const Board& b, Square s, int size = 8);

/// Every square the side to move may play; 0 means it must pass or the game is over.
Bitboard legal_moves(const Board& b, int size = 8);

/// Neither side can move.
bool game_over(const Board& b, int size = 8);

/// The side to move has no move, the other has.
bool must_pass(const Board& b, int size = 8);

/// Leaves of the game tree `depth` plies below `b`. A pass costs a ply; a finished game is one
/// leaf, however deep.
std::uint64_t perft(const Board& b, int depth, int size = 8);

}  // namespace sumi::rules
