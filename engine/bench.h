// SPDX-License-Identifier: MIT
/// A fixed amount of work: its node counts are the signature of the search, its time the speed.
#pragma once

#include "engine/engine.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace sumi {

/// The parts of the work: searches in the middle game by each evaluator that plays, and endgames
/// solved with the evaluator that plays unless another one is chosen.
inline constexpr std::string_view kBenchParts[] = {"table", "pattern", "nnue", "solver"};

struct BenchResult {
  std::string_view part;    ///< One of kBenchParts.
  std::uint64_t nodes = 0;  ///< Equal on every level, compiler and machine.
  double seconds = 0;       ///< Without the time that loading weights takes.
};

/// Balanced openings, to search in the middle game.
std::vector<Board> bench_openings();

/// Does one of kBenchParts on one thread with a table of fixed size. `options` choose the level;
/// evaluator and table size are bench's own. Throws FatalError if they cannot be met.
BenchResult bench_part(std::string_view part, const EngineOptions& options);

/// Does all parts, in their order.
std::vector<BenchResult> bench(const EngineOptions& options);

/// The sum of all nodes.
std::uint64_t bench_signature(const std::vector<BenchResult>& results);

}  // namespace sumi
