// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "protocol/command/interrupt.h"
#include "protocol/service/engine_settings.h"
#include "protocol/text/json_lines.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/eval_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::lab {
namespace {

using namespace protocol;

using Depths = std::vector<EvalDepth>;

constexpr std::size_t kSearchedSample = 2000;
constexpr const char* kMoveDepths = "1,4,8,12";

struct Settings {
  EngineChoice choice{};
  EngineOptions engine{};
  std::string hash_mib = "32";  ///< Per thread; searches are small.
  EvalFilter filter{};
  std::optional<Depths> depths{};
  /// Records; the default depends on the depths.
  std::optional<std::size_t> sample{};
  std::uint64_t seed = 1;
  int bin = 2;
  bool json = false;
  std::optional<std::string> svg{};
};

Options rows_of(Settings& settings) {
  constexpr int kMost = std::numeric_limits<int>::max();
  const auto sample = [](const std::string& text) -> Result<std::size_t> {
    std::size_t size = kMost;
    const auto set = text == "all" ? Result<void>() : number(size, 1, kMost).read(text);
    if (!set) return set.error();
    return size;
  };
  OptionValue empties = range(settings.filter.min_empties, settings.filter.max_empties, 0, 60);
  empties.standard.clear();
  Options rows{
      {"depths,d", parsed(settings.depths, "LIST", parse_depths),
       "depths to measure; 0: static evaluation; D: D plies; D@73: at 73 % selectivity. Default: 0 "
       "for records, 1,4,8,12 for OBF"},
      {"sample,n", parsed(settings.sample, "N|all", sample, "", {"all"}),
       "number of records to sample; default: all for depth 0 alone, otherwise 2000"},
      {"seed", number(settings.seed, 0, kMost), "seed of the sample"},
      {"empties", std::move(empties), "range of empties; default: 0-60"},
      {"bin", number(settings.bin, 1, 60), "records: numbers of empties per row, {}"},
      {"all-scores", flag(settings.filter.all_scores),
       "records: include scores that are game results"},
      {"json", flag(settings.json), "print a JSON object, not tables"},
      {"svg", text(settings.svg, "FILE"), "write a chart"},
      {"hash-mib", text(settings.hash_mib, "N"), "size of the hash table per thread, in MiB"},
      force_row()};
  return rows += engine_choice_rows(settings.choice);
}

void complete(Settings& settings) {
  settings.engine = lab_engine_of(settings.choice);
  const auto hash = set_option(settings.engine, "hash-mib", settings.hash_mib);
  if (!hash) throw UsageError("--" + hash.error().message);
}

template <class Item>
std::vector<Board> boards_of(const std::vector<Item>& items) {
  std::vector<Board> boards;
  boards.reserve(items.size());
  for (const Item& item : items) boards.push_back(item.board);
  return boards;
}

struct Report {
  std::string text;
  Json json;
  std::string svg;
  bool interrupted = false;
};

EvalResults evaluate_positions(const std::vector<Board>& boards, const Depths& depths,
                               const Settings& settings) {
  RateBar bar("positions");
  const auto tick = [&](std::size_t done) { bar.draw(0, done, boards.size()); };
  return evaluate_all(boards, depths, settings.engine, settings.choice.threads, interrupted, tick);
}

void note_missing(std::uint64_t done, std::size_t wanted, Report& report) {
  if (done == wanted) return;
  report.interrupted = true;
  report.text += fmt::format("Interrupted: {} of {} positions, drawn at random.\n", done, wanted);
}

void report_errors(const EvalInput& input, const Settings& settings, Report& report) {
  if (input.records.empty()) return;
  const Depths depths = settings.depths.value_or(Depths{EvalDepth{}});
  const bool searched = depths != Depths{EvalDepth{}};
  const std::size_t all = input.records.size();
  const std::vector<ScoredBoard> sample = spread_sample(
      input.records, settings.sample.value_or(searched ? kSearchedSample : all), settings.seed);
  const EvalResults results = evaluate_positions(boards_of(sample), depths, settings);
  const std::vector<StageErrors> stages =
      errors_by_stage(sample, results, depths.size(), settings.bin);

  report.text += fmt::format("{} of {} positions with {} scores ({} read)\n\n", sample.size(), all,
                             settings.filter.all_scores ? "any" : "exact", input.records_read);
  Json& json = report.json["errors"];
  json["positions"] = sample.size();
  json["all_scores"] = settings.filter.all_scores;
  std::uint64_t done = 0;
  if (!stages.empty()) {
    done = total_of(stages).positions();
    report.text += errors_text(stages, depths);
    json.update(errors_json(stages, depths));
    report.svg = errors_svg(stages, depths);
  }
  note_missing(done, sample.size(), report);
}

void report_choices(const EvalInput& input, const Settings& settings, Report& report) {
  if (input.sets.empty()) return;
  const Depths depths = settings.depths ? *settings.depths : parse_depths(kMoveDepths).value();
  std::vector<Board> boards;
  for (const MoveSet& set : input.sets) {
    for (const ScoredMoves& position : set.positions) boards.push_back(position.board);
  }
  const EvalResults results = evaluate_positions(boards, depths, settings);
  const std::vector<SetChoices> sets = choices_by_set(input.sets, results, depths);
  const std::uint64_t done = sets.back().by_depth.front().errors.count();

  if (!report.text.empty()) report.text += '\n';
  report.text += fmt::format("{} positions of OBF files ({} read, {} without scores)\n\n",
                             boards.size(), input.positions_read, input.without_score);
  if (done > 0) {
    report.text += choices_text(sets, depths);
    report.json["choices"] = choices_json(sets, depths);
    report.svg = choices_svg(sets, depths);
  }
  note_missing(done, boards.size(), report);
}

EvalInput input_of(const CommandLine& line, const EvalFilter& filter) {
  EvalInput input = read_eval_input(line.words, filter).value();
  if (!input.records.empty() || !input.sets.empty()) return input;
  throw FatalError(fmt::format(
      "none of {} records and {} OBF positions has {}-{} empties and {}", input.records_read,
      input.positions_read, filter.min_empties, filter.max_empties,
      filter.all_scores ? "a score" : "an exact score (--all-scores takes others of records)"));
}

int run_eval_report(const Command& self, const Args& args, Output& out) {
  Settings settings;
  const auto line = parse(self, rows_of(settings), args, out);
  if (!line) return kDone;
  if (line->words.empty()) throw UsageError("missing files of positions");
  complete(settings);
  std::vector<OutputPath> outputs;
  add_output(outputs, "svg", settings.svg, picture_kind());
  const std::vector<OutputLock> locks = claim_outputs(*line, outputs, line->words);
  const EvalInput input = input_of(*line, settings.filter);
  if (settings.svg && !input.records.empty() && !input.sets.empty()) {
    throw UsageError("--svg: records and OBF make two pictures: name one kind of files");
  }

  Report report;
  protocol::add_engine_settings(settings.engine, report.json).value();
  watch_interrupts();
  report_errors(input, settings, report);
  report_choices(input, settings, report);
  report.json["interrupted"] = report.interrupted;
  if (settings.svg && !report.svg.empty()) write_file(*settings.svg, report.svg).value();
  out.write(settings.json ? json_line(report.json) : report.text);
  return report.interrupted ? kInterrupted : kDone;
}

}  // namespace

const Command kEvalReportCommand{
    "eval-report",
    "FILE|FOLDER... [--depths LIST] [OPTIONS]",
    "measure errors of an evaluator and its searches",
    R"(For files of records (.pos, or folders of them): errors by empties in discs,
value minus exact score, as mean absolute error, root mean square and mean
(bias). Searches by the built-in net also report a likely error; `in 1 %` and
`in 2 %` are the shares of exact scores within it and within twice that, 68 and
95 if it is right.

For OBF files with exact scores (SQUARES SIDE; MOVE:SCORE; ...): move choices
by depth. `judged` counts positions with a known best move; `best %` is the
share of best choices; `lost` is the mean loss in discs against the best move.
A chosen move without a score counts as not best and is not in `lost`. Errors
are those of the best score; to get them by empties, convert the file to
records with `sumi-lab data convert --source exact`.

A search as deep as there are empties solves the position at any selectivity;
`solved` counts these. Each search starts with an empty hash table, so results
do not depend on --threads. Ctrl-C reports the positions finished so far.
)",
    R"(  sumi-lab eval-report held-out.pos --weights new.sumi --svg errors.svg
  sumi-lab eval-report held-out.pos --depths 0,4,8,8@73 --sample 5000 \
      --empties 24
  sumi-lab eval-report hard-20.obf fforum-40-59.obf --depths 1,4,8,12 \
      --threads 4
  sumi-lab eval-report games --evaluator table --bin 10 --all-scores --json
)",
    run_eval_report,
    "sumi-lab"};

}  // namespace sumi::lab
