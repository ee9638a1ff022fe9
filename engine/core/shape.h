// SPDX-License-Identifier: MIT
/// The size of the board as a compile-time argument: small boards lie in the middle of the 8x8
/// board (4x4 on C3..F6, 6x6 on B2..G7), so 8x8 pays nothing for them.
#pragma once

#include "engine/core/isa.h"
#include "engine/game/board.h"

#include <bit>

namespace sumi::SUMI_ISA {

/// The squares of the N x N board.
template <int N>
inline constexpr Bitboard kSquares = N == 8   ? ~Bitboard{0}
                                     : N == 6 ? Bitboard{0x007E7E7E7E7E7E00}
                                              : Bitboard{0x00003C3C3C3C0000};

template <int N>
SUMI_INLINE constexpr Bitboard empty_squares(const Board& b) {
  return b.empty() & kSquares<N>;
}

template <int N>
SUMI_INLINE constexpr int count_empties(const Board& b) {
  return std::popcount(empty_squares<N>(b));
}

/// The score of a finished game in discs for the side to move; empties go to the winner.
template <int N>
SUMI_INLINE constexpr int final_discs(const Board& b) {
  const int own = std::popcount(b.own), opp = std::popcount(b.opp);
  return own > opp ? N * N - 2 * opp : own < opp ? 2 * own - N * N : 0;
}

}  // namespace sumi::SUMI_ISA
