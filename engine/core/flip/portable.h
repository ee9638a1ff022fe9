// SPDX-License-Identifier: MIT
/// Flips by one ray at a time, for machines without wide registers.
#pragma once

#include "engine/core/rays.h"

#include <bit>

namespace sumi::SUMI_ISA::detail {

SUMI_INLINE Bitboard flips_portable(const Board& b, Square s) {
  const Rays& rays = kRays[index(s)];
  Bitboard all = 0;
  for (const Bitboard ray : rays.rising) {
    const Bitboard others = ray & ~b.opp;
    const Bitboard end = others & -others & b.own;
    // end - 1 covers the run; nothing if there is no end.
    all |= ray & (end - (end != 0));
  }
  for (const Bitboard ray : rays.falling) {
    const Bitboard end = std::bit_floor(ray & ~b.opp) & b.own;
    all |= ray & (Bitboard{0} - 2 * end);
  }
  return all;
}

}  // namespace sumi::SUMI_ISA::detail
