// SPDX-License-Identifier: MIT
/// The eight symmetries of the board, numbered 0..7: bit 0 mirrors left and right (A1 <-> H1), then
/// bit 1 mirrors top and bottom (A1 <-> A8), then bit 2 transposes files and ranks (B1 <-> A2).
#pragma once

#include "engine/game/board.h"

#include <algorithm>

namespace sumi {

inline constexpr int kSymmetries = 8;

/// Reverses the files in each rank. Source of the three: H. Warren, "Hacker's Delight", 2nd ed.,
/// 7-1 and 7-3.
SUMI_INLINE constexpr Bitboard mirror_files(Bitboard x) {
  x = ((x >> 1) & 0x5555555555555555) | ((x & 0x5555555555555555) << 1);
  x = ((x >> 2) & 0x3333333333333333) | ((x & 0x3333333333333333) << 2);
  return ((x >> 4) & 0x0F0F0F0F0F0F0F0F) | ((x & 0x0F0F0F0F0F0F0F0F) << 4);
}

SUMI_INLINE constexpr Bitboard mirror_ranks(Bitboard x) { return __builtin_bswap64(x); }

SUMI_INLINE constexpr Bitboard transpose(Bitboard x) {
  Bitboard t = (x ^ (x >> 7)) & 0x00AA00AA00AA00AA;
  x ^= t ^ (t << 7);
  t = (x ^ (x >> 14)) & 0x0000CCCC0000CCCC;
  x ^= t ^ (t << 14);
  t = (x ^ (x >> 28)) & 0x00000000F0F0F0F0;
  return x ^ t ^ (t << 28);
}

SUMI_INLINE constexpr Bitboard symmetric(Bitboard x, int s) {
  if (s & 1) x = mirror_files(x);
  if (s & 2) x = mirror_ranks(x);
  if (s & 4) x = transpose(x);
  return x;
}

SUMI_INLINE constexpr Board symmetric(const Board& b, int s) {
  return {symmetric(b.own, s), symmetric(b.opp, s)};
}

/// kPass stays kPass.
SUMI_INLINE constexpr Square symmetric(Square square, int s) {
  return square == Square::kPass ? square : first_square(symmetric(bit(square), s));
}

SUMI_INLINE constexpr int inverse_symmetry(int s) {
  // Mirrors are self-inverse; transposing swaps the two mirrors.
  return s == 5 ? 6 : s == 6 ? 5 : s;
}

struct CanonicalBoard {
  Board board;
  int symmetry;  ///< From the original to `board`.
};

/// The symmetric board with the smallest (own, opp); equal for all eight.
SUMI_INLINE constexpr CanonicalBoard canonical(const Board& b) {
  Bitboard own[kSymmetries] = {b.own, mirror_files(b.own)};
  for (int s = 2; s < 4; ++s) own[s] = mirror_ranks(own[s - 2]);
  for (int s = 4; s < kSymmetries; ++s) own[s] = transpose(own[s - 4]);
  const Bitboard least = *std::min_element(own, own + kSymmetries);
  CanonicalBoard best{{least, ~Bitboard{0}}, 0};
  for (int s = 0; s < kSymmetries; ++s) {
    if (own[s] != least) continue;
    const Bitboard opp = symmetric(b.opp, s);
    if (opp < best.board.opp) best = {{least, opp}, s};
  }
  return best;
}

}  // namespace sumi
