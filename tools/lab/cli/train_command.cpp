// SPDX-License-Identifier: MIT
/// `sumi-lab train`: weights from labelled positions.
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/weights/nnue_file.h"
#include "engine/weights/weights_file.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/format.h"
#include "protocol/report/progress_bar.h"
#include "protocol/report/svg_chart.h"
#include "protocol/text/json_lines.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/cli/options.h"
#include "tools/lab/cli/outputs.h"
#include "tools/lab/record_files.h"
#include "tools/lab/train/nnue_trainer.h"
#include "tools/lab/train/pattern_trainer.h"

#include <boost/program_options/value_semantic.hpp>
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

namespace po = boost::program_options;
using namespace protocol;

po::options_description options_of_train() {
  const TrainingSetup defaults;
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  const auto number = [](const auto& standard) {
    return po::value<std::string>()->default_value(fmt::format("{}", standard))->value_name("N");
  };
  const NnueSetup net;
  po::options_description options("Options");
  options.add_options()("out,o", text("FILE"), "weights to write")(
      "work,w", text("FOLDER"), "keep finished stages here, and go on with those that are")(
      "lambda", number(defaults.lambda), "how many positions that say 0 each weight begins with")(
      "game-weight", number(defaults.game_weight),
      "what a position without exact score counts, 0..1; one with counts 1")(
      "value-share", number(defaults.value_share),
      "of a search's value where both it and how the game ended are known, 0..1")(
      "trace", number(defaults.trace),
      "what each ply leaves of how the game ended; the rest is the values on the way, 0..1")(
      "values-above", number(defaults.values_above),
      "with so many empties and fewer only how the game ended counts, 0..60")(
      "reach", number(defaults.reach),
      "empties by which a stage also learns from its neighbours, 0..8")(
      "held-out", number(defaults.held_out_percent),
      "percent of games that are not trained on, 0..50")("seed", number(defaults.seed),
                                                         "chooses these games")(
      "iterations", number(defaults.max_iterations), "at most so many, 1..10000")(
      "min-positions", number(defaults.min_positions),
      "a stage with fewer takes the weights of the closest one")(
      "begin-with", text("WEIGHTS"), "nnue: the net to go on from; not given: one drawn by chance")(
      "passes", number(net.passes), "nnue: how often each position is trained on, 0.01..1000")(
      "rate", number(net.rate), "nnue: highest rate of learning")(
      "damping", number(net.damping), "nnue: rows of few positions change less by it")(
      "leak", number(net.leak), "nnue: gradient of clipped units, 0..1; 0 may leave some idle")(
      "balance", number(net.balance),
      "nnue: 0: all positions count alike; 1: all numbers of empties do")(
      "batch", number(net.batch), "nnue: positions between two changes of the weights")(
      "threads,j", number(std::clamp(std::thread::hardware_concurrency(), 1u, 256u)),
      "1..256; the weights are the same for all")(
      "error-from", text("FILE"),
      "take the error model of these weights, until sumi-lab probcut measures it; not given: of "
      "the shipped ones")("commit", text("TEXT"),
                          "said in the weights: the commit of this program")(
      "data", text("TEXT"), "said in the weights: what they were trained on")(
      "date", text("TEXT"), "said in the weights; today")(
      "note", text("TEXT"), "said in the weights")("json", "the table as JSON lines")(
      "svg", text("FILE"), "nnue: draw how the errors fell");
  add_force_option(options);
  return options;
}

/// The options that only one of the two evaluators has.
constexpr std::array kPatternOptions{"lambda", "reach", "iterations", "min-positions"};
constexpr std::array kNetOptions{"begin-with", "passes", "rate",  "damping",
                                 "balance",    "leak",   "batch", "svg"};

void check_options(const CommandLine& line, bool net) {
  const auto refuse = [&](std::span<const char* const> others, std::string_view evaluator) {
    for (const char* const option : others) {
      if (line.has(option) && !line.values[option].defaulted()) {
        throw UsageError(fmt::format("--{} is for {} only", option, evaluator));
      }
    }
  };
  if (net) {
    refuse(kPatternOptions, "pattern");
  } else {
    refuse(kNetOptions, "nnue");
  }
}

double number_value(const CommandLine& line, const std::string& option, double min, double max) {
  const std::string text = text_value(line, option);
  const std::optional<double> number = parse_real(text);
  if (!number || *number < min || *number > max) {
    throw UsageError(
        fmt::format("--{}: {} is not a number in {}..{}", option, sumi::quoted(text), min, max));
  }
  return *number;
}

TrainingSetup train_setup_of(const CommandLine& line) {
  constexpr int kMost = std::numeric_limits<int>::max();
  TrainingSetup setup;
  setup.lambda = number_value(line, "lambda", 1e-6, 1e9);
  setup.game_weight = number_value(line, "game-weight", 0, 1);
  setup.value_share = number_value(line, "value-share", 0, 1);
  setup.trace = number_value(line, "trace", 0, 1);
  setup.values_above = int_value(line, "values-above", 0, 60);
  setup.reach = int_value(line, "reach", 0, 8);
  setup.held_out_percent = int_value(line, "held-out", 0, 50);
  setup.seed = static_cast<std::uint64_t>(int_value(line, "seed", 0, kMost));
  setup.max_iterations = int_value(line, "iterations", 1, 10000);
  setup.min_positions = static_cast<std::size_t>(int_value(line, "min-positions", 1, kMost));
  setup.threads = int_value(line, "threads", 1, 256);
  setup.work = text_value(line, "work");
  return setup;
}

NnueSetup net_setup_of(const CommandLine& line, const TrainingSetup& common) {
  NnueSetup setup;
  static_cast<SampleSetup&>(setup) = common;
  setup.game_weight = common.game_weight;
  setup.work = common.work;
  setup.threads = common.threads;
  setup.passes = number_value(line, "passes", 0.01, 1000);
  setup.rate = number_value(line, "rate", 1e-9, 1);
  setup.damping = number_value(line, "damping", 1e-12, 1);
  setup.balance = number_value(line, "balance", 0, 1);
  setup.leak = number_value(line, "leak", 0, 1);
  setup.batch = static_cast<std::size_t>(int_value(line, "batch", 1, 1 << 24));
  if (line.has("begin-with")) setup.begin = load_nnue(text_value(line, "begin-with")).value();
  return setup;
}

/// The rows of the table, or JSON lines, as stages end.
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
    for (const auto& [sum, error] : {std::pair{&all_.before, &r.before}, {&all_.after, &r.after}}) {
      sum->mean_absolute += n * error->mean_absolute;
      sum->root_mean_square += n * error->root_mean_square * error->root_mean_square;
    }
  }

  /// The row for all trained stages.
  void end() {
    const auto n = static_cast<double>(std::max<std::size_t>(all_.exact_held_out, 1));
    for (TrainingError* const sum : {&all_.before, &all_.after}) {
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
                                      discs(r.before.mean_absolute),
                                      discs(r.after.mean_absolute),
                                      discs(r.before.root_mean_square),
                                      discs(r.after.root_mean_square),
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
    json["mae_mean"] = r.before.mean_absolute;
    json["mae"] = r.after.mean_absolute;
    json["rms_mean"] = r.before.root_mean_square;
    json["rms"] = r.after.root_mean_square;
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
  StageReport all_;  ///< Sums; of squares where a root belongs.
};

/// Nothing after Ctrl-C.
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
  TrainingNews news;
  news.iteration = [&](int stage, int iteration) {
    const double part = static_cast<double>(iteration) / (setup.max_iterations + 1.0);
    bar.draw((stage + part) / kPatternStages, static_cast<std::uint64_t>(stage));
    return !interrupted();
  };
  news.stage = [&](const StageReport& report) {
    bar.erase();
    table.add(report);
  };
  return train_pattern(std::move(samples), setup, news).value();
}

/// A row for each report, or JSON lines.
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
  void add_idle(const NnueIdle& idle) {
    out_.write(json_ ? json_line({{"idle_channels", idle.channels},
                                  {"idle_units", idle.units},
                                  {"units", idle.all_units}})
                     : fmt::format("idle: {} of {} channels; {} of {} hidden units move the value "
                                   "by less than 0.2 discs\n",
                                   idle.channels, NnueHead::kChannels, idle.units, idle.all_units));
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
  NnueNews news;
  news.batch = [&](std::uint64_t batch, std::uint64_t batches) {
    bar.draw(static_cast<double>(batch) / static_cast<double>(batches), batch);
    return !interrupted();
  };
  news.report = [&](const NnueReport& report) {
    bar.erase();
    table.add(report);
  };
  NnueTraining training = train_nnue(std::move(samples), setup, news).value();
  bar.erase();
  return training;
}

/// That of --error-from, or of the shipped weights of the evaluator. A stand-in if those are for
/// other patterns, so that there is a way to weights for new ones; `probcut` measures the true one.
ErrorModel error_model_of(const CommandLine& line, bool net) {
  const std::string from = text_value(line, "error-from");
  const bool from_net = from.empty() ? net : is_nnue_file(from);
  const auto fit = from_net ? check_shipped_nnue() : check_shipped_pattern_weights();
  if (!from.empty() || fit) {
    return from_net ? read_nnue(from).value().error : read_pattern_weights(from).value().error;
  }
  ErrorModel model{};
  model.lasting.fill(190);
  return model;
}

int tell_interrupted(const TrainingSetup& setup, Output& out) {
  out.write(setup.work.empty()
                ? "Interrupted: nothing is kept; with --work the same command would go on.\n"
                : "Interrupted: the same command goes on.\n");
  return kInterrupted;
}

int run_train(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, options_of_train(), args, out);
  if (!line) return kDone;
  const bool net = !line->words.empty() && line->words[0] == "nnue";
  if (line->words.empty() || (line->words[0] != "pattern" && !net)) {
    throw UsageError("the first word says which evaluator to train: pattern or nnue");
  }
  const std::vector<std::string> paths(line->words.begin() + 1, line->words.end());
  if (paths.empty()) throw UsageError("files or folders of positions are wanted");
  if (!line->has("out")) throw UsageError("--out FILE is wanted");
  check_options(*line, net);
  const TrainingSetup setup = train_setup_of(*line);
  const NnueSetup net_setup = net_setup_of(*line, setup);
  const ErrorModel error = error_model_of(*line, net);
  const std::string path = text_value(*line, "out");
  std::vector<OutputPath> outputs;
  add_output(outputs, *line, "out", weights_kind());
  add_output(outputs, *line, "svg", picture_kind());
  std::vector<OutputLock> locks = claim_outputs(*line, outputs, paths);
  if (!setup.work.empty()) {
    make_folder(setup.work).value();
    locks.push_back(OutputLock::of_folder(setup.work).value());
  }

  watch_interrupts();
  const std::vector<std::string> files = training_files(paths).value();
  auto samples = samples_of(files, setup);
  if (!samples) return tell_interrupted(setup, out);
  const std::string data = fmt::format("{} positions in {} files", samples->size(), files.size());
  const Provenance provenance{command_text(self, args), text_value(*line, "commit"),
                              text_value(*line, "data", data), text_value(*line, "date", today()),
                              text_value(*line, "note")};
  if (net) {
    NetTable table(out, line->has("json"));
    NnueTraining training = train_net(std::move(*samples), net_setup, table);
    if (training.interrupted) return tell_interrupted(setup, out);
    table.add_rounded(training.rounded);
    table.add_idle(training.idle);
    training.weights.error = error;
    training.weights.provenance = provenance;
    write_file(path, write_nnue(training.weights)).value();
    if (line->has("svg")) write_file(text_value(*line, "svg"), chart_of(training.reports)).value();
    if (!setup.work.empty()) forget_nnue_work(setup.work);
    return kDone;
  }
  StageTable table(out, line->has("json"));
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
