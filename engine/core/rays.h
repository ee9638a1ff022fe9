// SPDX-License-Identifier: MIT
/// The eight rays from each square, as sets: what the flip kernels mask with.
#pragma once

#include "engine/core/isa.h"
#include "engine/game/board.h"

#include <array>

namespace sumi::SUMI_ISA {

/// Squares beyond a square in each direction, up to the edge. `rising` rays run to higher
/// squares, `falling` to lower ones; both in the order east-west, antidiagonal, north-south,
/// diagonal, whose steps are 1, 7, 8 and 9 bits. One cache line a square.
struct alignas(64) Rays {
  std::array<Bitboard, 4> rising{}, falling{};
};

namespace detail {

constexpr Bitboard ray(int square, int file_step, int rank_step) {
  Bitboard set = 0;
  int file = square % 8 + file_step, rank = square / 8 + rank_step;
  for (; 0 <= file && file < 8 && 0 <= rank && rank < 8; file += file_step, rank += rank_step) {
    set |= Bitboard{1} << (8 * rank + file);
  }
  return set;
}

constexpr std::array<Rays, 64> make_rays() {
  std::array<Rays, 64> all;
  for (int s = 0; s < 64; ++s) {
    all[s].rising = {ray(s, 1, 0), ray(s, -1, 1), ray(s, 0, 1), ray(s, 1, 1)};
    all[s].falling = {ray(s, -1, 0), ray(s, 1, -1), ray(s, 0, -1), ray(s, -1, -1)};
  }
  return all;
}

}  // namespace detail

inline constexpr std::array<Rays, 64> kRays = detail::make_rays();

}  // namespace sumi::SUMI_ISA
