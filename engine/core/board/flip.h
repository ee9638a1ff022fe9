// SPDX-License-Identifier: MIT
/// Discs flipped by a move. Reference implementation: rules::flips().
///
/// On each ray, the first square without an opponent disc ends the run: the lowest set bit of a
/// rising ray, the highest of a falling one. If our disc is there, the run is flipped.
#pragma once

#include "engine/core/board/isa.h"
#include "engine/game/board.h"

#include <array>
#include <bit>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace sumi::SUMI_ISA {

/// From a square (exclusive) to the edge. `rising` rays lead to higher squares, `falling` rays to
/// lower ones; both are ordered east-west, antidiagonal, north-south, diagonal (steps of 1, 7, 8
/// and 9 bits). One cache line per square.
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

/// The opponent discs that `s` flips; 0 if the move is illegal. Requires: `s` is empty and not
/// kPass.
#if defined(__AVX512VL__) && defined(__AVX512CD__)
/// Four rays per register, with a leading-zero count per lane.
SUMI_INLINE Bitboard flips(const Board& b, Square s) {
  const Rays& rays = kRays[index(s)];
  const __m256i own = _mm256_set1_epi64x(static_cast<long long>(b.own));
  const __m256i opp = _mm256_set1_epi64x(static_cast<long long>(b.opp));
  const __m256i zero = _mm256_setzero_si256();

  const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.rising.data()));
  const __m256i up_others = _mm256_andnot_si256(opp, up);
  const __m256i up_end =
      _mm256_and_si256(_mm256_and_si256(up_others, _mm256_sub_epi64(zero, up_others)), own);
  // end - 1 covers the run; lanes without an end become 0.
  const __m256i up_run = _mm256_maskz_add_epi64(_mm256_test_epi64_mask(up_end, up_end), up_end,
                                                _mm256_set1_epi64x(-1));

  const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.falling.data()));
  const __m256i down_others = _mm256_andnot_si256(opp, down);
  // If no other squares exist, lzcnt is 64, and a shift by 64 gives 0: no end.
  const __m256i down_end =
      _mm256_and_si256(_mm256_srlv_epi64(_mm256_set1_epi64x(static_cast<long long>(1ull << 63)),
                                         _mm256_lzcnt_epi64(down_others)),
                       own);
  const __m256i down_run = _mm256_sub_epi64(zero, _mm256_add_epi64(down_end, down_end));

  // (up & up_run) | (down & down_run)
  const __m256i four =
      _mm256_ternarylogic_epi64(_mm256_and_si256(up, up_run), down, down_run, 0xF8);
  const __m128i two = _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
  return static_cast<Bitboard>(_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))));
}
#elif defined(__AVX2__)
SUMI_INLINE Bitboard flips(const Board& b, Square s) {
  const Rays& rays = kRays[index(s)];
  const __m256i own = _mm256_set1_epi64x(static_cast<long long>(b.own));
  const __m256i opp = _mm256_set1_epi64x(static_cast<long long>(b.opp));
  const __m256i zero = _mm256_setzero_si256();

  const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.rising.data()));
  const __m256i up_others = _mm256_andnot_si256(opp, up);
  const __m256i up_end =
      _mm256_and_si256(_mm256_and_si256(up_others, _mm256_sub_epi64(zero, up_others)), own);
  // end - 1 covers the run; without an end the comparison cancels the -1.
  const __m256i up_run = _mm256_add_epi64(
      up_end, _mm256_xor_si256(_mm256_cmpeq_epi64(up_end, zero), _mm256_set1_epi64x(-1)));

  const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.falling.data()));
  const __m256i down_others = _mm256_andnot_si256(opp, down);
  // Without a leading-zero count, smear other squares down the ray in steps of one, two and four;
  // the first stays uncovered.
  const __m256i step = _mm256_set_epi64x(9, 8, 7, 1);
  const __m256i step2 = _mm256_set_epi64x(18, 16, 14, 2);
  const __m256i step4 = _mm256_set_epi64x(36, 32, 28, 4);
  __m256i shade = _mm256_srlv_epi64(down_others, step);
  shade = _mm256_or_si256(shade, _mm256_srlv_epi64(shade, step));
  shade = _mm256_or_si256(shade, _mm256_srlv_epi64(shade, step2));
  shade = _mm256_or_si256(shade, _mm256_srlv_epi64(shade, step4));
  const __m256i down_end = _mm256_and_si256(_mm256_andnot_si256(shade, down_others), own);
  const __m256i down_run = _mm256_sub_epi64(zero, _mm256_add_epi64(down_end, down_end));

  const __m256i four =
      _mm256_or_si256(_mm256_and_si256(up, up_run), _mm256_and_si256(down, down_run));
  const __m128i two = _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
  return static_cast<Bitboard>(_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))));
}
#else
SUMI_INLINE Bitboard flips(const Board& b, Square s) {
  const Rays& rays = kRays[index(s)];
  Bitboard all = 0;
  for (const Bitboard ray : rays.rising) {
    const Bitboard others = ray & ~b.opp;
    const Bitboard end = others & -others & b.own;
    // end - 1 covers the run; 0 without an end.
    all |= ray & (end - (end != 0));
  }
  for (const Bitboard ray : rays.falling) {
    const Bitboard end = std::bit_floor(ray & ~b.opp) & b.own;
    all |= ray & (Bitboard{0} - 2 * end);
  }
  return all;
}
#endif

}  // namespace sumi::SUMI_ISA
