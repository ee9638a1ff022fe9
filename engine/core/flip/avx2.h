// SPDX-License-Identifier: MIT
/// Flips with four rays to a register.
#pragma once

#include "engine/core/rays.h"

#include <immintrin.h>

namespace sumi::SUMI_ISA::detail {

SUMI_INLINE Bitboard flips_avx2(const Board& b, Square s) {
  const Rays& rays = kRays[index(s)];
  const __m256i own = _mm256_set1_epi64x(static_cast<long long>(b.own));
  const __m256i opp = _mm256_set1_epi64x(static_cast<long long>(b.opp));
  const __m256i zero = _mm256_setzero_si256();

  const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.rising.data()));
  const __m256i up_others = _mm256_andnot_si256(opp, up);
  const __m256i up_end =
      _mm256_and_si256(_mm256_and_si256(up_others, _mm256_sub_epi64(zero, up_others)), own);
  // end - 1 covers the run; where there is no end, the comparison gives the -1 back.
  const __m256i up_run = _mm256_add_epi64(
      up_end, _mm256_xor_si256(_mm256_cmpeq_epi64(up_end, zero), _mm256_set1_epi64x(-1)));

  const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.falling.data()));
  const __m256i down_others = _mm256_andnot_si256(opp, down);
  // AVX2 has no leading-zero count: shade everything behind the first other square by steps of
  // the ray, one, two and four at a time; the unshaded one is the first.
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

}  // namespace sumi::SUMI_ISA::detail
