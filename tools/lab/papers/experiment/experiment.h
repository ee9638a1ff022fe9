// SPDX-License-Identifier: MIT
/// An experiment repeats a paper: its table, ours faithful to it, ours corrected, with intervals.
#pragma once

#include "protocol/report/json_lines.h"
#include "protocol/report/svg_chart.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
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
Cell interval_cell(double value, double lower, double upper, int decimals = 1);

struct PaperTable {
  std::string name;  ///< The name of its files: "s4-single-terms".
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;  ///< The first cell names the row.
};

struct Picture {
  std::string name;  ///< The name of its file: "s2-curve".
  std::string svg;
};

struct ExperimentSetup {
  bool quick = false;  ///< Minutes instead of the paper's sizes.
  std::uint64_t seed = 1;
  int threads = 1;
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
};

/// S1 to S6, and the round robins of all evaluators and players.
std::span<const Experiment> experiments();

std::string to_terminal(const PaperTable& table);  ///< Aligned columns.
std::string to_markdown(const PaperTable& table);
std::string to_csv(const PaperTable& table);  ///< value, lower and upper for each number.
protocol::Json to_json(const ExperimentReport& report);

/// Writes into setup.folder: a CSV for each table, an SVG for each picture, all of it as JSON and
/// as a page ("s4.json", "s4.md"). Throws FatalError on a full disk.
void write_report(const Experiment& experiment, const ExperimentReport& report,
                  const ExperimentSetup& setup);

}  // namespace sumi::lab
