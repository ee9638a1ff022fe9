// SPDX-License-Identifier: MIT
/// What main.cpp and the instruction-set levels say to each other. kernels.cpp is compiled once per
/// level and keeps to the rules of engine/core/README.md; main.cpp has all that is not timed.
#pragma once

#include "engine/search_core.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sumi::bench {

/// A position and its legal moves.
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

/// What kernels are timed on; no level changes it.
struct Samples {
  std::span<const Sample> positions;  ///< 2 to 56 empties, none without a legal move.
  std::span<const SampleMove> moves;  ///< All of theirs, in their order.
  static constexpr int kMaxEmpties = 11;
  /// [empties] Positions with so many, 1..kMaxEmpties; equally many of each. Some must pass.
  std::array<std::span<const Sample>, kMaxEmpties + 1> endgames;
  const PatternWeights* pattern = nullptr;
  const NnueWeights* nnue = nullptr;
};

/// What one run of a kernel over its samples did.
struct Tally {
  std::uint64_t calls = 0;
  std::uint64_t sum = 0;  ///< Of all results: the same on every level, in every run.
};

/// The kernels of a level, with the tables they need.
class KernelSet {
 public:
  virtual ~KernelSet();  // out of line, in main.cpp: only that file emits the vtable
};

struct Kernel {
  const char* name;
  Tally (*run)(KernelSet& set);
};

/// A level: kernels.cpp has a `Level level()` for each.
struct Level {
  std::span<const Kernel> kernels;             ///< The same names on every level.
  KernelSet* (*make)(const Samples& samples);  ///< To be deleted by the caller.
};

}  // namespace sumi::bench
