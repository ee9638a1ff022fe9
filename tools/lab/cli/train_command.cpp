// SPDX-License-Identifier: MIT
/// `sumi-lab train`: trains weights on labelled positions.
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
      {"out,o", text(options.out, "FILE"), "weights to write"},
      {"work,w", text(setup.checkpoint_folder, "FOLDER"),
       "keep finished stages here, and go on with those that are"},
      {"lambda", number(setup.lambda, 1e-6, 1e9),
       "how many positions that say 0 each weight begins with"},
      {"game-weight", number(setup.game_weight, 0, 1),
       "what a position without exact score counts, {}; one with counts 1"},
      {"value-share", number(setup.value_weight, 0, 1),
       "of a search's value where both it and how the game ended are known, {}"},
      {"trace", number(setup.td_lambda, 0, 1),
       "what each ply leaves of how the game ended; the rest is the values on the way, {}"},
      {"values-above", number(setup.values_above, 0, 60),
       "with so many empties and fewer only how the game ended counts, {}"},
      {"reach", number(setup.reach, 0, 8),
       "empties by which a stage also learns from its neighbours, {}"},
      {"held-out", number(setup.held_out_percent, 0, 50),
       "percent of games that are not trained on, {}"},
      {"seed", number(setup.seed, 0, kMost), "chooses these games"},
      {"iterations", number(setup.max_iterations, 1, 10000), "at most so many, {}"},
      {"min-positions", number(setup.min_positions, 1, kMost),
       "a stage with fewer takes the weights of the closest one"},
      {"begin-with", text(options.begin, "WEIGHTS"),
       "nnue: the net to go on from; not given: one drawn by chance"},
      {"passes", number(net.epochs, 0.01, 1000), "nnue: how often each position is trained on, {}"},
      {"rate", number(net.learning_rate, 1e-9, 1), "nnue: highest rate of learning"},
      {"damping", number(net.epsilon, 1e-12, 1), "nnue: rows of few positions change less by it"},
      {"leak", number(net.leak, 0, 1),
       "nnue: gradient of clipped units, {}; 0 may leave some idle"},
      {"balance", number(net.balance, 0, 1),
       "nnue: 0: all positions count alike; 1: all numbers of empties do"},
      {"batch", number(net.batch, 1, 1 << 24),
       "nnue: positions between two changes of the weights"},
      {"threads,j", number(setup.threads, 1, 256), "{}; the weights are the same for all"},
      {"error-from", text(options.error_from, "FILE"),
       "take the error model of these weights, until sumi-lab probcut measures it; not given: of "
       "the shipped ones"},
      {"commit", text(options.commit, "TEXT"), "said in the weights: the commit of this program"},
      {"data", text(options.data, "TEXT"), "said in the weights: what they were trained on"},
      {"date", text(options.date, "TEXT"), "said in the weights; today"},
      {"note", text(options.note, "TEXT"), "said in the weights"},
      {"json", flag(options.json), "the table as JSON lines"},
      {"svg", text(options.svg, "FILE"), "nnue: draw how the errors fell"},
      force_row()};
}

/// Options of only one of the two evaluators.
constexpr std::array kPatternOptions{"lambda", "reach", "iterations", "min-positions"};
constexpr std::array kNetOptions{"begin-with", "passes", "rate",  "damping",
                                 "balance",    "leak",   "batch", "svg"};

/// Copies the common options to the net's setup.
void complete(TrainOptions& options) {
  const TrainingSetup& common = options.setup;
  NnueSetup& net = options.net;
  static_cast<SampleSetup&>(net) = common;
  net.game_weight = common.game_weight;
  net.checkpoint_folder = common.checkpoint_folder;
  net.threads = common.threads;
  if (options.begin) net.begin = load_nnue(*options.begin).value();
}

/// Prints table rows, or JSON lines.
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
  StageReport all_;  ///< Sums; of squares for root mean squares.
};

/// std::nullopt after Ctrl-C.
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

/// Prints table rows, or JSON lines.
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

/// The model of --error-from or of the evaluator's shipped weights. If these have other patterns,
/// a placeholder for training new ones; `probcut` then measures the real model.
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
                ? "Interrupted: nothing is kept; with --work the same command would go on.\n"
                : "Interrupted: the same command goes on.\n");
  return kInterrupted;
}

int run_train(const Command& self, const Args& args, Output& out) {
  TrainOptions options;
  const auto line = parse(self, rows_of(options), args, out);
  if (!line) return kDone;
  const bool net = !line->words.empty() && line->words[0] == "nnue";
  if (line->words.empty() || (line->words[0] != "pattern" && !net)) {
    throw UsageError("the first word says which evaluator to train: pattern or nnue");
  }
  const std::vector<std::string> paths(line->words.begin() + 1, line->words.end());
  if (paths.empty()) throw UsageError("files or folders of positions are wanted");
  if (!options.out) throw UsageError("--out FILE is wanted");
  if (net) {
    forbid_options(*line, kPatternOptions, " is for pattern only");
  } else {
    forbid_options(*line, kNetOptions, " is for nnue only");
  }
  complete(options);
  const TrainingSetup& setup = options.setup;
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
    "weights from labelled positions",
    R"(Fits the weights of the evaluator `pattern`, stage by stage, to the scores of
positions (files of selfplay, label and data; of a folder all *.pos): ridge
regression by conjugate gradients, ended when held-out games gain no more. Those
of `nnue` come by gradient descent over all stages at once. With --work it goes
on after Ctrl-C or a kill, and stages of `pattern` are done again later only if
their positions or settings are others.

The table shows, in discs, mean absolute error and root mean square on the
held-out positions with exact scores (`exact` of them): of saying the mean
always, and of the weights. For `nnue` it has a row for each twentieth of the
training, for 10 to 50 empties, even and odd numbers apart, and last the errors
of the file.
)",
    R"(  sumi-lab train pattern games/ --out new.sumi --work work/
  sumi-lab train nnue games/ --out new.nnue --passes 4 --value-share 0.25
  sumi-lab train pattern a.pos b.pos --out new.sumi --error-from old.sumi \
      --threads 4
)",
    run_train,
    "sumi-lab"};

}  // namespace sumi::lab
