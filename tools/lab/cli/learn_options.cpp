// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/format.h"
#include "tools/lab/cli/learn_options.h"
#include "tools/lab/cli/rate_bar.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace sumi::lab {
namespace {

namespace po = boost::program_options;
using namespace protocol;

constexpr std::uint64_t kMaxSteps = 1'000'000'000'000;
constexpr int kMaxLearnThreads = 256;
constexpr std::size_t kShownRows = 20;

/// Evenly spread over the history, the last one among them.
std::vector<LearnRow> shown_rows(const std::vector<LearnRow>& rows) {
  if (rows.size() <= kShownRows) return rows;
  std::vector<LearnRow> shown;
  for (std::size_t i = 0; i < kShownRows; ++i) {
    shown.push_back(rows[i * (rows.size() - 1) / (kShownRows - 1)]);
  }
  return shown;
}

std::string text_of(const Metric& metric) {
  if (metric.lower == metric.upper) return fmt::format("{:.4g}", metric.value);
  return fmt::format("{:.4g} ({:.4g} to {:.4g})", metric.value, metric.lower, metric.upper);
}

void write_rows(std::string_view unit, const std::vector<LearnRow>& rows, Output& out) {
  if (rows.empty()) return;
  std::vector<Table::Column> columns{{unit, 12}};
  for (const Metric& metric : rows.back().metrics) {
    int width = static_cast<int>(metric.name.size());
    for (const LearnRow& row : rows) {
      for (const Metric& cell : row.metrics) {
        if (cell.name == metric.name) width = std::max(width, int(text_of(cell).size()));
      }
    }
    columns.push_back({metric.name, width});
  }
  const Table table(columns);
  out.write(table.header());
  for (const LearnRow& row : rows) {
    std::vector<std::string> cells{std::to_string(row.steps)};
    for (const Metric& metric : rows.back().metrics) {
      const auto found = std::ranges::find(row.metrics, metric.name, &Metric::name);
      cells.push_back(found == row.metrics.end() ? "-" : text_of(*found));
    }
    out.write(table.row(cells));
  }
}

}  // namespace

void add_learn_options(po::options_description& options, const LearnDefaults& defaults) {
  const auto standard = [](std::uint64_t value, const char* name) {
    return po::value<std::string>()->default_value(std::to_string(value))->value_name(name);
  };
  options.add_options()("out,o", po::value<std::string>()->value_name("FOLDER"),
                        "checkpoint, history, curves and result; made if need be, gone on with if "
                        "it holds such a run")(
      "steps", standard(defaults.steps, "N"),
      fmt::format("{} in all, 0..{}", defaults.unit, kMaxSteps).c_str())(
      "measure-every", standard(defaults.measure_every, "N"),
      fmt::format("{} between rows of the history; 0: at both ends only", defaults.unit).c_str())(
      "seed", standard(1, "N"), "of all that is drawn by lot")(
      "threads,j", standard(static_cast<std::uint64_t>(defaults.threads), "N"),
      fmt::format("1..{}; the results are the same", kMaxLearnThreads).c_str());
}

std::uint64_t count_value(const CommandLine& line, const std::string& option, std::uint64_t min,
                          std::uint64_t max) {
  const std::string text = text_value(line, option);
  std::uint64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || value < min ||
      value > max) {
    throw UsageError(
        fmt::format("--{}: {} is not in {}..{}", option, sumi::quoted(text), min, max));
  }
  return value;
}

double real_value(const CommandLine& line, const std::string& option, double min, double max) {
  const std::string text = text_value(line, option);
  const auto value = parse_real(text);
  if (!value || *value < min || *value > max) {
    throw UsageError(
        fmt::format("--{}: {} is not a number in {}..{}", option, sumi::quoted(text), min, max));
  }
  return *value;
}

LearnOptions learn_options_of(const CommandLine& line) {
  if (!line.has("out")) throw UsageError("--out: a folder for the results is wanted");
  LearnOptions options;
  options.run.folder = text_value(line, "out");
  options.run.steps = count_value(line, "steps", 0, kMaxSteps);
  options.run.measure_every = count_value(line, "measure-every", 0, kMaxSteps);
  options.seed = count_value(line, "seed", 0, std::numeric_limits<std::uint64_t>::max());
  options.threads = int_value(line, "threads", 1, kMaxLearnThreads);
  return options;
}

int run_learn_command(Learner& learner, const LearnRun& run, Output& out) {
  watch_interrupts();
  const std::string unit(learner.unit());
  Result<bool> done = false;
  {
    RateBar bar(unit);
    std::optional<std::uint64_t> before;
    done = run_learner(learner, run, interrupted, [&](const LearnProgress& progress) {
      if (!before) before = progress.done;
      bar.draw(*before, progress.done - *before, progress.wanted);
    });
  }
  if (!done) throw FatalError(done.error().message);
  const auto rows = read_history(run.folder);
  if (rows) write_rows(unit, shown_rows(*rows), out);
  out.write(fmt::format("{} of {} {}; {} in {}/result\n", learner.steps(), run.steps, unit,
                        learner.result_kind(), run.folder));
  if (*done) return kDone;
  out.write("Interrupted: the same command goes on.\n");
  return kInterrupted;
}

}  // namespace sumi::lab
