// SPDX-License-Identifier: MIT
/// Fixed searches. Their node counts are the signature of the search; their time shows its speed.
#pragma once

#include "engine/engine.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace sumi {

/// Midgame searches by evaluator, and endgames solved with the default evaluator.
inline constexpr std::string_view kBenchParts[] = {"table", "pattern", "nnue", "solver"};

struct BenchResult {
  std::string_view part;
  std::uint64_t nodes = 0;  ///< Equal on every ISA level and machine.
  double seconds = 0;       ///< Without loading weights.
};

std::vector<Board> bench_openings();

/// Runs one of kBenchParts on one thread. `options` choose the ISA level; evaluator and table size
/// are fixed. Throws FatalError if the options cannot be met.
BenchResult bench_part(std::string_view part, const EngineOptions& options);

std::vector<BenchResult> bench(const EngineOptions& options);

std::uint64_t bench_signature(const std::vector<BenchResult>& results);

}  // namespace sumi
