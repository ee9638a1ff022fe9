// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/format.h"
#include "protocol/service/shard_folder.h"
#include "tools/lab/cli/learn_options.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <vector>

namespace sumi::lab {
namespace {

using namespace protocol;

constexpr std::uint64_t kMaxSteps = 1'000'000'000'000;
constexpr int kMaxLearnThreads = 256;
constexpr int kMaxSeeds = 1000;
constexpr std::size_t kShownRows = 20;

/// Evenly spaced, including the last.
std::vector<LearnRow> shown_rows(const std::vector<LearnRow>& rows) {
  if (rows.size() <= kShownRows) return rows;
  std::vector<LearnRow> shown;
  for (std::size_t i = 0; i < kShownRows; ++i) {
    shown.push_back(rows[i * (rows.size() - 1) / (kShownRows - 1)]);
  }
  return shown;
}

std::string text_of(const Metric& metric) {
  if (metric.lower == metric.upper) return fmt::format("{:.4g}", metric.value + 0.0);  // no "-0"
  return fmt::format("{:.4g} ({:.4g} to {:.4g})", metric.value, metric.lower, metric.upper);
}

struct NamedRow {
  std::string name;
  LearnRow row;
};

void write_rows(std::string_view first, const std::vector<NamedRow>& rows, Output& out) {
  if (rows.empty()) return;
  constexpr int kFirstWidth = 12;
  std::vector<Table::Column> columns{{first, kFirstWidth}};
  const std::vector<Metric>& metrics = rows.back().row.metrics;
  for (const Metric& metric : metrics) {
    std::size_t width = metric.name.size();
    for (const NamedRow& named : rows) {
      if (const Metric* const cell = find_metric(named.row, metric.name)) {
        width = std::max(width, text_of(*cell).size());
      }
    }
    columns.push_back({metric.name, static_cast<int>(width)});
  }
  const Table table(columns);
  out.write(table.header());
  for (const NamedRow& named : rows) {
    std::vector<std::string> cells{named.name};
    for (const Metric& metric : metrics) {
      const Metric* const cell = find_metric(named.row, metric.name);
      cells.push_back(cell ? text_of(*cell) : "-");
    }
    out.write(table.row(cells));
  }
}

int write_end(bool done, Output& out) {
  if (done) return kDone;
  out.write("Interrupted: the same command resumes.\n");
  return kInterrupted;
}

int run_one(Learner& learner, const LearnRun& run, Output& out) {
  const std::string unit(learner.unit());
  RateBar bar(unit);
  const auto tick = [&](const LearnProgress& now) { bar.draw_all(now.done, now.wanted); };
  const bool done = run_learner(learner, run, interrupted, tick).value();
  bar.erase();
  if (const auto rows = read_history(run.folder)) {
    std::vector<NamedRow> named;
    for (const LearnRow& row : shown_rows(*rows)) named.push_back({std::to_string(row.steps), row});
    write_rows(unit, named, out);
  }
  out.write(fmt::format("{} of {} {}; {} in {}/result\n", learner.steps(), run.steps, unit,
                        learner.result_kind(), run.folder));
  if (const std::string summary = learner.summary(); !summary.empty()) out.write(summary + '\n');
  return write_end(done, out);
}

int run_shard(std::vector<SeedRun>& seeds, const LearnOptions& options, const ShardWork& work,
              Output& out) {
  ShardFolder folder =
      ShardFolder::join(shards_of(options.run.folder), work, options.shard.shard).value();
  ShardProgress progress{0, options.run.steps * seeds.size()};
  const bool done = seeds.empty() ||
                    run_seeds(seeds, options.run, options.shard.shard, options.threads, interrupted,
                              [&](std::uint64_t steps) {
                                progress.done = steps;
                                folder.record(progress);
                              })
                        .value();
  // Steps may follow the last tick.
  progress.done = 0;
  for (const SeedRun& one : seeds) progress.done += one.learner->steps();
  folder.end(progress, done);
  out.write(fmt::format("{} of {} {} by {} seeds\n", progress.done, *progress.wanted, work.unit,
                        seeds.size()));
  return write_end(done, out);
}

int run_several(std::vector<SeedRun>& seeds, const LearnOptions& options, Output& out) {
  const LearnRun& run = options.run;
  const std::string unit(seeds.front().learner->unit());
  if (options.shard.given) {
    Json settings = seeds.front().learner->settings();
    settings["seeds"] = options.seeds;
    settings["steps"] = run.steps;
    settings["measure-every"] = run.measure_every;
    settings["snapshot-every"] = run.snapshot_every;
    const ShardWork work{"learn", unit, settings};
    if (!options.shard.merge) {
      std::uint64_t place = 0;
      std::erase_if(seeds, [&](const SeedRun&) { return !options.shard.shard.has(place++); });
      return run_shard(seeds, options, work, out);
    }
    whole_folder(shards_of(run.folder), work).value();
  }
  RateBar bar(unit);
  const auto tick = [&](std::uint64_t steps) { bar.draw_all(steps, run.steps * seeds.size()); };
  const bool done = run_seeds(seeds, run, {}, options.threads, interrupted, tick).value();
  bar.erase();
  if (!done) return write_end(false, out);
  std::vector<NamedRow> rows;
  std::vector<std::vector<LearnRow>> last;
  for (const SeedRun& one : seeds) {
    const std::string name = fmt::format("seed-{}", one.seed);
    const std::vector<LearnRow> history = read_history(run.folder + "/" + name).value();
    rows.push_back({name, history.back()});
    last.push_back({history.back()});
  }
  rows.push_back({"mean", mean_history(last).front()});
  write_rows("after all", rows, out);
  out.write(fmt::format("{} {} by each of {} seeds; means in {}/history.csv, {} in each folder\n",
                        run.steps, unit, seeds.size(), run.folder,
                        seeds.front().learner->result_kind()));
  for (const SeedRun& one : seeds) {
    const std::string summary = one.learner->summary();
    if (!summary.empty()) out.write(fmt::format("seed-{}: {}\n", one.seed, summary));
  }
  return kDone;
}

}  // namespace

Options learn_rows(LearnOptions& options, std::string_view unit) {
  LearnRun& run = options.run;
  Options rows{
      {"out,o", text(run.folder, "FOLDER"),
       "folder of the checkpoint, history, curves and result; a run in it is resumed"},
      {"steps", number(run.steps, 0, kMaxSteps), fmt::format("total number of {}, {{}}", unit)},
      {"measure-every", number(run.measure_every, 0, kMaxSteps),
       fmt::format("{} between rows of the history; 0: first and last only", unit)},
      {"snapshot-every", number(run.snapshot_every, 0, kMaxSteps),
       fmt::format("{} between snapshots, files result-N; 0: none", unit)},
      {"seed", number(options.seed, 0, std::numeric_limits<std::uint64_t>::max() - kMaxSeeds),
       "random seed"},
      {"seeds", number(options.seeds, 1, kMaxSeeds),
       "number of runs, with seeds from --seed, and their mean, {}"},
      {"threads,j", number(options.threads, 1, kMaxLearnThreads),
       "number of threads, {}; does not change results"}};
  return rows += shard_rows(options.shard, "seeds");
}

void check_learn_options(const LearnOptions& options) {
  if (options.run.folder.empty()) throw UsageError("missing --out FOLDER");
  if (options.shard.given && options.seeds == 1) {
    throw UsageError("--shard needs several --seeds, which are shared among shards");
  }
}

std::optional<CommandLine> parse_learn(const Command& self, const Options& rows,
                                       const LearnOptions& options, const Args& args, Output& out) {
  auto line = parse(self, rows, args, out);
  if (!line) return line;
  forbid_words(*line);
  check_learn_options(options);
  return line;
}

OptionValue board_size(int& size) {
  const auto read = [](const std::string& text) -> Result<int> {
    const int size = parse_count(text).value_or(0);
    if (is_board_size(size)) return size;
    return syntax_error("size", text, "4, 6 or 8");
  };
  return parsed(size, "N", read, std::to_string(size), {"4", "6", "8"});
}

int run_learn_command(const LearnerMaker& make, const LearnOptions& options, Output& out) {
  watch_interrupts();
  if (options.seeds == 1) {
    const auto learner = make(options.seed, options.threads);
    return run_one(*learner, options.run, out);
  }
  std::vector<SeedRun> seeds;
  for (int i = 0; i < options.seeds; ++i) {
    const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(i);
    seeds.push_back({seed, make(seed, 1)});
  }
  return run_several(seeds, options, out);
}

int run_learn_command(const Command& self, const Options& rows, const LearnOptions& options,
                      const Args& args, Output& out, const LearnerMaker& make) {
  return parse_learn(self, rows, options, args, out) ? run_learn_command(make, options, out)
                                                     : kDone;
}

}  // namespace sumi::lab
