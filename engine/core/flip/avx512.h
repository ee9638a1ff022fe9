// SPDX-License-Identifier: MIT
/// Flips with four rays to a register and a leading-zero count in each lane (AVX-512 VL and CD).
#pragma once

#include "engine/core/rays.h"

#include <immintrin.h>

namespace sumi::SUMI_ISA::detail {

SUMI_INLINE Bitboard flips_avx512(const Board& b, Square s) {
  const Rays& rays = kRays[index(s)];
  const __m256i own = _mm256_set1_epi64x(static_cast<long long>(b.own));
  const __m256i opp = _mm256_set1_epi64x(static_cast<long long>(b.opp));
  const __m256i zero = _mm256_setzero_si256();

  const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.rising.data()));
  const __m256i up_others = _mm256_andnot_si256(opp, up);
  const __m256i up_end =
      _mm256_and_si256(_mm256_and_si256(up_others, _mm256_sub_epi64(zero, up_others)), own);
  // end - 1 covers the run; lanes without an end stay empty.
  const __m256i up_run = _mm256_maskz_add_epi64(_mm256_test_epi64_mask(up_end, up_end), up_end,
                                                _mm256_set1_epi64x(-1));

  const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.falling.data()));
  const __m256i down_others = _mm256_andnot_si256(opp, down);
  // A lane without other squares counts 64 zeros, and a shift by 64 gives 0: no end.
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

}  // namespace sumi::SUMI_ISA::detail
