// SPDX-License-Identifier: MIT
/// How `sumi solve` shares a machine between positions and threads of a search.
#pragma once

#include "engine/base/error.h"

#include <cstdint>
#include <optional>

namespace sumi::protocol {

struct SolvePlan {
  int jobs = 1;     ///< Positions at the same time, each with a table of its own.
  int threads = 1;  ///< Threads of one search.
};

struct SolveMachine {
  int processors = 1;
  std::uint64_t memory_mib = 0;  ///< 0: unknown.
};

/// The machine that the program runs on.
SolveMachine solve_machine();

/// Chooses the numbers that were not asked for: for one position all processors search it; for
/// several each processor has one, of one thread, since that wastes none and its nodes are the same
/// every time. Jobs that nobody asked for take no more than half the memory for their tables. Fails
/// with kOutOfRange if jobs that were asked for would take more than there is.
Result<SolvePlan> plan_solving(std::optional<int> jobs, std::optional<int> threads, bool single,
                               int hash_mib, const SolveMachine& machine);

}  // namespace sumi::protocol
