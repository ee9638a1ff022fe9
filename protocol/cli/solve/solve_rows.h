// SPDX-License-Identifier: MIT
/// How `sumi solve` writes what it found: a table, JSON lines, CSV or OBF.
#pragma once

#include "engine/base/time.h"
#include "protocol/cli/solve/problem_source.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"
#include "protocol/service/solve.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace sumi::protocol {

enum class SolveFormat { kTable, kJson, kCsv, kObf, kTotal };

struct SolveStyle {
  SolveFormat format = SolveFormat::kTable;
  SolveMode mode{};
  Language language = Language::kEnglish;  ///< Language of the table and of total_text().
};

struct SolveTotals {
  std::uint64_t positions = 0, bad = 0, nodes = 0;
  std::uint64_t checked = 0, wrong = 0;  ///< Compared with scores of the file.
  double seconds = 0;
};

/// Every text ends with a newline, or is empty if the format has no such thing.
class SolveRows {
 public:
  virtual ~SolveRows() = default;
  virtual std::string header() const { return {}; }
  /// `ok`: agrees(). Requires: problem.line is one.
  virtual std::string row(const Problem& problem, const Solution& solution,
                          std::optional<bool> ok) const = 0;
  virtual std::string total(const SolveTotals&) const { return {}; }
};

std::unique_ptr<SolveRows> make_solve_rows(const SolveStyle& style);

/// "total: 3 positions, 2 checked, 0 wrong, 12 nodes, 0.001 s, 12k nodes/s".
std::string total_text(const SolveTotals& totals, Language language);

/// One thread at a time.
class SolveReport {
 public:
  SolveReport(Output& out, const SolveStyle& style);

  void add(const Problem& problem, const Solution& solution);  ///< Requires: problem.line is one.
  void add_bad(const Problem& problem);                        ///< Told on standard error.
  void total();  ///< On standard error if the format has no place for it.

  std::uint64_t positions() const { return totals_.positions; }
  bool all_good() const { return totals_.wrong == 0 && totals_.bad == 0; }

 private:
  Output& out_;
  const SolveStyle style_;
  const std::unique_ptr<SolveRows> rows_;
  SolveTotals totals_;
  StopWatch watch_;
};

}  // namespace sumi::protocol
