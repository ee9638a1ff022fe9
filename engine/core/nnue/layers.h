// SPDX-License-Identifier: MIT
/// The layers of the evaluator `nnue` in vectors of this instruction-set level. All sums are exact,
/// so every level computes the same numbers.
#pragma once

#include "engine/search_core.h"

#include <algorithm>
#include <cstring>
#if defined(__SSE4_1__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace sumi::SUMI_ISA::detail {

/// The sums of the channels, in vectors as wide as this level has them.
struct Channels {
#if defined(__AVX2__)
  using Vector = __m256i;
  SUMI_INLINE static Vector widened(const std::int8_t* row) {
    return _mm256_cvtepi8_epi16(_mm_load_si128(reinterpret_cast<const __m128i*>(row)));
  }
  SUMI_INLINE static Vector sum(Vector a, Vector b) { return _mm256_add_epi16(a, b); }
#elif defined(__SSE4_1__)
  using Vector = __m128i;
  SUMI_INLINE static Vector widened(const std::int8_t* row) {
    return _mm_cvtepi8_epi16(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(row)));
  }
  SUMI_INLINE static Vector sum(Vector a, Vector b) { return _mm_add_epi16(a, b); }
#else
  using Vector = std::int16_t __attribute__((vector_size(16)));
  SUMI_INLINE static Vector widened(const std::int8_t* row) {
    std::int8_t __attribute__((vector_size(8))) bytes;
    std::memcpy(&bytes, row, sizeof bytes);
    return __builtin_convertvector(bytes, Vector);
  }
  SUMI_INLINE static Vector sum(Vector a, Vector b) { return a + b; }
#endif
  static constexpr int kLanes = sizeof(Vector) / sizeof(std::int16_t);
  static constexpr int kVectors = NnueHead::kChannels / kLanes;

  Vector vectors[kVectors];

  SUMI_INLINE explicit Channels(const std::int16_t* from) {
    std::memcpy(vectors, from, sizeof vectors);
  }

  /// `row` is aligned to its size.
  SUMI_INLINE void add(const std::int8_t* row) {
    for (int i = 0; i < kVectors; ++i) {
      vectors[i] = sum(vectors[i], widened(row + kLanes * i));
#if defined(__SSE4_1__)
      // Else GCC 12 loads all rows before it adds the first, and has no registers for them: half
      // as fast.
      asm("" : "+x"(vectors[i]));
#endif
    }
  }
};

/// Squared and cut to 0..1, from 1/128 to 1/128: 0..126, so that two products with weights of a
/// byte add up to less than 2^15 (2 * 126 * 127) and `vpmaddubsw` never saturates.
SUMI_INLINE void activate(const std::int16_t* sums, std::uint8_t* units) {
  for (int c = 0; c < NnueHead::kChannels; ++c) {
    const std::int16_t cut = std::clamp<std::int16_t>(sums[c], 0, 127);
    units[c] = static_cast<std::uint8_t>((cut * cut + 64) >> 7);
  }
}

/// The hidden units' part of the value, in 1/kFine: of all, output * clamp(bias + weights * units).
SUMI_INLINE int hidden_layer(const NnueHead& head, const std::uint8_t* units) {
  constexpr int kGroups = NnueHead::kChannels / 4;
  alignas(64) std::int32_t sums[NnueHead::kUnits];
#if defined(__AVX2__)
  constexpr int kLanes = 8;
  using Vector = __m256i;
  const auto load = [](const void* from) {
    return _mm256_load_si256(static_cast<const __m256i*>(from));
  };
  const Vector ones = _mm256_set1_epi16(1);
  Vector group[kGroups];
  for (int g = 0; g < kGroups; ++g) {
    std::int32_t four;
    std::memcpy(&four, units + 4 * g, 4);
    group[g] = _mm256_set1_epi32(four);
  }
  for (int u = 0; u < NnueHead::kUnits; u += kLanes) {
    Vector sum = load(head.hidden_bias + u);
    for (int g = 0; g < kGroups; ++g) {
      const Vector pairs = _mm256_maddubs_epi16(group[g], load(head.hidden[g][u]));
      sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, ones));
    }
    _mm256_store_si256(reinterpret_cast<__m256i*>(sums + u), sum);
  }
#elif defined(__SSE4_1__)
  constexpr int kLanes = 4;
  using Vector = __m128i;
  const auto load = [](const void* from) {
    return _mm_load_si128(static_cast<const __m128i*>(from));
  };
  const Vector ones = _mm_set1_epi16(1);
  Vector group[kGroups];
  for (int g = 0; g < kGroups; ++g) {
    std::int32_t four;
    std::memcpy(&four, units + 4 * g, 4);
    group[g] = _mm_set1_epi32(four);
  }
  for (int u = 0; u < NnueHead::kUnits; u += kLanes) {
    Vector sum = load(head.hidden_bias + u);
    for (int g = 0; g < kGroups; ++g) {
      const Vector pairs = _mm_maddubs_epi16(group[g], load(head.hidden[g][u]));
      sum = _mm_add_epi32(sum, _mm_madd_epi16(pairs, ones));
    }
    _mm_store_si128(reinterpret_cast<__m128i*>(sums + u), sum);
  }
#elif defined(__wasm_simd128__)
  // Two sums of products a unit, which are added in the end.
  constexpr int kLanes = 4;
  v128_t group[kGroups];
  for (int g = 0; g < kGroups; ++g) {
    group[g] = wasm_u16x8_extend_low_u8x16(wasm_v128_load32_splat(units + 4 * g));
  }
  for (int u = 0; u < NnueHead::kUnits; u += kLanes) {
    v128_t low = wasm_i32x4_const_splat(0), high = low;
    for (int g = 0; g < kGroups; ++g) {
      const v128_t weights = wasm_v128_load(head.hidden[g][u]);
      const v128_t first = wasm_i16x8_extend_low_i8x16(weights);
      const v128_t last = wasm_i16x8_extend_high_i8x16(weights);
      low = wasm_i32x4_add(low, wasm_i32x4_dot_i16x8(first, group[g]));
      high = wasm_i32x4_add(high, wasm_i32x4_dot_i16x8(last, group[g]));
    }
    const v128_t sum = wasm_i32x4_add(wasm_i32x4_shuffle(low, high, 0, 2, 4, 6),
                                      wasm_i32x4_shuffle(low, high, 1, 3, 5, 7));
    wasm_v128_store(sums + u, wasm_i32x4_add(sum, wasm_v128_load(head.hidden_bias + u)));
  }
#else
  for (int u = 0; u < NnueHead::kUnits; ++u) {
    int sum = head.hidden_bias[u];
    for (int g = 0; g < kGroups; ++g) {
      for (int i = 0; i < 4; ++i) sum += units[4 * g + i] * head.hidden[g][u][i];
    }
    sums[u] = sum;
  }
#endif
  int total = 0;
  for (int u = 0; u < NnueHead::kUnits; ++u) {
    total += std::clamp(sums[u], 0, NnueHead::kMostUnit) * head.output[u];
  }
  return total;
}

}  // namespace sumi::SUMI_ISA::detail
