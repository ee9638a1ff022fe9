// SPDX-License-Identifier: MIT
/// Measurements during learning, as CSV, JSON and curves, for one run or several seeds.
#pragma once

#include "protocol/report/svg_chart.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::lab {

struct Metric {
  std::string name;  ///< "wins_black_percent"
  double value = 0;
  double lower = 0, upper = 0;  ///< 95% confidence interval; empty if both are equal.
};

struct Estimate;

/// Without an interval.
Metric plain_metric(std::string name, double value);
/// In per cent.
Metric percent_metric(std::string name, const Estimate& share);

struct LearnRow {
  std::uint64_t steps = 0;  ///< Done before the measurement.
  std::vector<Metric> metrics;
};

/// Null if not found.
const Metric* find_metric(const LearnRow& row, std::string_view name);

/// "steps" and each metric, with "_lower" and "_upper" if it has an interval.
std::string history_csv(const std::vector<LearnRow>& rows);

/// An array of objects: steps, and per metric its value and interval.
std::string history_json(const std::vector<LearnRow>& rows);

/// Omits rows without the metric.
protocol::ChartLine history_line(const std::vector<LearnRow>& rows, std::string_view metric,
                                 std::string name);

/// Charts as (file name, SVG), one per unit (the last word of a metric's name): curves.svg for the
/// first metric's unit, curves-UNIT.svg for others. `steps` labels the x axis.
std::vector<std::pair<std::string, std::string>> history_curves(std::string_view steps,
                                                                const std::vector<LearnRow>& rows);

/// Means over runs, with the intervals of mean_of(). Omits rows and metrics that a run lacks.
/// Requires: at least one run.
std::vector<LearnRow> mean_history(const std::vector<std::vector<LearnRow>>& runs);

/// history_csv() of several runs, with "seed" as the first column.
std::string seeds_csv(const std::vector<std::uint64_t>& seeds,
                      const std::vector<std::vector<LearnRow>>& runs);

}  // namespace sumi::lab
