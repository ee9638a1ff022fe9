// SPDX-License-Identifier: MIT
/// An experiment repeats a paper: its table, ours faithful to it, ours corrected, with intervals.
#pragma once

#include "protocol/report/json_lines.h"
#include "protocol/report/svg_chart.h"

#include <cstdint>
#include <functional>
#include <map>
#include <span>
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
  /// Throws ExperimentStopped (runs.h) soon after setup.stop was requested, and FatalError if it
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

}  // namespace sumi::lab
