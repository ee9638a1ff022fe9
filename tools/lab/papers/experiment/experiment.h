// SPDX-License-Identifier: MIT
/// An experiment repeats a paper: its table, ours faithful to it, ours corrected, with intervals.
/// Below: what commands use, then what experiments share.
#pragma once

#include "protocol/report/svg_chart.h"
#include "protocol/text/json_lines.h"
#include "tools/lab/papers/learn/learner.h"
#include "tools/lab/papers/learn/measure.h"
#include "tools/lab/papers/systems/net_learner.h"

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

/// A cell: text, or a number with its 95% interval where it has one.
struct Cell {
  std::string text;  ///< What is shown: "749", "96.8 (96.1 to 97.4)", "-".
  double value = 0;  ///< What CSV and JSON get; NaN if the cell is no number.
  double lower = 0, upper = 0;
};
Cell text_cell(std::string_view text);
Cell number_cell(double value, int decimals = 0);
/// Just the number where there is no interval.
Cell interval_cell(double value, double lower, double upper, int decimals = 1);
/// How far two numbers lie apart in standard errors, "+1.4"; with a star beyond 2, two beyond 3.
/// Columns of such cells have "deviation" in their names (count_deviations()).
Cell deviation_cell(double standard_errors);

struct PaperTable {
  std::string name;  ///< The name of its files: "s4-single-terms".
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;  ///< The first cell names the row.
  bool file_only = false;               ///< It has a CSV, but is not shown.
};

struct Picture {
  std::string name;  ///< The name of its file: "s2-curve".
  std::variant<protocol::LineChart, protocol::BarChart, std::string> drawing;  ///< Text is SVG.
};
std::string to_svg(const Picture& picture);

/// A number that an experiment can be run with instead of its paper's.
struct Parameter {
  std::string_view name;  ///< Of its option: "hidden".
  std::string_view what;  ///< "units of the hidden layer"
  double min = 0, max = 0;
  bool whole = true;  ///< No fractions.
};

struct ExperimentSetup {
  bool quick = false;  ///< Minutes instead of the paper's sizes.
  std::uint64_t seed = 1;
  int threads = 1;
  /// Those of the experiment's parameters that are not the paper's, by name.
  std::map<std::string, double, std::less<>> parameters{};
  std::string folder;  ///< Gets checkpoints and files; it must be there already.
  /// Called by the thread that runs the experiment: how much of the part `what` is done, 0..1.
  std::function<void(std::string_view what, double share)> tick{};
  std::stop_token stop{};
};

struct ExperimentReport {
  std::vector<PaperTable> tables;
  std::vector<Picture> pictures;
  std::vector<std::string> findings;  ///< A sentence each: what the numbers say.
};

struct Experiment {
  std::string_view id;  ///< "S4"
  std::string_view title;
  /// Throws ExperimentStopped soon after setup.stop was requested, and FatalError if it
  /// cannot be made.
  ExperimentReport (*run)(const ExperimentSetup& setup);
  std::span<const Parameter> parameters{};
};

/// S1 to S6, and the round robins of all evaluators and players.
std::span<const Experiment> experiments();

std::string to_terminal(const PaperTable& table);  ///< Aligned columns.
std::string to_markdown(const PaperTable& table);
std::string to_csv(const PaperTable& table);  ///< value, lower and upper for each number.
protocol::Json to_json(const ExperimentReport& report);

/// How many deviations a report has, and how many of them lie beyond 2 and beyond 3.
struct DeviationCount {
  int all = 0, beyond_2 = 0, beyond_3 = 0;
};
DeviationCount count_deviations(const ExperimentReport& report);

/// One report of the reports of several seeds: means with their 95 % intervals for numbers, bands
/// for curves, and for each table the rows of all seeds as a file NAME-seeds. Tables and pictures
/// that the seeds do not have in common are kept one by one, findings too. Requires: as many seeds
/// as reports, and one.
ExperimentReport mean_report(const std::vector<std::uint64_t>& seeds,
                             const std::vector<ExperimentReport>& reports);

/// Writes into setup.folder: a CSV for each table, an SVG for each picture, all of it as JSON and
/// as a page ("s4.json", "s4.md"). Throws FatalError on a full disk.
void write_report(const Experiment& experiment, const ExperimentReport& report,
                  const ExperimentSetup& setup);

/// The numbers that `measure` returns, or returned earlier under this key in the same experiment
/// with the same kind and seed. They are in a journal in setup.folder as soon as they are measured.
/// `measure` throws ExperimentStopped rather than return a part. One thread at a time. Throws
/// FatalError on a full disk.
std::vector<double> kept(const ExperimentSetup& setup, std::string_view experiment,
                         const std::string& key,
                         const std::function<std::vector<double>()>& measure);

/// Forgets all kept numbers of the experiment, once its report is to be written.
void forget_kept(const ExperimentSetup& setup, std::string_view experiment);

ExperimentReport run_s1(const ExperimentSetup& setup);
ExperimentReport run_s2(const ExperimentSetup& setup);
ExperimentReport run_s3(const ExperimentSetup& setup);
ExperimentReport run_s4(const ExperimentSetup& setup);
ExperimentReport run_s5(const ExperimentSetup& setup);
ExperimentReport run_s6(const ExperimentSetup& setup);
ExperimentReport run_players(const ExperimentSetup& setup);
ExperimentReport run_players_time(const ExperimentSetup& setup);

/// An experiment throws it when setup.stop was requested: there is no report then.
class ExperimentStopped : public std::runtime_error {
 public:
  ExperimentStopped() : std::runtime_error("interrupted") {}
};

/// Throws ExperimentStopped if setup.stop was requested.
void check_stop(const ExperimentSetup& setup);

/// Tells `setup.tick`, if there is one.
void tell(const ExperimentSetup& setup, std::string_view what, double share);

/// A function that tells measure() and run_learner() whether setup.stop was requested.
std::function<bool()> interruption(const ExperimentSetup& setup);

/// The value of a parameter: as the user wants it, or as the paper has it.
double parameter(const ExperimentSetup& setup, std::string_view name, double otherwise);
std::uint64_t count_parameter(const ExperimentSetup& setup, std::string_view name,
                              std::uint64_t otherwise);

/// A learner's folder in setup.folder: `name`, whether it is quick, the seed, parameters.
std::string learn_folder(const ExperimentSetup& setup, std::string_view name);

/// Runs a learner to the end in its learn_folder(), or goes on there. Its history, the rows
/// measured at both ends among them. Throws ExperimentStopped, and FatalError if the folder holds
/// another run.
std::vector<LearnRow> learn(const ExperimentSetup& setup, Learner& learner, std::string_view name,
                            std::uint64_t steps, std::uint64_t measure_every);

/// "749 (721-775)": the number of wins and its 95% interval, as a number for CSV.
Cell wins_cell(const Tally& tally);
/// The difference of two shares, of `games` and of `other_games`, in standard errors.
double deviation_of_shares(double share, double games, double other_share, double other_games);
/// "96.8 (96.1 to 97.4)".
Cell percent_cell(const Share& share, int decimals = 1);

// Many networks learned and measured: what S2 and S3 share.

/// A network to be learned.
struct NetRun {
  std::string name;  ///< The name of its folder in the experiment's: "s2-paper-1".
  std::unique_ptr<NetLearner> learner;
  std::uint64_t steps = 0;
  std::uint64_t measure_every = 0;
};

/// Learns them all, each on one thread, setup.threads at a time, with a checkpoint and a history in
/// a folder of its own; goes on where an earlier call was stopped. Throws ExperimentStopped and
/// FatalError.
void learn_all(const ExperimentSetup& setup, std::string_view what, std::vector<NetRun>& runs);

/// The history of a metric of these runs: the mean of their values row by row, as a line of a chart
/// whose band is the mean's 95 % interval. Requires: learn_all() is done with them.
protocol::ChartLine mean_line(const ExperimentSetup& setup, std::string name,
                              const std::vector<const NetRun*>& runs, std::string_view metric);

/// The share of `tallies`' games that `hits` counts: with one tally its own interval (Wilson), with
/// several that of their mean, which counts how nets differ, too.
Share share_over(const std::vector<Tally>& tallies, double (*hits)(const Tally& tally));

}  // namespace sumi::lab
