// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sumi {

/// SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014). Equal on all platforms. Every seed is valid, including zero.
class SplitMix64 {
 public:
  explicit constexpr SplitMix64(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  /// In 0..n-1; the bias is at most n / 2^64. Requires: n >= 1.
  constexpr int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }

  /// In [0, 1).
  constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

/// Fisher-Yates. Unlike std::shuffle, equal with every standard library.
template <class T>
void shuffle_items(std::vector<T>& items, SplitMix64 random) {
  for (std::size_t left = items.size(); left > 1; --left) {
    std::swap(items[left - 1], items[random.next() % left]);
  }
}

}  // namespace sumi
