// SPDX-License-Identifier: MIT
/// Legal moves. Reference implementation: rules::legal_moves().
#pragma once

#include "engine/core/board/flip.h"
#include "engine/core/board/shape.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace sumi::SUMI_ISA {

namespace detail {

/// Files B..G: as a mask of the opponent's discs, they stop lines at the board edge.
inline constexpr Bitboard kInnerFiles = 0x7E7E7E7E7E7E7E7E;

/// The squares after lines of opponent discs that start at our discs, by parallel prefix: runs of 1
/// and 2 discs, then 2 more, twice. Source: Kogge-Stone fill,
/// https://www.chessprogramming.org/Kogge-Stone_Algorithm
#if defined(__AVX2__)
SUMI_INLINE Bitboard line_ends(const Board& b) {
  const __m256i step = _mm256_set_epi64x(9, 8, 7, 1);
  const __m256i step2 = _mm256_set_epi64x(18, 16, 14, 2);
  const __m256i own = _mm256_set1_epi64x(static_cast<long long>(b.own));
  const __m256i opp =
      _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(b.opp)),
                       _mm256_set_epi64x(kInnerFiles, -1, kInnerFiles, kInnerFiles));
  __m256i up = _mm256_and_si256(opp, _mm256_sllv_epi64(own, step));
  __m256i down = _mm256_and_si256(opp, _mm256_srlv_epi64(own, step));
  up = _mm256_or_si256(up, _mm256_and_si256(opp, _mm256_sllv_epi64(up, step)));
  down = _mm256_or_si256(down, _mm256_and_si256(opp, _mm256_srlv_epi64(down, step)));
  const __m256i pair_up = _mm256_and_si256(opp, _mm256_sllv_epi64(opp, step));
  const __m256i pair_down = _mm256_srlv_epi64(pair_up, step);
  up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_sllv_epi64(up, step2)));
  down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, step2)));
  up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_sllv_epi64(up, step2)));
  down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, step2)));
  const __m256i four = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
  const __m128i two = _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
  return static_cast<Bitboard>(_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))));
}
#else
SUMI_INLINE Bitboard line_ends(Bitboard own, Bitboard opp, int step) {
  Bitboard up = opp & (own << step), down = opp & (own >> step);
  up |= opp & (up << step);
  down |= opp & (down >> step);
  const Bitboard pair_up = opp & (opp << step), pair_down = pair_up >> step;
  up |= pair_up & (up << (2 * step));
  down |= pair_down & (down >> (2 * step));
  up |= pair_up & (up << (2 * step));
  down |= pair_down & (down >> (2 * step));
  return (up << step) | (down >> step);
}

SUMI_INLINE Bitboard line_ends(const Board& b) {
  const Bitboard inner = b.opp & kInnerFiles;
  return line_ends(b.own, inner, 1) | line_ends(b.own, inner, 7) | line_ends(b.own, b.opp, 8) |
         line_ends(b.own, inner, 9);
}
#endif

}  // namespace detail

/// 0: a pass or the end of the game.
template <int N>
SUMI_INLINE Bitboard legal_moves(const Board& b) {
  return detail::line_ends(b) & empty_squares<N>(b);
}

/// Requires: `s` is legal.
SUMI_INLINE Board play(const Board& b, Square s) { return b.played(s, flips(b, s)); }

/// Leaves of the game tree, with bulk counting at the last ply. Reference implementation:
/// rules::perft().
template <int N>
std::uint64_t perft(const Board& b, int depth) {
  if (depth == 0) return 1;
  const Bitboard moves = legal_moves<N>(b);
  if (moves == 0) {
    // A finished game is a leaf, as is a pass at the last ply; earlier passes continue.
    return depth > 1 && legal_moves<N>(b.passed()) != 0 ? perft<N>(b.passed(), depth - 1) : 1;
  }
  if (depth == 1) return static_cast<std::uint64_t>(std::popcount(moves));
  std::uint64_t leaves = 0;
  for (Bitboard left = moves; left != 0; left &= left - 1) {
    leaves += perft<N>(play(b, first_square(left)), depth - 1);
  }
  return leaves;
}

}  // namespace sumi::SUMI_ISA
