// SPDX-License-Identifier: MIT
/// Arithmetic.
#include "engine/base/machine.h"
#include "protocol/cli/solve/solve_plan.h"

#include <fmt/format.h>

#include <algorithm>

namespace sumi::protocol {
namespace {

constexpr int kMost = 256;  // of jobs and of threads

}  // namespace

SolveMachine solve_machine() {
  SolveMachine machine;
  machine.processors = processors();
  machine.memory_mib = memory_mib();
  return machine;
}

Result<SolvePlan> plan_solving(std::optional<int> jobs, std::optional<int> threads, bool single,
                               int hash_mib, const SolveMachine& machine) {
  const std::uint64_t table = static_cast<std::uint64_t>(hash_mib);
  if (jobs) {
    const std::uint64_t wanted = static_cast<std::uint64_t>(*jobs) * table;
    if (*jobs > 1 && machine.memory_mib > 0 && wanted > machine.memory_mib) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("jobs: {} tables of --hash-mib {} are {} MiB, and this machine has "
                               "{}: take fewer jobs or smaller tables",
                               *jobs, hash_mib, wanted, machine.memory_mib)};
    }
    return SolvePlan{*jobs, threads.value_or(1)};
  }
  const int processors = std::min(machine.processors, kMost);
  if (single) return SolvePlan{1, threads.value_or(processors)};
  SolvePlan plan{1, threads.value_or(1)};
  plan.jobs = std::max(1, processors / plan.threads);
  if (machine.memory_mib > 0) {
    const std::uint64_t tables = std::max<std::uint64_t>(1, machine.memory_mib / 2 / table);
    plan.jobs =
        static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(plan.jobs), tables));
  }
  return plan;
}

}  // namespace sumi::protocol
