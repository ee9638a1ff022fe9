// SPDX-License-Identifier: MIT
/// Parity: the last move in a region of empties is an advantage, and who gets it depends on
/// whether their number is odd. Quadrants of the board stand for regions: cheap and good enough.
#pragma once

#include "engine/core/isa.h"
#include "engine/game/board.h"

#include <array>
#include <bit>

namespace sumi::SUMI_ISA {

inline constexpr Bitboard kQuadrants[4] = {0x000000000F0F0F0F, 0x00000000F0F0F0F0,
                                           0x0F0F0F0F00000000, 0xF0F0F0F000000000};

namespace detail {
constexpr std::array<Bitboard, 64> make_quadrant_of() {
  std::array<Bitboard, 64> all{};
  for (unsigned s = 0; s < 64; ++s) all[s] = kQuadrants[s >> 5 << 1 | (s >> 2 & 1)];
  return all;
}
inline constexpr std::array<Bitboard, 64> kQuadrantOf = make_quadrant_of();
}  // namespace detail

/// The quadrant that holds `s`.
SUMI_INLINE constexpr Bitboard quadrant_of(Square s) {
  return detail::kQuadrantOf[static_cast<std::size_t>(index(s))];
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
