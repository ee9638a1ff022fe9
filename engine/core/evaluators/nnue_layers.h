// SPDX-License-Identifier: MIT
/// The layers of the evaluator `nnue`, vectorized. All sums are exact, so every level computes the
/// same values.
#pragma once

#include "engine/core/board/isa.h"
#include "engine/search_core.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#if defined(__SSE4_1__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace sumi::SUMI_ISA::detail {

/// Sums of the channels, in the level's widest vectors.
class Channels {
 public:
#if defined(__AVX2__)
  using Vector = __m256i;
  SUMI_INLINE static Vector sum(Vector a, Vector b) { return _mm256_add_epi16(a, b); }
#elif defined(__SSE4_1__)
  using Vector = __m128i;
  SUMI_INLINE static Vector sum(Vector a, Vector b) { return _mm_add_epi16(a, b); }
#else
  using Vector = std::int16_t __attribute__((vector_size(16)));
  SUMI_INLINE static Vector sum(Vector a, Vector b) { return a + b; }
#endif
  static constexpr int kLanes = sizeof(Vector) / sizeof(std::int16_t);
  static constexpr int kVectors = NnueHead::kChannels / kLanes;

  SUMI_INLINE explicit Channels(const std::int16_t* from) {
    std::memcpy(even_, from, sizeof even_);
  }

  /// Adds pair `number` of rows with saturation to int8. Rows are aligned to their size.
  SUMI_INLINE void add(std::size_t number, const std::int8_t* first, const std::int8_t* second) {
    Vector* const sums = number % 2 == 0 ? even_ : odd_;
#if defined(__SSE4_1__)
    const __m128i pair = _mm_adds_epi8(_mm_load_si128(reinterpret_cast<const __m128i*>(first)),
                                       _mm_load_si128(reinterpret_cast<const __m128i*>(second)));
#if defined(__AVX2__)
    sums[0] = sum(sums[0], _mm256_cvtepi8_epi16(pair));
#else
    sums[0] = sum(sums[0], _mm_cvtepi8_epi16(pair));
    sums[1] = sum(sums[1], _mm_cvtepi8_epi16(_mm_srli_si128(pair, 8)));
#endif
    // Without this barrier GCC 12 loads all rows first and spills them: half the speed.
    for (int i = 0; i < kVectors; ++i) asm("" : "+x"(sums[i]));
#elif defined(__ARM_NEON)
    const int8x16_t pair = vqaddq_s8(vld1q_s8(first), vld1q_s8(second));
    sums[0] += reinterpret_cast<Vector>(vmovl_s8(vget_low_s8(pair)));
    sums[1] += reinterpret_cast<Vector>(vmovl_high_s8(pair));
#elif defined(__wasm_simd128__)
    const v128_t pair = wasm_i8x16_add_sat(wasm_v128_load(first), wasm_v128_load(second));
    sums[0] += reinterpret_cast<Vector>(wasm_i16x8_extend_low_i8x16(pair));
    sums[1] += reinterpret_cast<Vector>(wasm_i16x8_extend_high_i8x16(pair));
#else
    for (int c = 0; c < NnueHead::kChannels; ++c) {
      sums[c / kLanes][c % kLanes] +=
          static_cast<std::int16_t>(std::clamp(first[c] + second[c], -128, 127));
    }
#endif
  }

  SUMI_INLINE Vector operator[](int i) const { return sum(even_[i], odd_[i]); }

 private:
  // Two accumulators halve the dependency chain.
  Vector even_[kVectors], odd_[kVectors]{};
};

#if defined(__SSE4_1__)

/// 32-bit vectors of at most 256 bits; 512 bits slowed the search.
struct Ints {
#if defined(__AVX2__)
  using Vector = __m256i;
  SUMI_INLINE static Vector load(const void* from) {
    return _mm256_load_si256(static_cast<const __m256i*>(from));
  }
  SUMI_INLINE static Vector all(int number) { return _mm256_set1_epi32(number); }
  SUMI_INLINE static Vector first_of(__m128i four) { return _mm256_broadcastd_epi32(four); }
  SUMI_INLINE static Vector sum(Vector a, Vector b) { return _mm256_add_epi32(a, b); }
  SUMI_INLINE static Vector products(Vector a, Vector b) { return _mm256_madd_epi16(a, b); }
  /// Returns `sum` plus products of bytes, added in groups of four.
  SUMI_INLINE static Vector add_byte_products(Vector sum, Vector a, Vector b) {
#if defined(__AVX512VNNI__)
    return _mm256_dpbusd_epi32(sum, a, b);
#else
    return _mm256_add_epi32(sum,
                            _mm256_madd_epi16(_mm256_maddubs_epi16(a, b), _mm256_set1_epi16(1)));
#endif
  }
  SUMI_INLINE static Vector clamp(Vector a, Vector most) {
    return _mm256_min_epi32(_mm256_max_epi32(a, _mm256_setzero_si256()), most);
  }
  SUMI_INLINE static __m128i four_sums(Vector a) {
    return _mm_add_epi32(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
  }
#else
  using Vector = __m128i;
  SUMI_INLINE static Vector load(const void* from) {
    return _mm_load_si128(static_cast<const __m128i*>(from));
  }
  SUMI_INLINE static Vector all(int number) { return _mm_set1_epi32(number); }
  SUMI_INLINE static Vector first_of(__m128i four) { return _mm_shuffle_epi32(four, 0); }
  SUMI_INLINE static Vector sum(Vector a, Vector b) { return _mm_add_epi32(a, b); }
  SUMI_INLINE static Vector products(Vector a, Vector b) { return _mm_madd_epi16(a, b); }
  SUMI_INLINE static Vector add_byte_products(Vector sum, Vector a, Vector b) {
    return _mm_add_epi32(sum, _mm_madd_epi16(_mm_maddubs_epi16(a, b), _mm_set1_epi16(1)));
  }
  SUMI_INLINE static Vector clamp(Vector a, Vector most) {
    return _mm_min_epi32(_mm_max_epi32(a, _mm_setzero_si128()), most);
  }
  SUMI_INLINE static __m128i four_sums(Vector a) { return a; }
#endif
  static constexpr int kLanes = sizeof(Vector) / sizeof(std::int32_t);
};

/// Channels clamped to 0..1 and squared, in 1/128: at most 126. The sum of two products with int8
/// weights stays below 2^15 (2 * 126 * 127), so `vpmaddubsw` never saturates.
SUMI_INLINE __m128i activate(const Channels& sums) {
#if defined(__AVX2__)
  const __m256i clamped =
      _mm256_min_epi16(_mm256_max_epi16(sums[0], _mm256_setzero_si256()), _mm256_set1_epi16(127));
  const __m256i square = _mm256_srli_epi16(
      _mm256_add_epi16(_mm256_mullo_epi16(clamped, clamped), _mm256_set1_epi16(64)), 7);
  return _mm_packus_epi16(_mm256_castsi256_si128(square), _mm256_extracti128_si256(square, 1));
#else
  const auto square = [](__m128i sum) {
    const __m128i clamped =
        _mm_min_epi16(_mm_max_epi16(sum, _mm_setzero_si128()), _mm_set1_epi16(127));
    return _mm_srli_epi16(_mm_add_epi16(_mm_mullo_epi16(clamped, clamped), _mm_set1_epi16(64)), 7);
  };
  return _mm_packus_epi16(square(sums[0]), square(sums[1]));
#endif
}

/// The linear part: products summed in pairs of channels, and channel 0.
struct Linear {
  Ints::Vector products;
  int first;
};

SUMI_INLINE Linear linear_part(const NnueHead& head, const Channels& sums) {
#if defined(__AVX2__)
  const __m256i most = _mm256_set1_epi16(NnueHead::kMaxSum);
  const __m256i clamped =
      _mm256_max_epi16(_mm256_min_epi16(sums[0], most), _mm256_set1_epi16(-NnueHead::kMaxSum));
  return {Ints::products(clamped, Ints::load(head.skip)),
          static_cast<std::int16_t>(_mm256_extract_epi16(clamped, 0))};
#else
  const auto clamped = [](__m128i sum) {
    return _mm_max_epi16(_mm_min_epi16(sum, _mm_set1_epi16(NnueHead::kMaxSum)),
                         _mm_set1_epi16(-NnueHead::kMaxSum));
  };
  const __m128i low = clamped(sums[0]), high = clamped(sums[1]);
  return {Ints::sum(Ints::products(low, Ints::load(head.skip)),
                    Ints::products(high, Ints::load(head.skip + Channels::kLanes))),
          static_cast<std::int16_t>(_mm_extract_epi16(low, 0))};
#endif
}

/// In 1/kFine value units.
SUMI_INLINE int head_value(const NnueHead& head, const Channels& sums) {
  const __m128i units = activate(sums);
  const Ints::Vector groups[] = {Ints::first_of(units),
                                 Ints::first_of(_mm_shuffle_epi32(units, 0x55)),
                                 Ints::first_of(_mm_shuffle_epi32(units, 0xAA)),
                                 Ints::first_of(_mm_shuffle_epi32(units, 0xFF))};
  static_assert(std::size(groups) == NnueHead::kChannels / 4);
  const Ints::Vector most = Ints::all(NnueHead::kMaxUnit);
  const Linear linear = linear_part(head, sums);
  Ints::Vector total = linear.products;
  for (int u = 0; u < NnueHead::kUnits; u += Ints::kLanes) {
    Ints::Vector sum = Ints::load(head.hidden_bias + u);
    for (int g = 0; g < NnueHead::kChannels / 4; ++g) {
      sum = Ints::add_byte_products(sum, groups[g], Ints::load(head.hidden[g][u]));
    }
    // Both factors fit into 16 bits.
    total = Ints::sum(total, Ints::products(Ints::clamp(sum, most), Ints::load(head.output + u)));
  }
  __m128i four = Ints::four_sums(total);
  four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
  four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0xB1));
  return head.bias + head.direct * linear.first + _mm_cvtsi128_si32(four);
}

#else

SUMI_INLINE int head_value(const NnueHead& head, const Channels& sums) {
  constexpr int kGroups = NnueHead::kChannels / 4;
  alignas(16) std::int16_t sum_of[NnueHead::kChannels];
  for (int i = 0; i < Channels::kVectors; ++i) {
    const Channels::Vector vector = sums[i];
    std::memcpy(sum_of + Channels::kLanes * i, &vector, sizeof vector);
  }
  alignas(16) std::uint8_t units[NnueHead::kChannels];
  for (int c = 0; c < NnueHead::kChannels; ++c) {
    const std::int16_t clamped = std::clamp<std::int16_t>(sum_of[c], 0, 127);
    units[c] = static_cast<std::uint8_t>((clamped * clamped + 64) >> 7);
  }
  alignas(64) std::int32_t hidden[NnueHead::kUnits];
#if defined(__wasm_simd128__)
  // Two sums of products per unit, added at the end.
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
    wasm_v128_store(hidden + u, wasm_i32x4_add(sum, wasm_v128_load(head.hidden_bias + u)));
  }
#else
  for (int u = 0; u < NnueHead::kUnits; ++u) {
    int sum = head.hidden_bias[u];
    for (int g = 0; g < kGroups; ++g) {
      for (int i = 0; i < 4; ++i) sum += units[4 * g + i] * head.hidden[g][u][i];
    }
    hidden[u] = sum;
  }
#endif
  const auto linear = [&](int c) {
    return std::clamp<int>(sum_of[c], -NnueHead::kMaxSum, NnueHead::kMaxSum);
  };
  int total = head.bias + head.direct * linear(0);
  for (int c = 0; c < NnueHead::kChannels; ++c) total += head.skip[c] * linear(c);
  for (int u = 0; u < NnueHead::kUnits; ++u) {
    total += std::clamp(hidden[u], 0, NnueHead::kMaxUnit) * head.output[u];
  }
  return total;
}

#endif

}  // namespace sumi::SUMI_ISA::detail
