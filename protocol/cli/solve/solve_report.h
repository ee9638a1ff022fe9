// SPDX-License-Identifier: MIT
/// What `sumi solve` tells: a row per position and a total.
#pragma once

#include "engine/base/time.h"
#include "protocol/cli/solve/problem_source.h"
#include "protocol/cli/solve/solve_result.h"
#include "protocol/cli/solve/solve_rows.h"
#include "protocol/report/output.h"

#include <cstdint>
#include <memory>

namespace sumi::protocol {

/// One thread at a time.
class SolveReport {
 public:
  SolveReport(Output& out, const SolveStyle& style);

  void add(const Problem& problem, const Solution& solution);  ///< Requires: problem.line is one.
  void add_bad(const Problem& problem);                        ///< Told on standard error.
  void total();  ///< On standard error if the format has no place for it.

  std::uint64_t positions() const { return totals_.positions; }
  bool all_good() const { return totals_.wrong == 0 && totals_.bad == 0; }

 private:
  Output& out_;
  const SolveStyle style_;
  const std::unique_ptr<SolveRows> rows_;
  SolveTotals totals_;
  StopWatch watch_;
};

}  // namespace sumi::protocol
