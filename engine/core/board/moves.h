// SPDX-License-Identifier: MIT
/// Legal moves. Slow twin: rules::legal_moves(). 2.7 ns on v4, 2.9 on v3, 9.6 on v2 (NOTES.md).
#pragma once

#include "engine/core/board/flip.h"
#include "engine/core/board/shape.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace sumi::SUMI_ISA {

namespace detail {

/// Squares from which a line may run on east or west: files B..G. Masking the opponent with it
/// stops every line at the board edge.
inline constexpr Bitboard kInnerFiles = 0x7E7E7E7E7E7E7E7E;

/// The squares where own lines over opponent discs end: those after the last disc. All four
/// directions and both senses are filled by parallel prefix: runs of one disc, then two, then two
/// more and two more, so six steps cost four.
/// Source: Kogge-Stone fill, https://www.chessprogramming.org/Kogge-Stone_Algorithm
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

/// Every square the side to move may play, as a set; 0 means it must pass or the game is over.
template <int N>
SUMI_INLINE Bitboard legal_moves(const Board& b) {
  return detail::line_ends(b) & empty_squares<N>(b);
}

/// The board after the side to move plays the legal move `s`.
SUMI_INLINE Board play(const Board& b, Square s) { return b.played(s, flips(b, s)); }

/// Leaves of the game tree, to check and time the kernels. Slow twin: rules::perft(). The last ply
/// is counted in bulk from the legal moves, no table, no symmetry.
template <int N>
std::uint64_t perft(const Board& b, int depth) {
  if (depth == 0) return 1;
  const Bitboard moves = legal_moves<N>(b);
  if (moves == 0) {
    // One leaf below a pass or an end at the last ply; else a pass goes on, an end does not.
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
