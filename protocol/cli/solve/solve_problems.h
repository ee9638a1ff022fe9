// SPDX-License-Identifier: MIT
/// Solves problems on several threads and reports them in the order of the input.
#pragma once

#include "engine/options.h"
#include "protocol/cli/solve/problem_source.h"
#include "protocol/cli/solve/solve_report.h"
#include "protocol/cli/solve/solve_result.h"
#include "protocol/cli/solve/solve_store.h"
#include "protocol/cli/solve/solve_watch.h"
#include "protocol/report/progress_bar.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace sumi::protocol {

/// Each thread has an engine of its own, emptied before each position: the nodes of a position
/// depend neither on the number of threads nor on what was solved before. What the store has is not
/// solved again; `store` may be null. With `known_only` nothing is solved: what the store lacks is
/// told as a bad problem. `tick`, which may be empty, hears several times a second, and at the end,
/// how many are reported, and which share of the input that is, if it is known. Works until the
/// input ends, or ends early soon after `interrupted` returns true; false then, and everything that
/// is solved is reported, gaps or not. Throws what a thread threw.
bool solve_problems(
    ProblemSource& source, SolveReport& report, ProgressBar& bar, SolveWatch& watch,
    const EngineOptions& options, SolveMode mode, SolveStore* store, bool known_only, int threads,
    bool (*interrupted)(),
    const std::function<void(std::uint64_t done, std::optional<double> share)>& tick);

}  // namespace sumi::protocol
