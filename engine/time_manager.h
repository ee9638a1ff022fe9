// SPDX-License-Identifier: MIT
/// Converts time limits into a budget; decides after each iteration whether to continue. Uses no
/// clock.
#pragma once

#include "engine/game/score.h"
#include "engine/limits.h"

#include <optional>

namespace sumi {

struct TimeBudget {
  Millis soft = Millis::max();  ///< Start no iteration after this time.
  Millis hard = Millis::max();  ///< Abort the iteration at this time.
};

struct IterationStats {
  Millis elapsed{};  ///< Since the start of the search.
  int depth = 0;
  Value value{};  ///< For the side to move.
  bool best_move_changed = false;
  bool only_move = false;
  bool exact = false;
};

/// Estimates the delay until a waiting thread gets a processor. Each search reports its longest gap
/// between clock checks or, if longer, its lateness after a stop. A longer delay replaces the
/// estimate; a shorter one lowers it by an eighth of the difference. One thread at a time.
class DelayMeter {
 public:
  /// Longer delays result from a suspended process or a debugger, not from load.
  static constexpr Millis kMax{1000};

  void observe(Millis longest);
  /// Nothing before the first search.
  std::optional<Millis> expected() const { return expected_; }

 private:
  std::optional<Millis> expected_;
};

/// One thread at a time.
class TimeManager {
 public:
  /// `overhead`: time lost before the opponent's clock starts. `delay`: expected wait for a
  /// processor (DelayMeter), many milliseconds under load. Reserves for both: README.md ("Time
  /// management"). Without time limits the search always continues.
  TimeManager(const SearchLimits& limits, int empties, Millis overhead,
              std::optional<Millis> delay = Millis{});

  /// Lowers the limits after a delay during this search.
  void expect_delay(Millis delay);

  /// Each iteration changes the soft limit; expect_delay() lowers both. 1 ms <= soft <= hard.
  TimeBudget budget() const { return budget_; }

  /// Call after each iteration; false: stop.
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
  Millis planned_ = Millis::max();  ///< Of an ordinary move.
  bool timed_ = false;
  bool carries_over_ = false;  ///< Unused time carries over, so stopping early gains time.

  Millis elapsed_{};
  int stable_ = 0;                  ///< Iterations since the best move changed or fell.
  Value last_ = -kInfinity;         ///< Of the last iteration.
  Value before_last_ = -kInfinity;  ///< Of the iteration before.
};

}  // namespace sumi
