// SPDX-License-Identifier: MIT
/// An experiment reproduces a paper: its numbers next to ours, as published and corrected.
#pragma once

#include "protocol/report/svg_chart.h"
#include "protocol/text/json_lines.h"
#include "tools/lab/papers/learn/learner.h"
#include "tools/lab/papers/learn/measure.h"
#include "tools/lab/papers/systems/net_learner.h"

#include <concepts>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sumi::lab {

/// A text, or a number and (if lower < upper) its 95% confidence interval.
struct Cell {
  std::string text;  ///< "749", "96.8 (96.1 to 97.4)", "-".
  double value = 0;  ///< For CSV and JSON; NaN in text cells.
  double lower = 0, upper = 0;
};
Cell text_cell(std::string_view text);
Cell number_cell(double value, int decimals = 0);
template <std::integral Number>
Cell number_cell(Number value) {
  return number_cell(static_cast<double>(value));
}
/// Only the number if lower == upper.
Cell interval_cell(double value, double lower, double upper, int decimals = 1);
Cell interval_cell(const Estimate& estimate, int decimals = 1);
/// A difference in standard errors, "+1.4", with one star beyond 2 and two beyond 3. Only for
/// columns whose name contains "deviation" (count_deviations()).
Cell deviation_cell(double standard_errors);

struct PaperTable {
  std::string name;  ///< File name: "s4-single-terms".
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;  ///< The first cell names the row.
  bool file_only = false;               ///< Written as CSV only.
};

struct Picture {
  std::string name;                                        ///< File name: "s2-curve".
  std::variant<protocol::LineChart, std::string> drawing;  ///< A string is SVG.
};
std::string to_svg(const Picture& picture);

/// A value of the paper that the user can change.
struct Parameter {
  std::string_view name;  ///< "hidden"; also the option.
  std::string_view what;  ///< "units of the hidden layer"
  double min = 0, max = 0;
  bool whole = true;
  /// Option, if it differs from `name`; folder names use `name`.
  std::string_view option{};

  std::string_view option_name() const { return option.empty() ? name : option; }
};

struct ExperimentSetup {
  bool quick = false;  ///< Takes minutes instead of the paper's sizes.
  std::uint64_t seed = 1;
  int threads = 1;
  std::map<std::string, double, std::less<>> parameters{};
  bool explain = false;  ///< S4: also search for the faults that printed each table.
  std::string folder;    ///< Must exist.
  /// Progress of the part `what`, 0..1.
  std::function<void(std::string_view what, double share)> tick{};
  std::stop_token stop{};
};

struct ExperimentReport {
  std::vector<PaperTable> tables;
  std::vector<Picture> pictures;
  std::vector<std::string> findings;  ///< One sentence each.
};

struct Experiment {
  std::string_view id;  ///< "S4"
  std::string_view title;
  /// Throws ExperimentStopped soon after a stop request.
  ExperimentReport (*run)(const ExperimentSetup& setup);
  std::span<const Parameter> parameters{};
};

std::span<const Experiment> experiments();

std::string to_terminal(const PaperTable& table);
std::string to_markdown(const PaperTable& table);
std::string to_csv(const PaperTable& table);
protocol::Json to_json(const ExperimentReport& report);

/// Deviations, and those beyond 2 and 3 standard errors.
struct DeviationCount {
  int all = 0, beyond_2 = 0, beyond_3 = 0;
};
DeviationCount count_deviations(const ExperimentReport& report);

/// Combines the reports of several seeds: numbers become means with 95% confidence intervals,
/// curves get bands, and the rows of all seeds go to tables NAME-seeds. What differs in structure
/// stays separate. Requires: one seed per report; at least one report.
ExperimentReport mean_report(const std::vector<std::uint64_t>& seeds,
                             const std::vector<ExperimentReport>& reports);

/// What the page of a report says of its origin, beside commit and machine.
struct ReportOrigin {
  std::string command;
  int seeds = 1;  ///< From setup.seed.
  double seconds = 0;
};

/// Writes tables as CSV, pictures as SVG, and the report as JSON and Markdown ("s4.json", "s4.md")
/// to setup.folder.
void write_report(const Experiment& experiment, const ExperimentReport& report,
                  const ExperimentSetup& setup, const ReportOrigin& origin);

/// Memoizes `measure` in a journal in setup.folder, by experiment, `key`, quick and seed. `measure`
/// must throw ExperimentStopped rather than return partial results. Not thread-safe.
std::vector<double> memoized(const ExperimentSetup& setup, std::string_view experiment,
                             const std::string& key,
                             const std::function<std::vector<double>()>& measure);

double memoized_number(const ExperimentSetup& setup, std::string_view experiment,
                       const std::string& key, const std::function<double()>& measure);

/// Deletes the journal. Call this before writing the report.
void remove_journal(const ExperimentSetup& setup, std::string_view experiment);

ExperimentReport run_s1(const ExperimentSetup& setup);
ExperimentReport run_s2(const ExperimentSetup& setup);
ExperimentReport run_s3(const ExperimentSetup& setup);
ExperimentReport run_s4(const ExperimentSetup& setup);
ExperimentReport run_s5(const ExperimentSetup& setup);
ExperimentReport run_s6(const ExperimentSetup& setup);
ExperimentReport run_axis(const ExperimentSetup& setup);
ExperimentReport run_players(const ExperimentSetup& setup);
ExperimentReport run_players_time(const ExperimentSetup& setup);

class ExperimentStopped : public std::runtime_error {
 public:
  ExperimentStopped() : std::runtime_error("interrupted") {}
};

/// Throws ExperimentStopped after a stop request.
void check_stop(const ExperimentSetup& setup);

void report_progress(const ExperimentSetup& setup, std::string_view what, double share);
void report_progress(const ExperimentSetup& setup, std::string_view what, double done, double all);

/// Whether a stop is requested, for measure() and run_learner().
std::function<bool()> interruption(const ExperimentSetup& setup);

/// The user's value, or the paper's, `otherwise`.
double parameter(const ExperimentSetup& setup, std::string_view name, double otherwise);
std::uint64_t count_parameter(const ExperimentSetup& setup, std::string_view name,
                              std::uint64_t otherwise);

std::string learn_folder(const ExperimentSetup& setup, std::string_view name);

/// Processor seconds of a step of a new learner, on this thread. Takes half a second. Requires: no
/// other thread works. Throws ExperimentStopped.
double seconds_per_step(const ExperimentSetup& setup, Learner& learner);

/// Runs or resumes a learner in its learn_folder(). Returns its history. Throws ExperimentStopped,
/// and FatalError if the folder has another run.
std::vector<LearnRow> learn(const ExperimentSetup& setup, Learner& learner, std::string_view name,
                            std::uint64_t steps, std::uint64_t measure_every);

/// "749 (721-775)": wins with their 95% confidence interval.
Cell wins_cell(const Tally& tally);
/// In standard errors.
double deviation_of_proportions(double share, double games, double other_share, double other_games);
/// The mean of `values` minus `other`, the mean of `others` values that spread alike, by Student's
/// t with as many degrees of freedom as `values` leave: the standard errors of a normal
/// distribution that chance exceeds as rarely. 0 without spread. Requires: at least 2 values.
double deviation_of_means(const std::vector<double>& values, double other, int others);
/// "96.8 (96.1 to 97.4)".
Cell percent_cell(const Estimate& share, int decimals = 1);
/// Discs per game.
Cell discs_cell(const Tally& tally, int decimals);

/// What a job of learn_in_parallel() may do.
struct LearningJob {
  std::function<bool()> interrupted;
  /// As learn(), but empty if stopped.
  std::function<std::vector<LearnRow>(Learner& learner, std::string_view name, std::uint64_t steps,
                                      std::uint64_t measure_every)>
      learn;
};

/// Calls `work` for jobs 0..jobs-1 on setup.threads threads. `steps`: of all their learners
/// together, for the progress of `what`. Throws ExperimentStopped and FatalError.
void learn_in_parallel(const ExperimentSetup& setup, std::string_view what, std::size_t jobs,
                       std::uint64_t steps,
                       const std::function<void(std::size_t number, const LearningJob& job)>& work);

// Training and measuring many networks, for S2 and S3.

struct NetRun {
  std::string name;  ///< Folder name: "s2-paper-1".
  std::unique_ptr<NetLearner> learner;
  std::uint64_t steps = 0;
  std::uint64_t measure_every = 0;
};

/// Trains or resumes all networks, setup.threads in parallel, each in its folder. Throws
/// ExperimentStopped and FatalError.
void learn_all(const ExperimentSetup& setup, std::string_view what, std::vector<NetRun>& runs);

/// Mean of a metric, with its 95% confidence band. Requires: learn_all() has finished.
protocol::ChartLine mean_line(const ExperimentSetup& setup, std::string name,
                              const std::vector<const NetRun*>& runs, std::string_view metric);

/// The proportion of games that `hits` counts: for one tally with its Wilson interval, for several
/// with the interval of their mean, which includes the variation between networks.
Estimate proportion_over(const std::vector<Tally>& tallies, double (*hits)(const Tally& tally));

}  // namespace sumi::lab
