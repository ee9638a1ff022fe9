// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/base/time.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/shards.h"
#include "protocol/report/live_text.h"
#include "protocol/service/shard_folder.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/long_work.h"
#include "tools/lab/papers/experiment/experiment.h"
#include "tools/lab/records.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace sumi::lab {
namespace {

using namespace protocol;

constexpr int kMaxExperimentThreads = 256, kMaxExperimentSeeds = 1000;

std::vector<Parameter> all_parameters() {
  std::vector<Parameter> all;
  for (const Experiment& experiment : experiments()) {
    for (const Parameter& parameter : experiment.parameters) {
      if (std::ranges::count(all, parameter.name, &Parameter::name) == 0) all.push_back(parameter);
    }
  }
  return all;
}

bool has_parameter(const Experiment& experiment, std::string_view name) {
  return std::ranges::count(experiment.parameters, name, &Parameter::name) > 0;
}

/// "S2, S3".
std::string users_of(std::string_view parameter) {
  std::vector<std::string_view> ids;
  for (const Experiment& experiment : experiments()) {
    if (has_parameter(experiment, parameter)) ids.push_back(experiment.id);
  }
  return fmt::format("{}", fmt::join(ids, ", "));
}

using GivenParameters = std::map<std::string, double, std::less<>>;

Options parameter_rows(GivenParameters& given) {
  Options rows;
  for (const Parameter& parameter : all_parameters()) {
    const std::string name(parameter.name);
    OptionValue value{.name = "N"};
    value.read = [&given, parameter, name](const std::string& text) -> Result<void> {
      double read = 0;
      const auto set = number(read, parameter.min, parameter.max).read(text);
      if (!set) return set;
      if (parameter.whole && read != std::floor(read)) {
        return Error{ErrorCode::kBadSyntax,
                     fmt::format("{} is not a whole number", sumi::quoted(text))};
      }
      given[name] = read;
      return {};
    };
    Option row{std::string(parameter.option_name()), std::move(value),
               fmt::format("{}: {}, {}..{}", users_of(parameter.name), parameter.what,
                           parameter.min, parameter.max)};
    if (row.names != name) row = renamed(name, std::move(row));
    rows += {std::move(row)};
  }
  rows.rows.front().title = "Changes to the paper's parameters";
  return rows;
}

std::string known_ids() {
  std::string ids;
  for (const Experiment& experiment : experiments()) ids += fmt::format("{}, ", experiment.id);
  return ids + "all";
}

std::vector<const Experiment*> chosen(const std::vector<std::string>& words) {
  if (words.empty()) throw UsageError(fmt::format("which experiment? {}", known_ids()));
  std::vector<const Experiment*> found;
  for (const std::string& word : words) {
    bool known = false;
    for (const Experiment& experiment : experiments()) {
      if (word != "all" && !equal_ignoring_case(word, experiment.id)) continue;
      known = true;
      if (std::ranges::count(found, &experiment) == 0) found.push_back(&experiment);
    }
    if (!known) {
      throw UsageError(fmt::format("{} is not one of {}", sumi::quoted(word), known_ids()));
    }
  }
  return found;
}

void check_explain(const ExperimentSetup& setup, const std::vector<const Experiment*>& wanted) {
  if (!setup.explain) return;
  for (const Experiment* const experiment : wanted) {
    if (experiment->id == "S4") continue;
    throw UsageError(fmt::format("--explain has no effect in {}, only in S4", experiment->id));
  }
}

void check_parameters(const GivenParameters& given, const std::vector<const Experiment*>& wanted) {
  for (const Parameter& parameter : all_parameters()) {
    if (!given.contains(parameter.name)) continue;
    for (const Experiment* const experiment : wanted) {
      if (has_parameter(*experiment, parameter.name)) continue;
      throw UsageError(fmt::format("--{} has no effect in {}, only in {}", parameter.option_name(),
                                   experiment->id, users_of(parameter.name)));
    }
  }
}

class Bars {
 public:
  explicit Bars(std::string_view id) : id_(id) {}

  void draw(std::string_view what, double share) {
    if (!bar_ || what != what_) {
      bar_.reset();
      what_ = what;
      ++parts_;
      bar_ = std::make_unique<ProgressBar>(true, fmt::format("parts, {}: {}", id_, what));
    }
    bar_->draw(share, parts_);
  }

 private:
  std::string_view id_;
  std::string what_;
  std::uint64_t parts_ = 0;
  std::unique_ptr<ProgressBar> bar_;
};

ExperimentReport run_watched(const Experiment& experiment, ExperimentSetup setup) {
  Bars bars(experiment.id);
  std::stop_source source;
  setup.stop = source.get_token();
  setup.tick = [&bars](std::string_view what, double share) { bars.draw(what, share); };
  const std::jthread watch([&source](const std::stop_token& over) {
    while (!over.stop_requested() && !source.stop_requested()) {
      if (interrupted()) source.request_stop();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  });
  return experiment.run(setup);
}

/// `number`: of the seed, from 0.
ExperimentSetup with_seed(ExperimentSetup setup, std::uint64_t number) {
  setup.seed += number;
  return setup;
}

ExperimentReport run_seeds_of(const Experiment& experiment, const ExperimentSetup& setup,
                              int count) {
  std::vector<std::uint64_t> seeds;
  std::vector<ExperimentReport> reports;
  for (int i = 0; i < count; ++i) {
    const ExperimentSetup one = with_seed(setup, static_cast<std::uint64_t>(i));
    seeds.push_back(one.seed);
    reports.push_back(run_watched(experiment, one));
  }
  ExperimentReport report = mean_report(seeds, reports);
  if (const DeviationCount found = count_deviations(report); found.all > 0) {
    report.findings.push_back(fmt::format(
        "Of {} numbers beside others' {} deviate by more than 2 standard errors (*), "
        "{} by more than 3 (**); by luck alone {:.1f} and {:.1f} would.",
        found.all, found.beyond_2, found.beyond_3, 0.0455 * found.all, 0.0027 * found.all));
  }
  return report;
}

ShardWork shard_work(const std::vector<const Experiment*>& wanted, const ExperimentSetup& setup,
                     int seeds) {
  Json settings{{"quick", setup.quick}, {"seed", setup.seed}, {"seeds", seeds}};
  settings["experiments"] = Json::array();
  for (const Experiment* experiment : wanted) settings["experiments"].push_back(experiment->id);
  settings["parameters"] = setup.parameters;
  if (setup.explain) settings["explain"] = true;
  return {"experiment", "runs", settings};
}

/// Runs a shard's seeds up to their checkpoints; --shard merge makes the report.
int run_shard(const std::vector<const Experiment*>& wanted, const ExperimentSetup& setup, int seeds,
              Shard shard, ShardFolder& folder, Output& out) {
  const auto own = shard.share(static_cast<std::uint64_t>(seeds));
  ShardProgress progress{0, own * wanted.size()};
  try {
    for (const Experiment* experiment : wanted) {
      for (std::uint64_t i = 0; i < own; ++i) {
        folder.record(progress);
        run_watched(*experiment, with_seed(setup, shard.unit(i)));
        ++progress.done;
      }
    }
  } catch (const ExperimentStopped&) {
    folder.end(progress, false);
    out.write("Interrupted; the same command resumes from the checkpoints.\n");
    return kInterrupted;
  }
  folder.end(progress, true);
  out.write(
      fmt::format("{} runs; `--shard merge` reports when all shards are done\n", progress.done));
  return kDone;
}

void write(const Experiment& experiment, const ExperimentReport& report, Output& out) {
  out.write(fmt::format("{}: {}\n", experiment.id, experiment.title));
  for (const lab::PaperTable& table : report.tables) {
    if (table.file_only) continue;
    out.write("\n");
    out.write(to_terminal(table));
  }
  if (!report.findings.empty()) out.write("\n");
  for (const std::string& finding : report.findings) out.write(fmt::format("- {}\n", finding));
  out.write("\n");
  out.flush();
}

int run_experiment(const Command& self, const Args& args, Output& out) {
  ExperimentSetup setup;
  setup.folder = "experiments";
  setup.seed = 1;
  setup.threads = 1;
  int seeds = 1;
  ShardOption option;
  Options rows{
      {"quick", flag(setup.quick), "smaller runs that take minutes"},
      {"explain", flag(setup.explain), "S4: search for the faults that printed each table"},
      {"out,o", text(setup.folder, "FOLDER"),
       "folder of tables (CSV, JSON), charts (SVG), pages and checkpoints"},
      {"seed", number(setup.seed, 0, 2147483647), "random seed"},
      {"seeds", number(seeds, 1, kMaxExperimentSeeds),
       "number of runs, with seeds from --seed, and their means, {}"},
      {"threads,j", number(setup.threads, 1, kMaxExperimentThreads),
       "number of threads, {}; changes only results that depend on time"}};
  rows += shard_rows(option, "seeds");
  rows += parameter_rows(setup.parameters);
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::vector<const Experiment*> wanted = chosen(line->words);
  check_parameters(setup.parameters, wanted);
  check_explain(setup, wanted);
  if (const auto made = make_folder(setup.folder); !made) {
    throw UsageError("--out: " + made.error().message);
  }
  const OutputLock lock = OutputLock::of_part(setup.folder, option.shard).value();

  watch_interrupts();
  if (option.given) {
    const std::string shards = shards_of(setup.folder);
    const ShardWork work = shard_work(wanted, setup, seeds);
    if (!option.merge) {
      ShardFolder folder = ShardFolder::join(shards, work, option.shard).value();
      return run_shard(wanted, setup, seeds, option.shard, folder, out);
    }
    whole_folder(shards, work).value();
  }
  for (const Experiment* experiment : wanted) {
    try {
      const StopWatch watch;
      const ExperimentReport report = run_seeds_of(*experiment, setup, seeds);
      write_report(
          *experiment, report, setup,
          {fmt::format("sumi-lab experiment {}", fmt::join(args, " ")), seeds, watch.seconds()});
      for (int i = 0; i < seeds; ++i) {
        remove_journal(with_seed(setup, static_cast<std::uint64_t>(i)), experiment->id);
      }
      write(*experiment, report, out);
    } catch (const ExperimentStopped&) {
      out.write(fmt::format("{}: interrupted; the same command resumes from its checkpoints.\n",
                            experiment->id));
      return kInterrupted;
    }
  }
  return kDone;
}

}  // namespace

const Command kExperimentCommand{
    "experiment",
    "ID... [--quick] [--out FOLDER] [OPTIONS]",
    "reproduce the experiments of published systems",
    R"(ID is S1 to S6, axis (all learners and players on one scale of Elo, by games
learned from and processor seconds), players (round robins of all evaluators
and players at depth 4 and on 4x4), players-time (the same at 0.05 s a move) or
all. Each prints the paper's figures next to ours, which come from the paper's
program both as published and corrected, with 95% confidence intervals, and
writes tables and charts to FOLDER; tools/lab/papers/RESULTS.md shows those of
a full run. The same command resumes from the checkpoints in FOLDER. Runs with
other parameters have separate checkpoints but overwrite tables and charts: to
keep both, name another FOLDER.

With --shard I/N the process trains every Nth of the --seeds. When all shards
are done, the same command with --shard merge runs the remaining measurements,
which take little time, and reports.
)",
    R"(  sumi-lab experiment S4 --quick -j 2
  sumi-lab experiment S2 --hidden 60 --seeds 3 -j 2 --out s2-60
  sumi-lab experiment S4 --explain -j 2
  sumi-lab experiment all --out results -j 4
)",
    run_experiment,
    "sumi-lab"};

}  // namespace sumi::lab
