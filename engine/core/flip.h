// SPDX-License-Identifier: MIT
/// Discs turned by a move. The fastest body for this level is chosen at compile time (isa.h).
/// Slow twin: rules::flips(). 1.8 ns on v4, 2.5 on v3, 7.5 on v2 (NOTES.md).
///
/// All bodies use one idea. On a ray, the first square that holds no opponent disc ends the run.
/// Rising rays find it as the lowest set bit, falling rays as the highest. If our disc stands
/// there, the run before it turns.
#pragma once

#include "engine/core/isa.h"
#include "engine/game/board.h"

#if defined(__AVX512VL__) && defined(__AVX512CD__)
#include "engine/core/flip/avx512.h"
#elif defined(__AVX2__)
#include "engine/core/flip/avx2.h"
#else
#include "engine/core/flip/portable.h"
#endif

namespace sumi::SUMI_ISA {

/// The opponent discs turned when the side to move plays `s`; 0 if the move is illegal.
/// Requires: `s` is empty and not kPass.
SUMI_INLINE Bitboard flips(const Board& b, Square s) {
#if defined(__AVX512VL__) && defined(__AVX512CD__)
  return detail::flips_avx512(b, s);
#elif defined(__AVX2__)
  return detail::flips_avx2(b, s);
#else
  return detail::flips_portable(b, s);
#endif
}

}  // namespace sumi::SUMI_ISA
