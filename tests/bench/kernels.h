// SPDX-License-Identifier: MIT
/// Interface between main.cpp and the instruction-set levels. kernels.cpp is compiled once per
/// level under the rules of engine/core/README.md; main.cpp has everything that is not timed.
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

/// Input of the kernels, the same on every level.
struct Samples {
  std::span<const Sample> positions;  ///< 2 to 56 empties, each with a legal move.
  std::span<const SampleMove> moves;  ///< All legal moves of `positions`, in order.
  static constexpr int kMaxEmpties = 11;
  /// Indexed by empties, 1..kMaxEmpties; all have the same number of positions. Some positions must
  /// pass.
  std::array<std::span<const Sample>, kMaxEmpties + 1> endgames;
  const PatternWeights* pattern = nullptr;
  const NnueWeights* nnue = nullptr;
};

/// Result of one run of a kernel over its samples.
struct Tally {
  std::uint64_t calls = 0;
  std::uint64_t sum = 0;  ///< Of all results: equal on every level and in every run.
};

/// The kernels of a level with their tables.
class KernelSet {
 public:
  virtual ~KernelSet();  // only main.cpp emits the vtable
};

struct Kernel {
  const char* name;
  Tally (*run)(KernelSet& set);
};

/// A level; its namespace's `level()` in kernels.cpp returns it.
struct Level {
  std::span<const Kernel> kernels;             ///< The same names on every level.
  KernelSet* (*make)(const Samples& samples);  ///< The caller deletes it.
};

}  // namespace sumi::bench
