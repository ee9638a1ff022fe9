// SPDX-License-Identifier: MIT
/// Sums over rows of floats, in blocks of kBlock: loops that every compiler turns into vector code,
/// with the same result on each instruction set.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace sumi::lab {

inline constexpr int kBlock = 8;

constexpr int blocks_of(int count) { return (count + kBlock - 1) / kBlock; }

/// to += factor * from
inline void add_scaled(float* __restrict to, const float* __restrict from, float factor,
                       int blocks) {
  for (int i = 0; i < kBlock * blocks; ++i) to[i] += factor * from[i];
}

// Where compilers will not make vector code by themselves (they may not reorder a sum of floats,
// and GCC 12 leaves the comparisons of a sigmoid alone), it is written so.
using Four [[gnu::vector_size(16)]] = float;
using FourBits [[gnu::vector_size(16)]] = std::uint32_t;

inline Four load(const float* from) {
  Four four;
  std::memcpy(&four, from, sizeof four);
  return four;
}

inline void store(float* to, Four four) { std::memcpy(to, &four, sizeof four); }

/// to = from + the sum of value * row(index) over `terms`, from the first to the last, for
/// `kBlocks` blocks, which stay in registers.
template <int kBlocks, class Terms, class Row>
inline void add_terms(float* to, const float* from, const Terms& terms, const Row& row) {
  constexpr int kFours = kBlocks * kBlock / 4;
  Four sums[kFours];
  for (int i = 0; i < kFours; ++i) sums[i] = load(from + 4 * i);
  for (const auto& [index, value] : terms) {
    const float* const weights = row(index);
    for (int i = 0; i < kFours; ++i) sums[i] += value * load(weights + 4 * i);
  }
  for (int i = 0; i < kFours; ++i) store(to + 4 * i, sums[i]);
}

/// The sum of a[i] * b[i].
inline float dot(const float* a, const float* b, int blocks) {
  Four even{}, odd{};
  for (int i = 0; i < kBlock * blocks; i += kBlock) {
    even += load(a + i) * load(b + i);
    odd += load(a + i + 4) * load(b + i + 4);
  }
  const Four all = even + odd;
  return (all[0] + all[1]) + (all[2] + all[3]);
}

/// 1 / (1 + exp(-x)), off by less than 1e-6; 0 and 1 beyond 69 are off by less than 1e-30.
/// 2^y is 2^n, put together from its bits, times a polynomial in the rest, -1/2..1/2 (coefficients
/// of S. Moshier's Cephes, exp2f.c).
inline Four sigmoid(Four x) {
  constexpr float kRound = 12582912;  // 1.5 * 2^23: adding it rounds to whole numbers
  const Four limit = Four{} + 100;
  Four y = x * -1.44269504f;
  y = y < limit ? y : limit;
  y = y > -limit ? y : -limit;
  const Four rounded = y + kRound;
  const Four rest = y - (rounded - kRound);
  Four power = Four{} + 1.535336188e-4f;
  power = power * rest + 1.339887440e-3f;
  power = power * rest + 9.618437358e-3f;
  power = power * rest + 5.550332471e-2f;
  power = power * rest + 2.402264791e-1f;
  power = power * rest + 6.931472029e-1f;
  power = power * rest + 1.0f;
  // The last nine bits of `rounded` are those of n.
  const FourBits exponent = (std::bit_cast<FourBits>(rounded) << 23) + 0x3F800000u;
  return 1.0f / (1.0f + power * std::bit_cast<Four>(exponent));
}

/// values = sigmoid(values)
inline void apply_sigmoid(float* values, int blocks) {
  for (int i = 0; i < kBlock * blocks; i += 4) {
    store(values + i, sigmoid(load(values + i)));
  }
}

}  // namespace sumi::lab
