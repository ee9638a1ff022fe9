// SPDX-License-Identifier: MIT
/// How `sumi solve` writes what it found: a table, JSON lines, CSV or OBF.
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

// What `sumi solve` tells of positions that take long: beforehand how long, judging by their empty
// squares, and then the bounds that the search finds.

/// The median of the nodes that it takes to solve a position of so many empties. Fitted to games of
/// tournaments from 14 to 22 empties; beyond 30 it is a guess at the order of magnitude.
double expected_nodes(int empties);

/// "some 4 min", "some 80000 years".
std::string rough_time(double seconds, Language language);

/// begin(), update() and end() may be called by any thread, tick() by one.
class SolveWatch {
 public:
  /// For searches with `threads` threads each.
  SolveWatch(int threads, Language language) : threads_(threads), language_(language) {}

  /// A position is taken up; true if it will take so long that updates are wanted.
  bool begin(const Problem& problem);
  void update(const Problem& problem, const SearchReport& found, double seconds);
  void end(const Problem& problem);

  /// Tells the news on standard error, the bar wiped away.
  void tick(ProgressBar& bar);

 private:
  using Clock = std::chrono::steady_clock;
  struct Watched {
    std::string latest;  ///< To be told; empty: nothing new.
    Clock::time_point told{};
  };

  const int threads_;
  const Language language_;
  std::mutex mutex_;  ///< Guards what follows.
  std::vector<std::string> news_;
  std::map<std::uint64_t, Watched> watched_;  ///< Positions at work, by Problem::index.
};

}  // namespace sumi::protocol
