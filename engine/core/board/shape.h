// SPDX-License-Identifier: MIT
/// The board size as a template argument, at no cost for 8x8. Small boards: 4x4 on C3..F6, 6x6 on
/// B2..G7.
#pragma once

#include "engine/core/board/isa.h"
#include "engine/game/board.h"

#include <array>
#include <bit>

namespace sumi::SUMI_ISA {

/// The squares at distances `a` and `b` from the nearer edges, in either order; (0, 0): corners.
template <int N>
constexpr Bitboard squares_at(int a, int b) {
  Bitboard set = 0;
  for (int s = 0; s < 64; ++s) {
    const int file = s % 8 - (8 - N) / 2, rank = s / 8 - (8 - N) / 2;
    const int from_side = file < N / 2 ? file : N - 1 - file;
    const int from_end = rank < N / 2 ? rank : N - 1 - rank;
    const bool match = (from_side == a && from_end == b) || (from_side == b && from_end == a);
    if (match) set |= Bitboard{1} << s;
  }
  return set;
}

template <int N>
inline constexpr Bitboard kSquares = squares_of(N);

template <int N>
inline constexpr Bitboard kCorners = squares_at<N>(0, 0);

/// Beside a corner on an edge.
template <int N>
inline constexpr Bitboard kCSquares = squares_at<N>(0, 1);

/// Beside a corner on a diagonal.
template <int N>
inline constexpr Bitboard kXSquares = squares_at<N>(1, 1);

template <int N>
SUMI_INLINE constexpr Bitboard empty_squares(const Board& b) {
  return b.empty() & kSquares<N>;
}

template <int N>
SUMI_INLINE constexpr int count_empties(const Board& b) {
  return std::popcount(empty_squares<N>(b));
}

/// In discs for the side to move; the winner gets the empties.
template <int N>
SUMI_INLINE constexpr int final_discs(const Board& b) {
  const int own = std::popcount(b.own), opp = std::popcount(b.opp);
  return own > opp ? N * N - 2 * opp : own < opp ? 2 * own - N * N : 0;
}

/// Parity: whoever moves first in an odd region of empties also moves last, an advantage. Quadrants
/// approximate regions.
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

SUMI_INLINE constexpr Bitboard quadrant_of(Square s) {
  return detail::kQuadrantOf[static_cast<std::size_t>(index(s))];
}

SUMI_INLINE constexpr Bitboard odd_quadrants(Bitboard empties) {
  Bitboard odd = 0;
  for (const Bitboard quadrant : kQuadrants) {
    if (std::popcount(empties & quadrant) & 1) odd |= quadrant;
  }
  return odd;
}

}  // namespace sumi::SUMI_ISA
