// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "protocol/report/format.h"
#include "protocol/report/svg_chart.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/papers/learn/learner.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::lab {
namespace {

using namespace protocol;

struct CurveRun {
  std::string name;
  FolderHistories found;
  std::vector<LearnRow> rows;  ///< Mean over seeds, or the only run.
};

/// The path's last component, or the whole path if other folders have the same.
std::string name_in(const std::vector<std::string>& folders, const std::string& folder) {
  const auto last = [](const std::string& path) {
    const std::filesystem::path whole(path);
    return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
  };
  const auto same = [&](const std::string& other) { return last(other) == last(folder); };
  return std::ranges::count_if(folders, same) > 1 ? folder : last(folder);
}

std::vector<CurveRun> read_runs(const std::vector<std::string>& folders) {
  std::vector<CurveRun> runs;
  for (const std::string& folder : folders) {
    FolderHistories found = read_histories(folder).value();
    std::vector<LearnRow> rows =
        found.seeds.empty() ? found.runs.front() : mean_history(found.runs);
    runs.push_back({name_in(folders, folder), std::move(found), std::move(rows)});
  }
  return runs;
}

/// `given`, or the first metric. Throws UsageError if a run lacks it.
std::string metric_of(const std::optional<std::string>& given, const std::vector<CurveRun>& runs) {
  std::string metric = given.value_or("");
  if (!given && !runs.front().rows.empty() && !runs.front().rows.back().metrics.empty()) {
    metric = runs.front().rows.back().metrics.front().name;
  }
  for (const CurveRun& run : runs) {
    if (!run.rows.empty() && find_metric(run.rows.back(), metric)) continue;
    std::vector<std::string> names;
    if (!run.rows.empty()) {
      for (const Metric& known : run.rows.back().metrics) names.push_back(known.name);
    }
    throw UsageError(fmt::format("--metric: {} has no {}; it has {}", run.name,
                                 sumi::quoted(metric), fmt::join(names, ", ")));
  }
  return metric;
}

void write_last(const std::vector<CurveRun>& runs, const std::string& metric, Output& out) {
  std::vector<std::vector<std::string>> rows;
  std::size_t widest = 3;
  for (const CurveRun& run : runs) {
    const Metric& last = *find_metric(run.rows.back(), metric);
    const std::string interval = last.lower == last.upper
                                     ? std::string("-")
                                     : fmt::format("{:.4g} to {:.4g}", last.lower, last.upper);
    rows.push_back({run.name, std::to_string(std::max<std::size_t>(run.found.seeds.size(), 1)),
                    std::to_string(run.rows.back().steps), fmt::format("{:.4g}", last.value),
                    interval});
    widest = std::max(widest, run.name.size());
  }
  const Table table({{"run", static_cast<int>(widest), Table::Align::kLeft},
                     {"seeds", 5},
                     {runs.front().found.unit, 12},
                     {metric, static_cast<int>(std::max<std::size_t>(metric.size(), 8))},
                     {"95 % interval", 22}});
  out.write(table.header());
  for (const std::vector<std::string>& row : rows) out.write(table.row(row));
}

int run_curves(const Command& self, const Args& args, Output& out) {
  std::optional<std::string> given_metric, title;
  std::string path = "curves.svg";
  const Options rows{
      {"metric,m", text(given_metric, "NAME"), "column of history.csv to plot; default: the first"},
      {"title", text(title, "TEXT"), "title of the chart; default: the metric"},
      {"out,o", text(path, "FILE"), "chart to write"},
      force_row()};
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (line->words.empty()) throw UsageError("which runs? Name the folders of learners");
  const std::vector<CurveRun> runs = read_runs(line->words);
  const std::string metric = metric_of(given_metric, runs);

  LineChart chart;
  chart.labels = {title.value_or(metric), runs.front().found.unit, ""};
  for (const CurveRun& run : runs) {
    chart.lines.push_back(history_line(run.rows, metric, run.name));
    for (const ChartPoint& point : chart.lines.back().points) {
      chart.band = chart.band || point.lower != point.upper;
    }
  }
  std::vector<OutputPath> outputs;
  add_output(outputs, "out", path, picture_kind());
  const auto locks = claim_outputs(*line, outputs);
  write_file(path, to_svg(chart)).value();
  write_last(runs, metric, out);
  out.write(fmt::format("{}\n", path));
  return kDone;
}

}  // namespace

const Command kCurvesCommand{
    "curves",
    "FOLDER... [--metric NAME] [--out FILE]",
    "plot learning curves of several runs",
    R"(FOLDER is the --out of a learner, or a learner's folder of an experiment.
Several seeds are plotted as their mean with its 95 % confidence interval; a
single seed with the interval of its measurements, if any.
)",
    R"(  sumi-lab curves td-paper td --metric wins_black_percent
  sumi-lab curves experiments/s3-* --metric error --out s3.svg
)",
    run_curves,
    "sumi-lab"};

}  // namespace sumi::lab
