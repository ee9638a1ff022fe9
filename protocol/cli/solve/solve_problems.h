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

namespace sumi::protocol {

/// Each thread has an engine of its own, emptied before each position: the nodes of a position
/// depend neither on the number of threads nor on what was solved before. What the store has is not
/// solved again; `store` may be null. Works until the input ends, or ends early soon after
/// `interrupted` returns true; false then, and everything that is solved is reported, gaps or not.
/// Throws what a thread threw.
bool solve_problems(ProblemSource& source, SolveReport& report, ProgressBar& bar, SolveWatch& watch,
                    const EngineOptions& options, SolveMode mode, SolveStore* store, int threads,
                    bool (*interrupted)());

}  // namespace sumi::protocol
