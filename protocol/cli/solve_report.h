// SPDX-License-Identifier: MIT
/// What `sumi solve` prints: a row per position and a total, as a table or as JSON lines.
#pragma once

#include "engine/base/time.h"
#include "engine/game/obf.h"
#include "engine/search_core.h"
#include "protocol/cli/problem_source.h"
#include "protocol/report/format.h"
#include "protocol/report/output.h"

#include <cstdint>
#include <optional>

namespace sumi::protocol {

/// The end of the game as it was found.
struct Solution {
  DiscDiff score;  ///< For the side to move; only its sign counts in win/loss/draw.
  Line line;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// Does the solution agree with the file? Nothing if the file gives no score. The score must be
/// the file's best; and if the file scores every legal move, the move chosen must have that score
/// too. With `wld` signs are compared.
std::optional<bool> agrees(const ObfLine& expected, const Solution& found, bool wld);

/// One thread at a time.
class SolveReport {
 public:
  SolveReport(Output& out, bool json, bool wld);

  void add(const Problem& problem, const Solution& solution);  ///< Requires: problem.line is one.
  void add_bad(const Problem& problem);                        ///< Told on standard error.
  void total();

  std::uint64_t positions() const { return positions_; }
  bool all_good() const { return wrong_ == 0 && bad_ == 0; }

 private:
  void add_text(const ObfLine& line, const Solution& solution, std::optional<bool> ok);
  void add_json(const Problem& problem, const Solution& solution, std::optional<bool> ok);
  std::string score_text(DiscDiff score) const;
  int score_number(DiscDiff score) const;

  Output& out_;
  const bool json_, wld_;
  Table table_;
  std::uint64_t positions_ = 0, wrong_ = 0, bad_ = 0, nodes_ = 0;
  StopWatch watch_;
};

}  // namespace sumi::protocol
