// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/weights/nnue_file.h"
#include "engine/weights/weights_file.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/format.h"
#include "protocol/report/live_text.h"
#include "protocol/report/svg_chart.h"
#include "protocol/text/json_lines.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/probcut.h"
#include "tools/lab/records.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <thread>

namespace sumi::lab {
namespace {

using namespace protocol;

constexpr int kMaxPositions = 100000, kMaxDepth = 30, kMaxSeed = 2147483647;

constexpr int kStageEmpties = 8, kStages = 64 / kStageEmpties;

/// Depth pairs used by the search (engine/core/search/probcut.h).
constexpr std::pair<int, int> kSearchPairs[] = {{4, 2},  {5, 1},  {6, 2},  {7, 3},  {8, 4}, {9, 3},
                                                {10, 4}, {11, 5}, {12, 6}, {13, 5}, {14, 6}};
/// Shallow depths compared with exact scores.
constexpr int kEndShallow[] = {0, 4, 8};

struct ProbcutOptions {
  MeasureSetup setup{};
  EngineChoice choice{static_cast<int>(std::thread::hardware_concurrency())};
  std::optional<std::string> out{}, json{}, svg{};
  bool shifts_only = false;
};

Options rows_of(ProbcutOptions& options) {
  MeasureSetup& setup = options.setup;
  Options rows{
      {"positions", number(setup.positions, 1, kMaxPositions),
       "positions per number of empties, {}"},
      {"seed", number(setup.seed, 0, kMaxSeed), "random seed of the sample of positions"},
      {"max-depth", number(setup.max_depth, 3, kMaxDepth), "maximum search depth, {}"},
      {"exact-at", number(setup.exact_at, 0, 60),
       "solve positions with at most N empties, {}, for exact scores; known ones are used too"},
      {"out,o", text(options.out, "FILE"), "write a copy of the weights with the new error model"},
      {"shifts-only", flag(options.shifts_only),
       "with --out: replace only tempo and parity, keep the deviations"},
      {"json", text(options.json, "FILE"), "write all differences and the model as JSON"},
      {"svg", text(options.svg, "FILE"), "write a chart of them"},
      force_row()};
  return rows += engine_choice_rows(options.choice);
}

struct Comparison {
  Moments measured;
  double model_square = 0;  ///< Mean over the positions.

  void add(const DepthPair& pair, const Moments& moments, const ErrorModel& model) {
    const double sigma = model.sigma(pair.deep, pair.shallow, pair.empties);
    const auto before = static_cast<double>(measured.count);
    const auto count = static_cast<double>(moments.count);
    model_square = (model_square * before + sigma * sigma * count) / (before + count);
    measured.add(moments);
  }
  double model() const { return std::sqrt(model_square); }
};

/// `deep` 0: the end of the game.
Comparison compare(const Differences& differences, const ErrorModel& model, int stage, int deep,
                   int shallow) {
  Comparison comparison;
  for (int empties = stage * kStageEmpties; empties < (stage + 1) * kStageEmpties; ++empties) {
    if (deep == empties) continue;
    const DepthPair pair{empties, deep == 0 ? empties : deep, shallow};
    const auto at = differences.find(pair);
    if (at != differences.end()) comparison.add(pair, at->second, model);
  }
  return comparison;
}

/// Mean excess of odd depths, in value units.
double tempo(const Differences& differences, int stage) {
  Moments odd_more;
  for (const auto& [pair, moments] : differences) {
    if (pair.to_end() || pair.empties / kStageEmpties != stage) continue;
    if ((pair.deep - pair.shallow) % 2 == 0) continue;
    Moments turned = moments;
    if (pair.deep % 2 == 0) turned.sum = -turned.sum;
    odd_more.add(turned);
  }
  return odd_more.mean();
}

std::string stage_text(int stage) {
  const int fewest = std::max(stage * kStageEmpties, kFewestEmpties);
  return fmt::format("{}-{}", fewest, std::min((stage + 1) * kStageEmpties - 1, kMaxEmpties));
}

double discs(double units) { return units / Value::kPerDisc; }

/// Standard deviations in discs, measured/model.
std::string cell(const Comparison& c) {
  if (c.measured.count < 2) return "-";
  return fmt::format("{:.2f}/{:.2f}", discs(std::sqrt(c.measured.mean_square())), discs(c.model()));
}

struct Findings {
  const MeasureSetup& setup;
  const Differences& differences;
  const ErrorModel& model;

  std::vector<std::pair<int, int>> pairs() const {
    std::vector<std::pair<int, int>> pairs;
    for (const auto& pair : kSearchPairs) {
      if (pair.first <= setup.max_depth) pairs.push_back(pair);
    }
    for (const int shallow : kEndShallow) pairs.emplace_back(0, shallow);
    return pairs;
  }
};

std::string pair_name(const std::pair<int, int>& pair) {
  return pair.first == 0 ? fmt::format("end-{}", pair.second)
                         : fmt::format("{}-{}", pair.first, pair.second);
}

std::string table_text(const Findings& found) {
  const auto pairs = found.pairs();
  std::vector<std::string> titles;
  for (const auto& pair : pairs) titles.push_back(pair_name(pair));
  std::vector<Table::Column> columns{{"empties", 7}};
  for (const std::string& title : titles) columns.push_back({title, 11});
  columns.push_back({"odd-even", 8});
  const Table table(columns);
  std::string text = table.header();
  for (int stage = 0; stage < kStages; ++stage) {
    std::vector<std::string> cells{stage_text(stage)};
    for (const auto& [deep, shallow] : pairs) {
      cells.push_back(cell(compare(found.differences, found.model, stage, deep, shallow)));
    }
    cells.push_back(fmt::format("{:+.2f}", discs(tempo(found.differences, stage))));
    text += table.row(cells);
  }
  return text;
}

/// The model as the constant of engine/core/evaluators/evaluator.h.
std::string constant_text(const ErrorModel& model) {
  return fmt::format("ErrorModel kError{{{{{}}}, {{{}}}, {{{}}}, {}, {{{}}}, {{{}}}}};\n",
                     fmt::join(model.decaying, ", "), fmt::join(model.random_walk, ", "),
                     fmt::join(model.end, ", "), model.fade, fmt::join(model.tempo, ", "),
                     fmt::join(model.parity, ", "));
}

Json json_of(const Findings& found) {
  Json pairs = Json::array();
  for (const auto& [pair, moments] : found.differences) {
    Json row{{"empties", pair.empties},
             {"deep", pair.deep},
             {"shallow", pair.shallow},
             {"end", pair.to_end()},
             {"positions", moments.count}};
    row["mean"] = moments.mean();
    row["sd"] = moments.deviation();
    if (in_model(pair)) row["model"] = found.model.sigma(pair.deep, pair.shallow, pair.empties);
    pairs.push_back(std::move(row));
  }
  Json json{{"evaluator", found.setup.engine.evaluator}, {"units_per_disc", Value::kPerDisc}};
  json["model"] = {{"fading", found.model.decaying}, {"lasting", found.model.random_walk},
                   {"end", found.model.end},         {"fade", found.model.fade},
                   {"tempo", found.model.tempo},     {"parity", found.model.parity}};
  json["differences"] = std::move(pairs);
  return json;
}

std::string chart_of(const Findings& found) {
  LineChart chart;
  chart.labels = {"Deep against shallow search", "empties", "standard deviation, discs"};
  const std::pair<int, int> drawn[] = {{4, 2}, {8, 4}, {0, 4}};
  for (const auto& pair : drawn) {
    ChartLine measured{pair_name(pair) + " measured", {}}, model{pair_name(pair) + " model", {}};
    for (int stage = 0; stage < kStages; ++stage) {
      const auto c = compare(found.differences, found.model, stage, pair.first, pair.second);
      if (c.measured.count < 2) continue;
      const double x = stage * kStageEmpties + kStageEmpties / 2.0;
      measured.points.push_back({x, discs(std::sqrt(c.measured.mean_square())), 0, 0});
      model.points.push_back({x, discs(c.model()), 0, 0});
    }
    if (measured.points.empty()) continue;
    chart.lines.push_back(std::move(measured));
    chart.lines.push_back(std::move(model));
  }
  return to_svg(chart);
}

std::vector<Record> positions_of(const std::vector<std::string>& files, const MeasureSetup& setup) {
  ProgressBar bar(true, "files");
  auto positions = choose_positions(files, setup, [&](std::size_t read) {
    bar.draw(static_cast<double>(read) / static_cast<double>(files.size()), read);
    return !interrupted();
  });
  return std::move(positions).value();
}

void check_sample(const Differences& differences) {
  Moments all;
  for (const auto& [pair, moments] : differences) {
    if (in_model(pair)) all.add(moments);
  }
  if (all.squares != 0) return;
  throw FatalError(
      fmt::format("nothing to measure: need positions of {}..{} empties on which searches differ",
                  kFewestEmpties, kMaxEmpties));
}

void write_weights(const std::string& path, const EngineOptions& engine, const ErrorModel& model,
                   bool shifts_only, const std::string& command) {
  const auto change = [&](auto weights) {
    if (!shifts_only) weights.error = model;
    weights.error.tempo = model.tempo;
    weights.error.parity = model.parity;
    std::string& note = weights.provenance.note;
    note += fmt::format("{}error model: {}, {}", note.empty() ? "" : "; ", command, today());
    return weights;
  };
  const std::string bytes =
      engine.evaluator == "nnue"
          ? write_nnue(change(read_nnue(engine.weights).value()))
          : write_pattern_weights(change(read_pattern_weights(engine.weights).value()));
  write_file(path, bytes).value();
}

int run_probcut(const Command& self, const Args& args, Output& out) {
  ProbcutOptions options;
  const auto line = parse(self, rows_of(options), args, out);
  if (!line) return kDone;
  if (line->words.empty()) throw UsageError("missing files or folders of positions");
  MeasureSetup& setup = options.setup;
  setup.engine = lab_engine_of(options.choice);
  const int threads = options.choice.threads;
  const std::string weights = options.out.value_or(""), json = options.json.value_or("");
  const std::string svg = options.svg.value_or("");
  if (options.out && setup.engine.evaluator != "pattern" && setup.engine.evaluator != "nnue") {
    throw UsageError(
        "--out is for the evaluators pattern and nnue only: the others' weights have no error "
        "model");
  }
  std::vector<OutputPath> outputs;
  add_output(outputs, "out", options.out, weights_kind());
  add_output(outputs, "json", options.json, json_kind());
  add_output(outputs, "svg", options.svg, picture_kind());
  const std::vector<OutputLock> locks = claim_outputs(*line, outputs, line->words);

  watch_interrupts();
  const std::vector<std::string> files = record_paths(line->words).value();
  const std::vector<Record> positions = positions_of(files, setup);
  if (interrupted()) return kInterrupted;
  ProgressBar bar(true, "positions");
  const auto differences = measure(positions, setup, threads, interrupted, [&](std::size_t done) {
    bar.draw(
        static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(positions.size(), 1)),
        done);
  });
  bar.erase();
  if (!differences) {
    out.write("Interrupted: nothing was written.\n");
    return kInterrupted;
  }
  check_sample(*differences);

  const ErrorModel model = fit_error_model(*differences);
  const Findings findings{setup, *differences, model};
  out.write(fmt::format("{} positions; measured/model in discs, deep-shallow depth:\n{}\n{}",
                        positions.size(), table_text(findings), constant_text(model)));
  if (!json.empty()) write_file(json, json_line(json_of(findings))).value();
  if (!svg.empty()) write_file(svg, chart_of(findings)).value();
  if (!weights.empty()) {
    write_weights(weights, setup.engine, model, options.shifts_only, command_text(self, args));
  }
  return kDone;
}

}  // namespace

const Command kProbcutCommand{
    "probcut",
    R"(FILE|FOLDER... [--weights FILE|--evaluator NAME]
    [--out WEIGHTS] [OPTIONS])",
    "fit the error model of Multi-ProbCut",
    R"(Searches positions (files of selfplay, label and data, or folders of *.pos
files) to every depth at full width, takes the differences between deep and
shallow values and between exact scores and values, and fits the error model
that Multi-ProbCut uses (engine/search_core.h). --out writes it into a copy of
the weights; otherwise it is printed as source code. After Ctrl-C nothing is
written. The table shows the root mean square of the differences, measured and
by the model, and the excess of values at odd depths over even ones, before the
search corrects it.
)",
    R"(  sumi-lab probcut games/ --weights new.sumi --out measured.sumi
  sumi-lab probcut wthor.pos --evaluator table --max-depth 9 --svg table.svg
)",
    run_probcut,
    "sumi-lab"};

}  // namespace sumi::lab
