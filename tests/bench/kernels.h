// SPDX-License-Identifier: MIT
/// kernels.cpp is compiled once per level under the rules of engine/core/README.md; main.cpp has
/// everything that is not timed.
#pragma once

#include "engine/search_core.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sumi::bench {

struct Sample {
  Board board;
  Bitboard legal;
};

/// A legal move of positions[position].
struct SampleMove {
  std::size_t position;
  Square square;
  Bitboard flipped;
};

/// Equal on every level.
struct Samples {
  std::span<const Sample> positions;  ///< 2 to 56 empties, each with a legal move.
  std::span<const SampleMove> moves;  ///< All legal moves of `positions`, in order.
  static constexpr int kMaxEmpties = 11;
  /// Indexed by empties, 1..kMaxEmpties, with equal numbers of positions; some must pass.
  std::array<std::span<const Sample>, kMaxEmpties + 1> endgames;
  const PatternWeights* pattern = nullptr;
  const NnueWeights* nnue = nullptr;
};

struct Tally {
  std::uint64_t calls = 0;
  std::uint64_t sum = 0;  ///< Of all results: equal on every level and in every run.
};

class KernelSet {
 public:
  virtual ~KernelSet();  // only main.cpp emits the vtable
};

struct Kernel {
  const char* name;
  Tally (*run)(KernelSet& set);
};

/// `level()` in the level's namespace returns it (kernels.cpp).
struct Level {
  std::span<const Kernel> kernels;             ///< The same names on every level.
  KernelSet* (*make)(const Samples& samples);  ///< The caller deletes it.
};

}  // namespace sumi::bench
