// SPDX-License-Identifier: MIT
/// What `sumi solve` tells of positions that take long: beforehand how long, judging by their empty
/// squares, and then the bounds that the search finds.
#pragma once

#include "engine/search_core.h"
#include "protocol/cli/solve/problem_source.h"
#include "protocol/report/language.h"
#include "protocol/report/progress_bar.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace sumi::protocol {

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
