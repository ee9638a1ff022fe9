// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/weights/nnue_file.h"
#include "engine/weights/weights_file.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/format.h"
#include "protocol/report/live_text.h"
#include "protocol/report/svg_chart.h"
#include "protocol/text/json_lines.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/records.h"
#include "tools/lab/train/nnue_trainer.h"
#include "tools/lab/train/pattern_trainer.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <thread>

namespace sumi::lab {
namespace {

using namespace protocol;

struct TrainOptions {
  TrainingSetup setup{};
  NnueSetup net{};
  std::optional<std::string> out{}, svg{}, begin{}, data{}, date{};
  std::string error_from{}, commit{}, note{};
  bool json = false;
};

Options rows_of(TrainOptions& options) {
  constexpr int kMost = std::numeric_limits<int>::max();
  TrainingSetup& setup = options.setup;
  NnueSetup& net = options.net;
  setup.threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 256u));
  return {
      {"out,o", text(options.out, "FILE"), "weights file to write"},
      {"work,w", text(setup.checkpoint_folder, "FOLDER"),
       "checkpoint folder: resume from it, and reuse finished stages"},
      {"lambda", number(setup.lambda, 1e-6, 1e9),
       "pattern: strength of the ridge penalty, as a number of positions"},
      {"game-weight", number(setup.game_weight, 0, 1),
       "weight of positions without an exact score, {}; exact ones have 1"},
      renamed("value-share", {"value-weight", number(setup.value_weight, 0, 1),
                              "weight of the search value in inexact targets, {}; the rest is the "
                              "game result"}),
      renamed("trace", {"td-lambda", number(setup.td_lambda, 0, 1),
                        "lambda of TD(lambda), {}: 1 uses the game result, less adds weight to "
                        "later search values"}),
      {"values-above", number(setup.values_above, 0, 60),
       "use search values only above N empties, {}"},
      {"reach", number(setup.reach, 0, 8),
       "pattern: train stages also on positions up to N empties outside them, {}"},
      {"held-out", number(setup.held_out_percent, 0, 50),
       "percentage of games held out for validation, {}"},
      {"seed", number(setup.seed, 0, kMost), "seed of held-out games, initial net and shuffling"},
      {"iterations", number(setup.max_iterations, 1, 10000),
       "pattern: maximum number of iterations, {}"},
      {"min-positions", number(setup.min_positions, 1, kMost),
       "pattern: a stage with fewer positions uses the closest stage's weights"},
      renamed("begin-with", {"init", text(options.begin, "WEIGHTS"),
                             "nnue: start from this net; default: random weights"}),
      renamed("passes", {"epochs", number(net.epochs, 0.01, 1000), "nnue: number of epochs, {}"}),
      renamed("rate", {"learning-rate", number(net.learning_rate, 1e-9, 1),
                       "nnue: peak learning rate of Adam"}),
      renamed("damping", {"epsilon", number(net.epsilon, 1e-12, 1),
                          "nnue: epsilon of Adam; larger values damp rarely used rows"}),
      {"leak", number(net.leak, 0, 1),
       "nnue: gradient of clipped units, {}; with 0, units can become permanently inactive"},
      {"balance", number(net.balance, 0, 1),
       "nnue: 0: equal weight for all positions; 1: for all numbers of empties"},
      renamed("batch", {"batch-size", number(net.batch, 1, 1 << 24), "nnue: positions per batch"}),
      {"threads,j", number(setup.threads, 1, 256),
       "number of threads, {}; does not change the weights"},
      {"error-from", text(options.error_from, "FILE"),
       "copy the error model of these weights, for use until `sumi-lab probcut` fits one; default: "
       "the shipped weights"},
      {"commit", text(options.commit, "TEXT"), "provenance: the commit of this program"},
      {"data", text(options.data, "TEXT"), "provenance: the training data"},
      {"date", text(options.date, "TEXT"), "provenance: the date; default: today"},
      {"note", text(options.note, "TEXT"), "provenance: a note"},
      {"json", flag(options.json), "print JSON lines, not a table"},
      {"svg", text(options.svg, "FILE"), "nnue: write a chart of the errors"},
      force_row()};
}

/// Options that apply to one evaluator only.
constexpr std::array kPatternOptions{"lambda", "reach", "iterations", "min-positions"};
constexpr std::array kNetOptions{"init",    "epochs", "learning-rate", "epsilon",
                                 "balance", "leak",   "batch-size",    "svg"};

class StageTable {
 public:
  StageTable(Output& out, bool json) : out_(out), json_(json) {
    if (!json_) out_.write(kTable.header());
  }

  void add(const StageReport& r) {
    out_.write(json_ ? json_line(json_of(r)) : kTable.row(cells_of(r)));
    out_.flush();
    if (!r.trained()) return;
    const auto n = static_cast<double>(r.exact_held_out);
    all_.positions += r.positions;
    all_.held_out += r.held_out;
    all_.exact_held_out += r.exact_held_out;
    for (const auto& [sum, error] :
         {std::pair{&all_.baseline, &r.baseline}, {&all_.error, &r.error}}) {
      sum->mean_absolute += n * error->mean_absolute;
      sum->root_mean_square += n * error->root_mean_square * error->root_mean_square;
    }
  }

  void end() {
    const auto n = static_cast<double>(std::max<std::size_t>(all_.exact_held_out, 1));
    for (TrainingError* const sum : {&all_.baseline, &all_.error}) {
      sum->mean_absolute /= n;
      sum->root_mean_square = std::sqrt(sum->root_mean_square / n);
    }
    if (json_) {
      Json all{{"stage", "all"}};
      add_numbers(all, all_);
      out_.write(json_line(all));
    } else {
      auto cells = cells_of(all_);
      cells[0] = "all";
      cells[1] = cells[9] = "";
      out_.write(kTable.row(cells));
    }
  }

 private:
  static inline const Table kTable{{{"stage", 5},
                                    {"empties", 7},
                                    {"positions", 9},
                                    {"held out", 8},
                                    {"exact", 8},
                                    {"MAE mean", 8},
                                    {"MAE", 6},
                                    {"RMS mean", 8},
                                    {"RMS", 6},
                                    {"iterations", 10}}};

  static std::array<std::string, 10> cells_of(const StageReport& r) {
    const auto discs = [&](double error) {
      return r.exact_held_out == 0 ? std::string("-") : fmt::format("{:.3f}", error);
    };
    std::array<std::string, 10> cells{fmt::format("{}", r.stage),
                                      fmt::format("{}-{}", r.min_empties, r.max_empties),
                                      fmt::format("{}", r.positions),
                                      fmt::format("{}", r.held_out),
                                      fmt::format("{}", r.exact_held_out),
                                      discs(r.baseline.mean_absolute),
                                      discs(r.error.mean_absolute),
                                      discs(r.baseline.root_mean_square),
                                      discs(r.error.root_mean_square),
                                      fmt::format("{}{}", r.iterations, r.resumed ? " kept" : "")};
    if (!r.trained()) {
      std::fill(cells.begin() + 5, cells.end() - 1, "-");
      cells[9] = fmt::format("as {}", r.weights_of);
    }
    return cells;
  }

  static void add_numbers(Json& json, const StageReport& r) {
    json["positions"] = r.positions;
    json["held_out"] = r.held_out;
    json["exact_held_out"] = r.exact_held_out;
    if (!r.trained() || r.exact_held_out == 0) return;
    json["mae_mean"] = r.baseline.mean_absolute;
    json["mae"] = r.error.mean_absolute;
    json["rms_mean"] = r.baseline.root_mean_square;
    json["rms"] = r.error.root_mean_square;
  }

  static Json json_of(const StageReport& r) {
    Json json{{"stage", r.stage}, {"empties", {r.min_empties, r.max_empties}}};
    add_numbers(json, r);
    json["iterations"] = r.iterations;
    json["iterations_run"] = r.iterations_run;
    json["resumed"] = r.resumed;
    json["weights_of"] = r.weights_of;
    return json;
  }

  Output& out_;
  const bool json_;
  StageReport all_;  ///< Sums; those for root mean squares are of squares.
};

std::optional<std::vector<Sample>> samples_of(const std::vector<std::string>& files,
                                              const TrainingSetup& setup) {
  ProgressBar bar(true, "positions");
  auto samples = read_samples(files, setup, [&](std::size_t read, std::size_t count) {
    bar.draw(static_cast<double>(read) / static_cast<double>(files.size()), count);
    return !interrupted();
  });
  bar.erase();
  if (interrupted()) return std::nullopt;
  return std::move(samples).value();
}

TrainingResult train(std::vector<Sample> samples, const TrainingSetup& setup, StageTable& table) {
  ProgressBar bar(true, "stages");
  TrainingCallbacks callbacks;
  callbacks.iteration = [&](int stage, int iteration) {
    const double part = static_cast<double>(iteration) / (setup.max_iterations + 1.0);
    bar.draw((stage + part) / kPatternStages, static_cast<std::uint64_t>(stage));
    return !interrupted();
  };
  callbacks.stage = [&](const StageReport& report) {
    bar.erase();
    table.add(report);
  };
  return train_pattern(std::move(samples), setup, callbacks).value();
}

class NetTable {
 public:
  NetTable(Output& out, bool json) : out_(out), json_(json) {
    if (!json_) out_.write(kTable.header());
  }

  void add(const NnueReport& report) {
    const std::string millions = fmt::format("{:.1f} M", static_cast<double>(report.trained) / 1e6);
    add(millions, {{"trained", report.trained}, {"loss", report.loss}}, report.loss,
        report.held_out);
  }
  void add_rounded(const std::array<NnueError, 2>& errors) {
    add("rounded", {{"rounded", true}}, 0, errors);
  }
  void add_inactive(const InactiveUnits& inactive) {
    out_.write(json_ ? json_line({{"idle_channels", inactive.channels},
                                  {"idle_units", inactive.units},
                                  {"units", inactive.total_units}})
                     : fmt::format("idle: {} of {} channels; {} of {} hidden units move the value "
                                   "by less than 0.2 discs\n",
                                   inactive.channels, NnueHead::kChannels, inactive.units,
                                   inactive.total_units));
    out_.flush();
  }

 private:
  static inline const Table kTable{{{"trained", 9},
                                    {"loss", 7},
                                    {"even", 7},
                                    {"bias", 7},
                                    {"MAE", 7},
                                    {"RMS", 7},
                                    {"odd", 7},
                                    {"bias", 7},
                                    {"MAE", 7},
                                    {"RMS", 7}}};

  void add(const std::string& name, Json json, double loss,
           const std::array<NnueError, 2>& errors) {
    if (json_) {
      for (std::size_t odd = 0; odd < 2; ++odd) {
        const NnueError& e = errors[odd];
        json[odd == 0 ? "even" : "odd"] = {{"positions", e.positions},
                                           {"bias", e.bias},
                                           {"mae", e.mean_absolute},
                                           {"rms", e.root_mean_square}};
      }
      out_.write(json_line(json));
    } else {
      std::array<std::string, 10> cells{name, loss > 0 ? fmt::format("{:.3f}", loss) : ""};
      std::size_t cell = 2;
      for (const NnueError& e : errors) {
        cells[cell++] = fmt::format("{}", e.positions);
        cells[cell++] = fmt::format("{:+.3f}", e.bias);
        cells[cell++] = fmt::format("{:.3f}", e.mean_absolute);
        cells[cell++] = fmt::format("{:.3f}", e.root_mean_square);
      }
      out_.write(kTable.row(cells));
    }
    out_.flush();
  }

  Output& out_;
  const bool json_;
};

std::string chart_of(std::span<const NnueReport> reports) {
  LineChart chart;
  chart.labels = {"Training", "positions, millions", "mean absolute error, discs"};
  for (std::size_t odd = 0; odd < 2; ++odd) {
    ChartLine line{odd == 0 ? "even numbers of empties" : "odd numbers", {}};
    for (const NnueReport& r : reports) {
      const NnueError& error = r.held_out[odd];
      if (error.positions == 0) continue;
      line.points.push_back({static_cast<double>(r.trained) / 1e6, error.mean_absolute, 0, 0});
    }
    if (!line.points.empty()) chart.lines.push_back(std::move(line));
  }
  return to_svg(chart);
}

NnueTraining train_net(std::vector<Sample> samples, const NnueSetup& setup, NetTable& table) {
  ProgressBar bar(true, "batches");
  NnueCallbacks callbacks;
  callbacks.batch = [&](std::uint64_t batch, std::uint64_t batches) {
    bar.draw(static_cast<double>(batch) / static_cast<double>(batches), batch);
    return !interrupted();
  };
  callbacks.report = [&](const NnueReport& report) {
    bar.erase();
    table.add(report);
  };
  NnueTraining training = train_nnue(std::move(samples), setup, callbacks).value();
  bar.erase();
  return training;
}

/// The model of --error-from or of the evaluator's shipped weights. If the latter have other
/// patterns, a placeholder until `probcut` measures the model of the new weights.
ErrorModel error_model_of(const std::string& from, bool net) {
  const bool from_net = from.empty() ? net : is_nnue_file(from);
  const auto fit = from_net ? check_shipped_nnue() : check_shipped_pattern_weights();
  if (!from.empty() || fit) {
    return from_net ? read_nnue(from).value().error : read_pattern_weights(from).value().error;
  }
  ErrorModel model{};
  model.random_walk.fill(190);
  return model;
}

int tell_interrupted(const TrainingSetup& setup, Output& out) {
  out.write(setup.checkpoint_folder.empty()
                ? "Interrupted: nothing is saved; use --work to be able to resume.\n"
                : "Interrupted: the same command resumes.\n");
  return kInterrupted;
}

int run_train(const Command& self, const Args& args, Output& out) {
  TrainOptions options;
  const auto line = parse(self, rows_of(options), args, out);
  if (!line) return kDone;
  const bool net = !line->words.empty() && line->words[0] == "nnue";
  if (line->words.empty() || (line->words[0] != "pattern" && !net)) {
    throw UsageError("which evaluator to train? Name pattern or nnue first");
  }
  const std::vector<std::string> paths(line->words.begin() + 1, line->words.end());
  if (paths.empty()) throw UsageError("missing files or folders of positions");
  if (!options.out) throw UsageError("missing --out FILE");
  if (net) {
    forbid_options(*line, kPatternOptions, " is for pattern only");
  } else {
    forbid_options(*line, kNetOptions, " is for nnue only");
  }
  const TrainingSetup& setup = options.setup;
  static_cast<SampleSetup&>(options.net) = setup;
  if (options.begin) options.net.begin = load_nnue(*options.begin).value();
  const ErrorModel error = error_model_of(options.error_from, net);
  const std::string& path = *options.out;
  std::vector<OutputPath> outputs;
  add_output(outputs, "out", options.out, weights_kind());
  add_output(outputs, "svg", options.svg, picture_kind());
  std::vector<OutputLock> locks = claim_outputs(*line, outputs, paths);
  if (!setup.checkpoint_folder.empty()) {
    make_folder(setup.checkpoint_folder).value();
    locks.push_back(OutputLock::of_folder(setup.checkpoint_folder).value());
  }

  watch_interrupts();
  const std::vector<std::string> files = training_files(paths).value();
  auto samples = samples_of(files, setup);
  if (!samples) return tell_interrupted(setup, out);
  const std::string data = fmt::format("{} positions in {} files", samples->size(), files.size());
  const Provenance provenance{command_text(self, args), options.commit, options.data.value_or(data),
                              options.date.value_or(today()), options.note};
  if (net) {
    NetTable table(out, options.json);
    NnueTraining training = train_net(std::move(*samples), options.net, table);
    if (training.interrupted) return tell_interrupted(setup, out);
    table.add_rounded(training.rounded);
    table.add_inactive(training.inactive);
    training.weights.error = error;
    training.weights.provenance = provenance;
    write_file(path, write_nnue(training.weights)).value();
    if (options.svg) write_file(*options.svg, chart_of(training.reports)).value();
    if (!setup.checkpoint_folder.empty()) remove_nnue_checkpoint(setup.checkpoint_folder);
    return kDone;
  }
  StageTable table(out, options.json);
  TrainingResult result = train(std::move(*samples), setup, table);
  if (result.interrupted) return tell_interrupted(setup, out);
  table.end();
  write_file(path, write_pattern_weights({std::move(result.values), error, provenance})).value();
  return kDone;
}

}  // namespace

const Command kTrainCommand{
    "train",
    "pattern|nnue FILE|FOLDER... --out WEIGHTS [--work FOLDER]",
    "train weights on labelled positions",
    R"(Positions are files of selfplay, label and data, or folders of *.pos files.
`pattern` is a ridge regression per stage, by conjugate gradients with early
stopping on held-out games; `nnue` is trained with Adam. With --work, the same
command resumes after Ctrl-C or a kill, and retrains only those stages of
`pattern` whose positions or settings have changed.

The table shows mean absolute and root mean square errors in discs, on held-out
positions with exact scores (column `exact`), of the mean target as a baseline
and of the weights. For `nnue` it has 20 rows over the course of training, for
10 to 50 empties with even and odd numbers separate, and a last row for the
quantized weights in the file.
)",
    R"(  sumi-lab train pattern games/ --out new.sumi --work work/
  sumi-lab train nnue games/ --out new.nnue --epochs 4 --value-weight 0.25
  sumi-lab train pattern a.pos b.pos --out new.sumi --error-from old.sumi \
      --threads 4
)",
    run_train,
    "sumi-lab"};

}  // namespace sumi::lab
