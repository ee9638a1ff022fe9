// SPDX-License-Identifier: MIT
/// A fixed amount of work: its node count is the signature of the search, its time the speed.
#pragma once

#include "engine/engine.h"

#include <cstdint>
#include <vector>

namespace sumi {

struct BenchResult {
  std::uint64_t nodes = 0;  ///< The signature: equal on every level, compiler and machine.
  double seconds = 0;
};

/// Balanced openings, to search in the middle game.
std::vector<Board> bench_openings();

/// Searches fixed middle-game positions to a fixed depth and solves fixed endgames, on one
/// thread with a table of fixed size. `options` choose the level; evaluator and table size are
/// bench's own.
BenchResult bench(const EngineOptions& options);

}  // namespace sumi
