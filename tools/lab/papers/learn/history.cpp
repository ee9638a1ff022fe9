// SPDX-License-Identifier: MIT
#include "protocol/text/json_lines.h"
#include "tools/lab/papers/learn/history.h"
#include "tools/lab/papers/learn/measure.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace sumi::lab {
namespace {

bool has_interval(const Metric& metric) { return metric.lower != metric.upper; }

struct CsvColumn {
  std::string name;
  bool interval = false;  ///< Whether any row has one.
};

std::vector<CsvColumn> columns_of(const std::vector<LearnRow>& rows) {
  std::vector<CsvColumn> columns;
  if (rows.empty()) return columns;
  for (const Metric& metric : rows.back().metrics) {
    columns.push_back({metric.name, std::ranges::any_of(rows, [&](const LearnRow& row) {
                         const Metric* const found = find_metric(row, metric.name);
                         return found && has_interval(*found);
                       })});
  }
  return columns;
}

std::string header_of(const std::vector<CsvColumn>& columns) {
  std::string text = "steps";
  for (const CsvColumn& column : columns) {
    text += "," + column.name;
    if (column.interval) text += fmt::format(",{0}_lower,{0}_upper", column.name);
  }
  return text + '\n';
}

std::string line_of(const LearnRow& row, const std::vector<CsvColumn>& columns) {
  std::string text = std::to_string(row.steps);
  for (const CsvColumn& column : columns) {
    const Metric* const found = find_metric(row, column.name);
    text += found ? fmt::format(",{:.6g}", found->value) : ",";
    if (!column.interval) continue;
    text += found ? fmt::format(",{:.6g},{:.6g}", found->lower, found->upper) : ",,";
  }
  return text + '\n';
}

/// "percent" of "wins_black_percent".
std::string unit_of(const std::string& name) { return name.substr(name.rfind('_') + 1); }

/// std::nullopt if a run has no row at `steps`.
std::optional<LearnRow> mean_row(std::uint64_t steps,
                                 const std::vector<std::vector<LearnRow>>& runs) {
  std::vector<const LearnRow*> rows;
  for (const std::vector<LearnRow>& run : runs) {
    const auto found = std::ranges::find(run, steps, &LearnRow::steps);
    if (found == run.end()) return std::nullopt;
    rows.push_back(&*found);
  }
  LearnRow mean{steps, {}};
  for (const Metric& metric : rows.front()->metrics) {
    std::vector<double> values;
    for (const LearnRow* const row : rows) {
      if (const Metric* const found = find_metric(*row, metric.name)) {
        values.push_back(found->value);
      }
    }
    if (values.size() != rows.size()) continue;
    Estimate share = mean_of(values);
    if (unit_of(metric.name) == "percent") {
      // Student's t interval may exceed 0..100 %.
      share.lower = std::max(share.lower, 0.0);
      share.upper = std::min(share.upper, 100.0);
    }
    mean.metrics.push_back({metric.name, share.value, share.lower, share.upper});
  }
  return mean;
}

}  // namespace

Metric plain_metric(std::string name, double value) {
  return {std::move(name), value, value, value};
}

Metric percent_metric(std::string name, const Estimate& share) {
  return {std::move(name), 100 * share.value, 100 * share.lower, 100 * share.upper};
}

const Metric* find_metric(const LearnRow& row, std::string_view name) {
  const auto found = std::ranges::find(row.metrics, name, &Metric::name);
  return found == row.metrics.end() ? nullptr : &*found;
}

std::string history_csv(const std::vector<LearnRow>& rows) {
  const std::vector<CsvColumn> columns = columns_of(rows);
  std::string text = header_of(columns);
  for (const LearnRow& row : rows) text += line_of(row, columns);
  return text;
}

std::string history_json(const std::vector<LearnRow>& rows) {
  protocol::Json json = protocol::Json::array();
  for (const LearnRow& row : rows) {
    protocol::Json object{{"steps", row.steps}};
    for (const Metric& metric : row.metrics) {
      protocol::Json cell{{"value", metric.value}};
      if (has_interval(metric)) {
        cell["lower"] = metric.lower;
        cell["upper"] = metric.upper;
      }
      object[metric.name] = cell;
    }
    json.push_back(object);
  }
  return json.dump(1) + "\n";
}

protocol::ChartLine history_line(const std::vector<LearnRow>& rows, std::string_view metric,
                                 std::string name) {
  protocol::ChartLine line{std::move(name), {}};
  for (const LearnRow& row : rows) {
    const Metric* const found = find_metric(row, metric);
    if (!found) continue;
    line.points.push_back(
        {static_cast<double>(row.steps), found->value, found->lower, found->upper});
  }
  return line;
}

std::vector<std::pair<std::string, std::string>> history_curves(std::string_view steps,
                                                                const std::vector<LearnRow>& rows) {
  std::vector<std::pair<std::string, std::string>> files;
  if (rows.empty()) return files;
  std::vector<std::string> units;
  for (const Metric& metric : rows.back().metrics) {
    if (std::ranges::count(units, unit_of(metric.name)) == 0) units.push_back(unit_of(metric.name));
  }
  for (const std::string& unit : units) {
    protocol::LineChart chart;
    chart.labels = {unit, std::string(steps), ""};
    for (const CsvColumn& column : columns_of(rows)) {
      if (unit_of(column.name) != unit) continue;
      chart.lines.push_back(history_line(rows, column.name, column.name));
      chart.band = chart.band || column.interval;
    }
    const std::string name = files.empty() ? "curves.svg" : fmt::format("curves-{}.svg", unit);
    files.emplace_back(name, protocol::to_svg(chart));
  }
  return files;
}

std::vector<LearnRow> mean_history(const std::vector<std::vector<LearnRow>>& runs) {
  std::vector<LearnRow> rows;
  for (const LearnRow& row : runs.front()) {
    if (auto mean = mean_row(row.steps, runs)) rows.push_back(std::move(*mean));
  }
  return rows;
}

std::string seeds_csv(const std::vector<std::uint64_t>& seeds,
                      const std::vector<std::vector<LearnRow>>& runs) {
  std::vector<LearnRow> all;
  for (const std::vector<LearnRow>& run : runs) all.insert(all.end(), run.begin(), run.end());
  const std::vector<CsvColumn> columns = columns_of(all);
  std::string text = "seed," + header_of(columns);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    for (const LearnRow& row : runs[i])
      text += fmt::format("{},{}", seeds[i], line_of(row, columns));
  }
  return text;
}

}  // namespace sumi::lab
