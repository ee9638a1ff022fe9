// SPDX-License-Identifier: MIT
/// Turns time limits into a budget and decides after each iteration whether to continue. Pure
/// arithmetic without a clock.
#pragma once

#include "engine/game/score.h"
#include "engine/limits.h"

#include <optional>

namespace sumi {

struct TimeBudget {
  Millis soft = Millis::max();  ///< Start no iteration after this.
  Millis hard = Millis::max();  ///< Abort an iteration at this.
};

struct IterationStats {
  Millis elapsed{};  ///< Since the start of the search.
  int depth = 0;
  Value value{};  ///< For the side to move.
  bool best_move_changed = false;
  bool only_move = false;  ///< There is no choice of move.
  bool exact = false;      ///< The position is solved.
};

/// Estimates the wait for a processor. Each search reports its longest gap between two clock checks
/// or its lateness after a stop, whichever is longer. A longer delay replaces the estimate; a
/// shorter one lowers it by an eighth of the difference. One thread at a time.
class DelayMeter {
 public:
  /// Longer delays mean a suspended process or a debugger, not load.
  static constexpr Millis kMax{1000};

  void observe(Millis longest);
  /// Nothing before the first search.
  std::optional<Millis> expected() const { return expected_; }

 private:
  std::optional<Millis> expected_;
};

/// Times one search. One thread at a time.
class TimeManager {
 public:
  /// `overhead`: time lost before the opponent's clock starts. Every move reserves it, but at most
  /// a fifth of a move_time. Without time limits the search always continues.
  ///
  /// `delay`: expected wait for a processor (DelayMeter), many milliseconds under load. A time for
  /// a single move reserves twice the delay (before the hard limit and before the answer is
  /// written), at most half of the time; 3% if unknown. On a clock for several moves each reserves
  /// one delay.
  TimeManager(const SearchLimits& limits, int empties, Millis overhead,
              std::optional<Millis> delay = Millis{});

  /// Lowers the limits after a delay in this search.
  void expect_delay(Millis delay);

  /// Each iteration moves the soft limit, expect_delay() both. 1 ms <= soft <= hard.
  TimeBudget budget() const { return budget_; }

  /// Call after each iteration; false stops.
  bool should_continue(const IterationStats& done);

 private:
  TimeBudget planned_budget() const;
  void adjust_soft_limit(const IterationStats& done);

  std::optional<Clock> clock_;
  std::optional<Millis> move_time_;
  int empties_;
  Millis overhead_;
  std::optional<Millis> delay_;

  TimeBudget budget_;
  Millis planned_ = Millis::max();  ///< Soft limit of an unremarkable move.
  bool timed_ = false;
  bool carries_over_ = false;  ///< Unused time carries over: stopping early pays.

  Millis elapsed_{};
  int stable_ = 0;                  ///< Iterations since the best move changed or fell.
  Value last_ = -kInfinity;         ///< Of the last iteration.
  Value before_last_ = -kInfinity;  ///< Of the one before.
};

}  // namespace sumi
