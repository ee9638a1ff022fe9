// SPDX-License-Identifier: MIT
#include "protocol/report/format.h"
#include "protocol/report/svg_chart.h"
#include "tools/lab/report/eval_report_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace sumi::lab {
namespace {

using protocol::Json;
using protocol::Table;
using Cells = std::vector<std::string>;

constexpr int kMostEmpties = 60;
constexpr std::size_t kLongestName = 16;

/// "24-25", "24".
std::string range_text(const StageErrors& stage) {
  const int last = std::min(stage.max_empties, kMostEmpties);
  if (last == stage.min_empties) return std::to_string(last);
  return fmt::format("{}-{}", stage.min_empties, last);
}

/// "+0.042"; no "-0.000".
std::string bias_text(double bias, int decimals) {
  std::string text = fmt::format("{:+.{}f}", bias, decimals);
  if (text.find_first_not_of("-0.") == text.npos) text[0] = '+';
  return text;
}

void add_error_cells(const ErrorSums& sums, int decimals, Cells& cells) {
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

Cells choice_cells(const MoveChoices& choices) {
  Cells cells{std::to_string(choices.judged), "-", "-"};
  if (choices.judged > 0) cells[1] = fmt::format("{:.1f}", choices.best_percent());
  if (choices.scored > 0) cells[2] = fmt::format("{:.2f}", choices.discs_lost());
  add_error_cells(choices.errors, 2, cells);
  return cells;
}

/// The column of names, as wide as the longest of them.
int name_width(std::span<const SetChoices> sets) {
  std::size_t width = 4;
  for (const SetChoices& set : sets) width = std::max(width, set.name.size());
  return static_cast<int>(std::min(width, kLongestName));
}

Json depth_json(const EvalDepth& depth) {
  return Json{{"depth", depth.plies}, {"selectivity", depth.selectivity}};
}

void add_errors(const ErrorSums& sums, Json& json) {
  if (sums.count() > 0) {
    json["mae"] = sums.mean_absolute();
    json["rms"] = sums.root_mean_square();
    json["bias"] = sums.bias();
    json["bias_error"] = sums.bias_error();
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
  json["judged"] = choices.judged;
  if (choices.judged > 0) json["best_percent"] = choices.best_percent();
  json["scored"] = choices.scored;
  if (choices.scored > 0) {
    json["discs_lost"] = choices.discs_lost();
    json["discs_lost_error"] = choices.discs_lost_error();
  }
  add_errors(choices.errors, json);
  return json;
}

std::string line_name(const EvalDepth& depth) {
  return depth.plies == 0 ? to_text(depth) : "depth " + to_text(depth);
}

/// One stage has no line.
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
  return text + stage_rows(table, "all", total_of(stages), depths);
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
    unknown += choices.judged - choices.scored;
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
    json["empties"] = {stage.min_empties, std::min(stage.max_empties, kMostEmpties)};
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
      const int last = std::min(stages[i].max_empties, kMostEmpties);
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
      if (choices.scored == 0) continue;
      chart.bars.push_back(
          {fmt::format("{}, {}", set.name.substr(0, kLongestName), to_text(depths[d])),
           choices.discs_lost(), choices.discs_lost_error()});
    }
  }
  return to_svg(chart);
}

}  // namespace sumi::lab
