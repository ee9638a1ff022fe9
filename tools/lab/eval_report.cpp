// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/engine.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "protocol/report/format.h"
#include "protocol/report/svg_chart.h"
#include "tools/lab/eval_report.h"
#include "tools/lab/long_work.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

namespace sumi::lab {
namespace {

constexpr std::string_view kRecordMark = "SUMIPOS";  // see records.h

void add_records(std::span<const Record> records, const EvalFilter& filter, EvalInput& input) {
  input.records_read += records.size();
  for (const Record& r : records) {
    const bool scored =
        r.source == ScoreSource::kExact || (filter.all_scores && r.source == ScoreSource::kGame);
    if (scored && filter.takes(r.board)) input.records.push_back({r.board, r.score});
  }
}

void add_lines(const std::string& path, std::vector<ObfLine> lines, const EvalFilter& filter,
               EvalInput& input) {
  input.positions_read += lines.size();
  MoveSet set{std::filesystem::path(path).stem().string(), {}};
  for (ObfLine& line : lines) {
    if (!filter.takes(line.position.board)) continue;
    if (!line.score) {
      ++input.without_score;
      continue;
    }
    set.positions.push_back({line.position.board, *line.score, std::move(line.moves)});
  }
  if (!set.positions.empty()) input.sets.push_back(std::move(set));
}

Result<void> add_file(const std::string& path, const EvalFilter& filter, EvalInput& input) {
  const auto bytes = read_file(path, std::size_t{1} << 33);
  if (!bytes) return bytes.error();
  if (bytes->starts_with(kRecordMark) || path.ends_with(kRecordSuffix)) {
    const auto records = parse_records(*bytes);
    if (!records) return in_file(path, records.error());
    add_records(*records, filter, input);
    return {};
  }
  if (bytes->find('\0') != bytes->npos) {
    return in_file(path, {ErrorCode::kBadFile, "neither a file of positions nor OBF"});
  }
  auto lines = parse_obf(*bytes);
  if (!lines) return in_file(path, lines.error());
  add_lines(path, std::move(*lines), filter, input);
  return {};
}

}  // namespace

bool EvalFilter::takes(const Board& board) const {
  return min_empties <= board.empties() && board.empties() <= max_empties &&
         !rules::game_over(board);
}

Result<std::vector<ObfLine>> parse_obf(std::string_view text) {
  std::vector<ObfLine> lines;
  for (std::size_t number = 1; !text.empty(); ++number) {
    auto line = parse_obf_line(take_until(text, '\n'));
    if (!line) {
      return Error{line.error().code,
                   fmt::format("line {}: {} (OBF: SQUARES SIDE; MOVE:SCORE; ...)", number,
                               line.error().message)};
    }
    if (!*line) continue;
    if (const int size = (*line)->position.size; size != 8) {
      return Error{ErrorCode::kBadSyntax,
                   fmt::format("line {}: a board of {}x{}, not 8x8", number, size, size)};
    }
    lines.push_back(std::move(**line));
  }
  return lines;
}

Result<EvalInput> read_eval_input(std::span<const std::string> files_and_folders,
                                  const EvalFilter& filter) {
  const auto paths = record_paths(files_and_folders);
  if (!paths) return paths.error();
  EvalInput input;
  for (const std::string& path : *paths) {
    if (const auto added = add_file(path, filter, input); !added) return added.error();
  }
  return input;
}

std::vector<ScoredBoard> spread_sample(std::span<const ScoredBoard> boards, std::size_t wanted,
                                       std::uint64_t seed) {
  if (wanted >= boards.size()) return {boards.begin(), boards.end()};
  SplitMix64 random(seed);
  std::vector<ScoredBoard> sample;
  sample.reserve(wanted);
  for (std::size_t i = 0; i < wanted; ++i) {
    const std::size_t from = i * boards.size() / wanted, to = (i + 1) * boards.size() / wanted;
    sample.push_back(boards[from + random.next() % (to - from)]);
  }
  return sample;
}

namespace {

constexpr int kMaxPlies = 60;

std::optional<EvalDepth> parse_depth(std::string_view text) {
  const std::size_t at = text.find('@');
  const std::optional<int> plies = parse_int(trim(text.substr(0, at)));
  if (!plies || *plies < 0 || *plies > kMaxPlies) return std::nullopt;
  if (at == text.npos) return EvalDepth{*plies, 100};
  std::string_view percent = trim(text.substr(at + 1));
  if (percent.ends_with('%')) percent.remove_suffix(1);
  const std::optional<int> selectivity = parse_int(percent);
  const bool known =
      selectivity && std::ranges::find(kSelectivities, *selectivity) != std::end(kSelectivities);
  if (!known || *plies == 0) return std::nullopt;
  return EvalDepth{*plies, *selectivity};
}

EvalResult evaluate_one(Engine& engine, const Board& board, const EvalDepth& depth,
                        const std::stop_token& stop) {
  engine.set_board(board);
  if (depth.plies == 0) return {engine.evaluate(), Square::kPass, false, true};
  engine.clear_table();
  const SearchLimits limits{.depth = depth.plies, .selectivity = depth.selectivity};
  const SearchUpdate found = search_until_stopped(engine, limits, stop);
  return {found.value(), found.move(), found.exact, !stop.stop_requested(),
          found.basis(found).error};
}

std::vector<std::size_t> random_order(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  shuffle_items(order, SplitMix64(count));
  return order;
}

double ratio(double sum, std::uint64_t count) { return sum / static_cast<double>(count); }

}  // namespace

std::string to_text(const EvalDepth& depth) {
  if (depth.plies == 0) return "static";
  if (depth.selectivity == 100) return std::to_string(depth.plies);
  return fmt::format("{}@{}%", depth.plies, depth.selectivity);
}

Result<std::vector<EvalDepth>> parse_depths(std::string_view text) {
  std::vector<EvalDepth> depths;
  for (auto left = std::ranges::count(text, ',') + 1; left > 0; --left) {
    const std::string_view part = trim(take_until(text, ','));
    const std::optional<EvalDepth> depth = parse_depth(part);
    if (!depth) {
      return Error{ErrorCode::kBadSyntax,
                   fmt::format("{} is not a depth in 0..{}, or from 1 on with a selectivity of {}: "
                               "8@73",
                               sumi::quoted(part), kMaxPlies, fmt::join(kSelectivities, ", "))};
    }
    if (std::ranges::find(depths, *depth) != depths.end()) {
      return Error{ErrorCode::kBadSyntax, fmt::format("{} is there twice", sumi::quoted(part))};
    }
    depths.push_back(*depth);
  }
  return depths;
}

EvalResults evaluate_all(std::span<const Board> boards, std::span<const EvalDepth> depths,
                         const EngineOptions& engine, int threads,
                         const std::function<bool()>& interrupted,
                         const std::function<void(std::size_t)>& tick) {
  EvalResults results(boards.size(), depths.size());
  const std::vector<std::size_t> order = random_order(boards.size());
  std::atomic<std::size_t> done = 0;
  const auto make_work = [&]() -> Work {
    const auto own = std::make_shared<Engine>(engine);
    return [&, own](std::size_t job, const std::stop_token& stop) {
      const std::size_t position = order[job];
      const std::span<EvalResult> row = results.of(position);
      for (std::size_t d = 0; d < depths.size(); ++d) {
        row[d] = evaluate_one(*own, boards[position], depths[d], stop);
        if (!row[d].known) return;
      }
      ++done;
    };
  };
  run_jobs(boards.size(), threads, make_work, interrupted, [&] { tick(done.load()); });
  return results;
}

void ErrorStatistics::add(const EvalResult& result, DiscDiff true_score) {
  const std::int64_t error = result.value.units - to_value(true_score).units;
  ++count_;
  solved_ += result.solved;
  absolute_ += static_cast<std::uint64_t>(std::abs(error));
  squares_ += static_cast<std::uint64_t>(error * error);
  signed_ += error;
  if (result.error == 0) return;
  ++with_error_;
  const double discs = std::abs(to_discs({static_cast<int>(error)}));
  for (std::size_t i = 0; i < within_.size(); ++i) {
    within_[i] += discs <= static_cast<double>(i + 1) * result.error;
  }
}

void ErrorStatistics::add(const ErrorStatistics& other) {
  count_ += other.count_;
  solved_ += other.solved_;
  absolute_ += other.absolute_;
  squares_ += other.squares_;
  signed_ += other.signed_;
  with_error_ += other.with_error_;
  for (std::size_t i = 0; i < within_.size(); ++i) within_[i] += other.within_[i];
}

double ErrorStatistics::mean_absolute() const {
  return ratio(static_cast<double>(absolute_), count_) / Value::kPerDisc;
}

double ErrorStatistics::root_mean_square() const {
  return std::sqrt(ratio(static_cast<double>(squares_), count_)) / Value::kPerDisc;
}

double ErrorStatistics::bias() const {
  return ratio(static_cast<double>(signed_), count_) / Value::kPerDisc;
}

double ErrorStatistics::bias_error() const {
  const double rms = root_mean_square(), mean = bias();
  return std::sqrt(std::max(rms * rms - mean * mean, 0.0) / static_cast<double>(count_));
}

double ErrorStatistics::percent_within(int errors) const {
  const std::uint64_t within = within_[static_cast<std::size_t>(errors - 1)];
  return 100 * ratio(static_cast<double>(within), with_error_);
}

std::vector<StageErrors> errors_by_stage(std::span<const ScoredBoard> boards,
                                         const EvalResults& results, std::size_t depths,
                                         int width) {
  std::map<int, StageErrors, std::greater<>> stages;  // by the smallest number of empties
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (!results.complete(i)) continue;
    const int first = boards[i].board.empties() / width * width;
    StageErrors& stage = stages[first];
    if (stage.by_depth.empty())
      stage = {first, first + width - 1, std::vector<ErrorStatistics>(depths)};
    for (std::size_t d = 0; d < depths; ++d) {
      stage.by_depth[d].add(results.of(i)[d], boards[i].score);
    }
  }
  std::vector<StageErrors> list;
  for (auto& entry : stages) list.push_back(std::move(entry.second));
  return list;
}

StageErrors total_of(std::span<const StageErrors> stages) {
  StageErrors all = stages.front();
  for (const StageErrors& stage : stages.subspan(1)) {
    all.min_empties = std::min(all.min_empties, stage.min_empties);
    all.max_empties = std::max(all.max_empties, stage.max_empties);
    for (std::size_t d = 0; d < all.by_depth.size(); ++d) all.by_depth[d].add(stage.by_depth[d]);
  }
  return all;
}

std::optional<std::array<StageErrors, 2>> totals_by_parity(std::span<const StageErrors> stages) {
  std::array<std::vector<StageErrors>, 2> by_parity;
  for (const StageErrors& stage : stages) {
    if (stage.min_empties != stage.max_empties) return std::nullopt;
    by_parity[static_cast<std::size_t>(stage.min_empties % 2)].push_back(stage);
  }
  if (by_parity[0].empty() || by_parity[1].empty()) return std::nullopt;
  return std::array{total_of(by_parity[0]), total_of(by_parity[1])};
}

std::optional<DiscDiff> score_of(const ScoredMoves& position, Square move) {
  const auto after = [&](Square s) {
    const Board& b = position.board;
    return canonical(s == Square::kPass ? b.passed() : b.played(s, rules::flips(b, s))).board;
  };
  const auto find = [&](const auto& wanted) -> std::optional<DiscDiff> {
    const auto found = std::ranges::find_if(position.moves, wanted);
    if (found == position.moves.end()) return std::nullopt;
    return found->score;
  };
  const auto listed = find([&](const ObfMove& m) { return m.square == move; });
  if (listed) return listed;
  return find([&](const ObfMove& m) { return after(m.square) == after(move); });
}

void MoveChoices::add(const ScoredMoves& position, const EvalDepth& depth,
                      const EvalResult& result) {
  errors.add(result, position.score);
  if (depth.plies == 0 || position.moves.empty()) return;
  ++with_best;
  const std::optional<DiscDiff> score = score_of(position, result.move);
  if (!score) return;
  ++with_score;
  const auto discs = static_cast<std::uint64_t>(position.score.discs - score->discs);
  best += discs == 0;
  discs_lost_sum += discs;
  discs_lost_squares += discs * discs;
}

void MoveChoices::add(const MoveChoices& other) {
  with_best += other.with_best;
  best += other.best;
  with_score += other.with_score;
  discs_lost_sum += other.discs_lost_sum;
  discs_lost_squares += other.discs_lost_squares;
  errors.add(other.errors);
}

double MoveChoices::best_percent() const {
  return 100 * ratio(static_cast<double>(best), with_best);
}

double MoveChoices::discs_lost() const {
  return ratio(static_cast<double>(discs_lost_sum), with_score);
}

double MoveChoices::discs_lost_error() const {
  constexpr double kQuantile = 1.96;
  if (with_score < 2) return 0;
  const double mean = discs_lost();
  const double spread = ratio(static_cast<double>(discs_lost_squares), with_score) - mean * mean;
  return kQuantile * std::sqrt(std::max(spread, 0.0) / static_cast<double>(with_score - 1));
}

std::vector<SetChoices> choices_by_set(std::span<const MoveSet> sets, const EvalResults& results,
                                       std::span<const EvalDepth> depths) {
  std::vector<SetChoices> list;
  SetChoices all{"all", std::vector<MoveChoices>(depths.size())};
  std::size_t at = 0;
  for (const MoveSet& set : sets) {
    SetChoices choices{set.name, std::vector<MoveChoices>(depths.size())};
    for (const ScoredMoves& position : set.positions) {
      const std::span<const EvalResult> row = results.of(at);
      const bool complete = results.complete(at++);
      for (std::size_t d = 0; complete && d < depths.size(); ++d) {
        choices.by_depth[d].add(position, depths[d], row[d]);
      }
    }
    for (std::size_t d = 0; d < depths.size(); ++d) all.by_depth[d].add(choices.by_depth[d]);
    list.push_back(std::move(choices));
  }
  if (list.size() > 1) list.push_back(std::move(all));
  return list;
}

namespace {

using protocol::Json;
using protocol::Table;
using Cells = std::vector<std::string>;

constexpr int kAllEmpties = 60;
constexpr std::size_t kLongestName = 16;

/// "24-25", "24".
std::string range_text(const StageErrors& stage) {
  const int last = std::min(stage.max_empties, kAllEmpties);
  if (last == stage.min_empties) return std::to_string(last);
  return fmt::format("{}-{}", stage.min_empties, last);
}

/// "+0.042"; never "-0.000".
std::string bias_text(double bias, int decimals) {
  std::string text = fmt::format("{:+.{}f}", bias, decimals);
  if (text.find_first_not_of("-0.") == text.npos) text[0] = '+';
  return text;
}

void add_error_cells(const ErrorStatistics& sums, int decimals, Cells& cells) {
  if (sums.count() == 0) {
    cells.insert(cells.end(), 4, "-");
    return;
  }
  cells.push_back(fmt::format("{:.{}f}", sums.mean_absolute(), decimals));
  cells.push_back(fmt::format("{:.{}f}", sums.root_mean_square(), decimals));
  cells.push_back(bias_text(sums.bias(), decimals));
  cells.push_back(std::to_string(sums.solved()));
}

std::string stage_rows(const Table& table, const std::string& name, const StageErrors& stage,
                       std::span<const EvalDepth> depths) {
  std::string text;
  for (std::size_t d = 0; d < depths.size(); ++d) {
    Cells cells{d == 0 ? name : "", d == 0 ? std::to_string(stage.positions()) : "",
                to_text(depths[d])};
    add_error_cells(stage.by_depth[d], 3, cells);
    cells.insert(cells.end() - 1, fmt::format("{:.3f}", stage.by_depth[d].bias_error()));
    text += table.row(cells);
  }
  return text;
}

/// Empty if no search has a likely error.
std::string within_text(const StageErrors& all, std::span<const EvalDepth> depths) {
  const Table table({{"depth", 7}, {"positions", 9}, {"in 1 %", 6}, {"in 2 %", 6}});
  std::string text;
  for (std::size_t d = 0; d < depths.size(); ++d) {
    const ErrorStatistics& sums = all.by_depth[d];
    if (sums.with_error() == 0) continue;
    if (text.empty())
      text = "\nScores within the likely error, and within twice that:\n" + table.header();
    const Cells cells{to_text(depths[d]), std::to_string(sums.with_error()),
                      fmt::format("{:.1f}", sums.percent_within(1)),
                      fmt::format("{:.1f}", sums.percent_within(2))};
    text += table.row(cells);
  }
  return text;
}

Cells choice_cells(const MoveChoices& choices) {
  Cells cells{std::to_string(choices.with_best), "-", "-"};
  if (choices.with_best > 0) cells[1] = fmt::format("{:.1f}", choices.best_percent());
  if (choices.with_score > 0) cells[2] = fmt::format("{:.2f}", choices.discs_lost());
  add_error_cells(choices.errors, 2, cells);
  return cells;
}

int name_width(std::span<const SetChoices> sets) {
  std::size_t width = 4;
  for (const SetChoices& set : sets) width = std::max(width, set.name.size());
  return static_cast<int>(std::min(width, kLongestName));
}

Json depth_json(const EvalDepth& depth) {
  return Json{{"depth", depth.plies}, {"selectivity", depth.selectivity}};
}

void add_errors(const ErrorStatistics& sums, Json& json) {
  if (sums.count() > 0) {
    json["mae"] = sums.mean_absolute();
    json["rms"] = sums.root_mean_square();
    json["bias"] = sums.bias();
    json["bias_error"] = sums.bias_error();
  }
  if (sums.with_error() > 0) {
    json["percent_within_error"] = sums.percent_within(1);
    json["percent_within_two"] = sums.percent_within(2);
  }
  json["solved"] = sums.solved();
}

Json by_depth_json(const StageErrors& stage, std::span<const EvalDepth> depths) {
  Json list = Json::array();
  for (std::size_t d = 0; d < depths.size(); ++d) {
    Json json = depth_json(depths[d]);
    add_errors(stage.by_depth[d], json);
    list.push_back(std::move(json));
  }
  return list;
}

Json choice_json(const MoveChoices& choices, const EvalDepth& depth) {
  Json json = depth_json(depth);
  json["positions"] = choices.errors.count();
  json["judged"] = choices.with_best;
  if (choices.with_best > 0) json["best_percent"] = choices.best_percent();
  json["scored"] = choices.with_score;
  if (choices.with_score > 0) {
    json["discs_lost"] = choices.discs_lost();
    json["discs_lost_error"] = choices.discs_lost_error();
  }
  add_errors(choices.errors, json);
  return json;
}

std::string line_name(const EvalDepth& depth) {
  return depth.plies == 0 ? to_text(depth) : "depth " + to_text(depth);
}

/// Bars, because a line would be a single point.
std::string errors_bars(const StageErrors& stage, std::span<const EvalDepth> depths) {
  protocol::BarChart chart;
  chart.labels = {fmt::format("Mean absolute error with {} empties", range_text(stage)), "discs",
                  ""};
  for (std::size_t d = 0; d < depths.size(); ++d) {
    chart.bars.push_back({line_name(depths[d]), stage.by_depth[d].mean_absolute(), 0});
  }
  return to_svg(chart);
}

}  // namespace

std::string errors_text(std::span<const StageErrors> stages, std::span<const EvalDepth> depths) {
  const Table table({{"empties", 7},
                     {"positions", 9},
                     {"depth", 7},
                     {"MAE", 7},
                     {"RMS", 7},
                     {"bias", 7},
                     {"s.e.", 6},
                     {"solved", 7}});
  std::string text = table.header();
  for (const StageErrors& stage : stages)
    text += stage_rows(table, range_text(stage), stage, depths);
  if (const auto parities = totals_by_parity(stages)) {
    text += stage_rows(table, "even", (*parities)[0], depths);
    text += stage_rows(table, "odd", (*parities)[1], depths);
  }
  const StageErrors all = total_of(stages);
  return text + stage_rows(table, "all", all, depths) + within_text(all, depths);
}

std::string choices_text(std::span<const SetChoices> sets, std::span<const EvalDepth> depths) {
  const Table table({{"file", name_width(sets), Table::Align::kLeft},
                     {"depth", 6},
                     {"judged", 6},
                     {"best %", 6},
                     {"lost", 5},
                     {"MAE", 5},
                     {"RMS", 5},
                     {"bias", 6},
                     {"solved", 6}});
  std::string text = table.header();
  for (const SetChoices& set : sets) {
    for (std::size_t d = 0; d < depths.size(); ++d) {
      Cells cells{d == 0 ? set.name.substr(0, kLongestName) : "", to_text(depths[d])};
      for (std::string& cell : choice_cells(set.by_depth[d])) cells.push_back(std::move(cell));
      text += table.row(cells);
    }
  }
  std::uint64_t unknown = 0;
  for (const MoveChoices& choices : sets.back().by_depth)
    unknown += choices.with_best - choices.with_score;
  if (unknown > 0) {
    text +=
        fmt::format("Chosen moves without a score: {} (not best, and not in `lost`)\n", unknown);
  }
  return text;
}

Json errors_json(std::span<const StageErrors> stages, std::span<const EvalDepth> depths) {
  Json list = Json::array();
  for (const StageErrors& stage : stages) {
    Json json;
    json["empties"] = {stage.min_empties, std::min(stage.max_empties, kAllEmpties)};
    json["positions"] = stage.positions();
    json["by_depth"] = by_depth_json(stage, depths);
    list.push_back(std::move(json));
  }
  Json json;
  if (const auto parities = totals_by_parity(stages)) {
    json["even"] = by_depth_json((*parities)[0], depths);
    json["odd"] = by_depth_json((*parities)[1], depths);
  }
  json["all"] = by_depth_json(total_of(stages), depths);
  json["stages"] = std::move(list);
  return json;
}

Json choices_json(std::span<const SetChoices> sets, std::span<const EvalDepth> depths) {
  Json list = Json::array();
  for (const SetChoices& set : sets) {
    Json by_depth = Json::array();
    for (std::size_t d = 0; d < depths.size(); ++d) {
      by_depth.push_back(choice_json(set.by_depth[d], depths[d]));
    }
    list.push_back(Json{{"file", set.name}, {"by_depth", std::move(by_depth)}});
  }
  return list;
}

std::string errors_svg(std::span<const StageErrors> stages, std::span<const EvalDepth> depths) {
  if (stages.size() == 1) return errors_bars(stages.front(), depths);
  protocol::LineChart chart;
  chart.labels = {"Mean absolute error by empties", "empties", "discs"};
  chart.mark = 0;
  for (std::size_t d = 0; d < depths.size(); ++d) {
    protocol::ChartLine line{line_name(depths[d]), {}};
    for (std::size_t i = stages.size(); i-- > 0;) {
      const int last = std::min(stages[i].max_empties, kAllEmpties);
      const double error = stages[i].by_depth[d].mean_absolute();
      line.points.push_back({(stages[i].min_empties + last) / 2.0, error, error, error});
    }
    chart.lines.push_back(std::move(line));
  }
  return to_svg(chart);
}

std::string choices_svg(std::span<const SetChoices> sets, std::span<const EvalDepth> depths) {
  protocol::BarChart chart;
  chart.labels = {"Discs lost by the move chosen", "discs, by file and depth, with 95 % intervals",
                  ""};
  for (const SetChoices& set : sets) {
    for (std::size_t d = 0; d < depths.size(); ++d) {
      const MoveChoices& choices = set.by_depth[d];
      if (choices.with_score == 0) continue;
      chart.bars.push_back(
          {fmt::format("{}, {}", set.name.substr(0, kLongestName), to_text(depths[d])),
           choices.discs_lost(), choices.discs_lost_error()});
    }
  }
  return to_svg(chart);
}

}  // namespace sumi::lab
