// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/time.h"
#include "engine/search_core.h"
#include "protocol/cli/solve/problem_source.h"
#include "protocol/report/language.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"
#include "protocol/service/solve.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace sumi::protocol {

enum class SolveFormat { kTable, kJson, kCsv, kObf, kTotal };

struct SolveStyle {
  SolveFormat format = SolveFormat::kTable;
  SolveMode mode{};
  Language language = Language::kEnglish;  ///< Of the table and total_text().
};

struct SolveTotals {
  std::uint64_t positions = 0, bad = 0, nodes = 0;
  std::uint64_t checked = 0, wrong = 0;  ///< Positions with scores in the file.
  double seconds = 0;
};

/// Texts end with a newline; empty if the format lacks them.
class SolveRows {
 public:
  virtual ~SolveRows() = default;
  virtual std::string header() const { return {}; }
  /// `ok` is agrees(). Requires: problem.line has a value.
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

  /// Requires: problem.line has a value.
  void add(const Problem& problem, const Solution& solution);
  void add_bad(const Problem& problem);  ///< Prints on standard error.
  void total();                          ///< On standard error if the format has no total.

  std::uint64_t positions() const { return totals_.positions; }
  bool all_good() const { return totals_.wrong == 0 && totals_.bad == 0; }

 private:
  Output& out_;
  const SolveStyle style_;
  const std::unique_ptr<SolveRows> rows_;
  SolveTotals totals_;
  StopWatch watch_;
};

// Messages about long solves: an estimate, then bounds.

/// The median. Fitted to tournament games at 14 to 22 empties; an order of magnitude beyond 30.
double expected_nodes(int empties);

/// "some 4 min", "some 80000 years".
std::string rough_time(double seconds, Language language);

/// Only tick() is limited to one thread.
class SolveWatch {
 public:
  /// `threads` of each search.
  SolveWatch(int threads, Language language) : threads_(threads), language_(language) {}

  /// True if the position is expected to need updates.
  bool begin(const Problem& problem);
  void update(const Problem& problem, const SearchReport& found, double seconds);
  void end(const Problem& problem);

  /// Prints pending messages on standard error in place of the bar.
  void tick(ProgressBar& bar);

 private:
  using Clock = std::chrono::steady_clock;
  struct Watched {
    std::string latest;  ///< To be printed; empty if nothing is new.
    Clock::time_point printed{};
  };

  const int threads_;
  const Language language_;
  std::mutex mutex_;  ///< Guards the following members.
  std::vector<std::string> news_;
  std::map<std::uint64_t, Watched> watched_;  ///< Current positions by Problem::index.
};

}  // namespace sumi::protocol
