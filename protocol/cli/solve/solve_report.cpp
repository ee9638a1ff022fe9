// SPDX-License-Identifier: MIT
/// Counts and verdicts.
#include "protocol/cli/solve/solve_report.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace sumi::protocol {
namespace {

void complain(const Problem& problem, std::string_view kind, std::string_view message) {
  tell_error(
      fmt::format("{}{}{}{}", problem.source, problem.source.empty() ? "" : ": ", kind, message));
}

void tell_warnings(const Problem& problem) {
  for (const std::string& warning : problem.warnings) complain(problem, "warning: ", warning);
}

}  // namespace

SolveReport::SolveReport(Output& out, const SolveStyle& style)
    : out_(out), style_(style), rows_(make_solve_rows(style)) {
  out_.write(rows_->header());
}

void SolveReport::add(const Problem& problem, const Solution& solution) {
  const std::optional<bool> ok = agrees(*problem.line, solution, style_.mode.wld);
  ++totals_.positions;
  totals_.nodes += solution.nodes;
  totals_.checked += ok.has_value();
  totals_.wrong += ok == false;
  tell_warnings(problem);
  out_.write(rows_->row(problem, solution, ok));
  out_.flush();
}

void SolveReport::add_bad(const Problem& problem) {
  ++totals_.bad;
  tell_warnings(problem);
  const std::string& message = problem.line.error().message;
  if (!message.empty()) complain(problem, "", message);
}

void SolveReport::total() {
  totals_.seconds = watch_.seconds();
  const std::string text = rows_->total(totals_);
  out_.write(text);
  out_.flush();
  if (text.empty()) std::fputs(total_text(totals_, style_.language).c_str(), stderr);
}

}  // namespace sumi::protocol
