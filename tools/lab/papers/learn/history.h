// SPDX-License-Identifier: MIT
/// What was measured while something learned: rows, as CSV, JSON and curves, of one run or over
/// several seeds.
#pragma once

#include "protocol/report/svg_chart.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::lab {

/// A number of a history: a column of the CSV, a line of the curves.
struct Metric {
  std::string name;  ///< "wins_black_percent"
  double value = 0;
  double lower = 0, upper = 0;  ///< Ends of an interval; both `value` where there is none.
};

/// A row of the history.
struct LearnRow {
  std::uint64_t steps = 0;  ///< How many were done when it was measured.
  std::vector<Metric> metrics;
};

/// The metric of that name, or null.
const Metric* find_metric(const LearnRow& row, std::string_view name);

/// "steps" and each metric, with "_lower" and "_upper" where it has an interval.
std::string history_csv(const std::vector<LearnRow>& rows);

/// A list of objects: steps, and for each metric its value, and the interval's ends where it has
/// one.
std::string history_json(const std::vector<LearnRow>& rows);

/// The metric of that name over the steps; rows without it leave no point.
protocol::ChartLine history_line(const std::vector<LearnRow>& rows, std::string_view metric,
                                 std::string name);

/// Charts by the names of their files, one for each unit (the last word of a metric's name):
/// curves.svg has the first metric and those of its unit, curves-UNIT.svg others. `steps` names the
/// x axis. Nothing for no rows.
std::vector<std::pair<std::string, std::string>> history_curves(std::string_view steps,
                                                                const std::vector<LearnRow>& rows);

/// Row by row the means of several runs with the intervals of mean_of(): what one of them knows of
/// its own uncertainty does not count. Rows that not all runs have, and metrics that not all have
/// there, are left out. Requires: at least one run.
std::vector<LearnRow> mean_history(const std::vector<std::vector<LearnRow>>& runs);

/// history_csv() of several runs below each other, "seed" in the first column. Requires: as many
/// seeds as runs.
std::string seeds_csv(const std::vector<std::uint64_t>& seeds,
                      const std::vector<std::vector<LearnRow>>& runs);

}  // namespace sumi::lab
