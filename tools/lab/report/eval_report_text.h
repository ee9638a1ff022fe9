// SPDX-License-Identifier: MIT
/// An evaluation report as tables of 80 columns, JSON and SVG. All numbers are in discs.
#pragma once

#include "protocol/text/json_lines.h"
#include "tools/lab/report/eval_report.h"

#include <span>
#include <string>

namespace sumi::lab {

/// Errors by stage and depth, then of even and of odd numbers of empties where stages tell these
/// apart, then of all. Requires, here and below: not empty.
std::string errors_text(std::span<const StageErrors> stages, std::span<const EvalDepth> depths);

/// Choices and errors by file and depth; a note if some chosen moves have no score.
std::string choices_text(std::span<const SetChoices> sets, std::span<const EvalDepth> depths);

/// {"all": [...], "even": [...], "odd": [...], "stages": [{"empties": [24, 25], "positions",
/// "by_depth": [{"depth", "selectivity", "mae", "rms", "bias", "bias_error", "solved"}, ...]},
/// ...]}; depth 0 is the evaluator alone; "even" and "odd" as in errors_text().
protocol::Json errors_json(std::span<const StageErrors> stages, std::span<const EvalDepth> depths);

/// [{"file", "by_depth": [{"depth", "selectivity", "positions", "judged", "best_percent", "scored",
/// "discs_lost", "discs_lost_error", "mae", "rms", "bias", "bias_error", "solved"}, ...]}, ...].
/// What has nothing to be the mean of is left out.
protocol::Json choices_json(std::span<const SetChoices> sets, std::span<const EvalDepth> depths);

/// Mean absolute error by empties, a line a depth; bars if there is one stage only.
std::string errors_svg(std::span<const StageErrors> stages, std::span<const EvalDepth> depths);

/// Mean discs lost, a bar for each file and depth, with 95 % intervals.
std::string choices_svg(std::span<const SetChoices> sets, std::span<const EvalDepth> depths);

}  // namespace sumi::lab
