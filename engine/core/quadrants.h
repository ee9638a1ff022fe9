// SPDX-License-Identifier: MIT
/// Parity: the last move in a region of empties is an advantage, and who gets it depends on
/// whether their number is odd. Quadrants of the board stand for regions: cheap and good enough.
#pragma once

#include "engine/core/isa.h"
#include "engine/game/board.h"

#include <bit>

namespace sumi::SUMI_ISA {

inline constexpr Bitboard kQuadrants[4] = {0x000000000F0F0F0F, 0x00000000F0F0F0F0,
                                           0x0F0F0F0F00000000, 0xF0F0F0F000000000};

/// The quadrant of a square as one of four bits: 1, 2, 4, 8.
SUMI_INLINE constexpr unsigned quadrant_bit(Square s) {
  return 1u << ((index(s) >> 5 << 1) | (index(s) >> 2 & 1));
}

/// All squares of the quadrants that hold an odd number of `empties`.
SUMI_INLINE constexpr Bitboard odd_quadrants(Bitboard empties) {
  Bitboard odd = 0;
  for (const Bitboard quadrant : kQuadrants) {
    if (std::popcount(empties & quadrant) & 1) odd |= quadrant;
  }
  return odd;
}

}  // namespace sumi::SUMI_ISA
