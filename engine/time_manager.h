// SPDX-License-Identifier: MIT
/// Turns limits on time into a thinking budget, and says after each iteration whether to go on.
/// Pure arithmetic: knows nothing of threads or of the real clock. Elapsed time is handed in, so
/// tests run a whole game's timing in microseconds.
#pragma once

#include "engine/game/score.h"
#include "engine/limits.h"

#include <optional>

namespace sumi {

struct TimeBudget {
  Millis soft = Millis::max();  ///< Do not start another iteration after this.
  Millis hard = Millis::max();  ///< Abort in the middle of an iteration at this.
};

/// The facts about one finished iteration that the time manager judges by.
struct IterationStats {
  Millis elapsed{};  ///< Since the search began.
  int depth = 0;
  Value value{};  ///< Value for the side to move.
  bool best_move_changed = false;
  bool only_move = false;  ///< There is only one move to choose from.
  bool exact = false;      ///< The position is solved.
};

/// How long this process may have to wait for a processor, as its searches have measured it. Each
/// search tells the longest time between two looks at the clock, or how late it came back after it
/// was stopped, whichever is more. A longer wait than expected counts at once; each shorter one
/// takes an eighth of the difference away. One thread at a time.
class DelayMeter {
 public:
  /// Longer waits count as this long: a stopped process or a debugger is no busy machine.
  static constexpr Millis kMost{1000};

  void observe(Millis longest);
  /// The wait to expect; nothing before the first search.
  std::optional<Millis> expected() const { return expected_; }

 private:
  std::optional<Millis> expected_;
};

/// Times one search. One thread at a time.
class TimeManager {
 public:
  /// `overhead` is the time lost between our answer and the opponent's clock starting. It is kept
  /// in hand for every move; of a move_time at most a fifth is kept so.
  /// Limits without time give no bound, and the search always continues.
  ///
  /// `delay` is how long we may wait for a processor (DelayMeter), on a busy machine many
  /// milliseconds. If the time is for one move only, nothing makes up for a wait. Then twice the
  /// delay is kept beside the overhead, but at most half of the time: one wait may come just before
  /// the hard bound, one before our answer is written. If the delay is not known yet, 3% of the
  /// time is kept. On a clock for many moves each move keeps one wait.
  TimeManager(const SearchLimits& limits, int empties, Millis overhead,
              std::optional<Millis> delay = Millis{});

  /// The search has met this delay: from now on the bounds are as if it had been expected, where
  /// that makes them earlier.
  void expect_delay(Millis delay);

  /// The soft bound follows the last iteration; the hard one is changed by expect_delay() only.
  /// Neither is ever less than a millisecond, to find some move in, and soft is never more than
  /// hard.
  TimeBudget budget() const { return budget_; }

  /// To be called after each iteration; false ends the search.
  bool should_continue(const IterationStats& done);

 private:
  TimeBudget planned_budget() const;
  void judge(const IterationStats& done);

  std::optional<Clock> clock_;
  std::optional<Millis> move_time_;
  int empties_;
  Millis overhead_;
  std::optional<Millis> delay_;

  TimeBudget budget_;
  Millis planned_ = Millis::max();  ///< Soft bound of an unremarkable move.
  bool timed_ = false;
  bool saves_ = false;  ///< Time not used now can be used later: worth stopping early for.

  // What the iterations so far have shown.
  Millis elapsed_{};
  int stable_ = 0;                  ///< Iterations since the best move changed or lost value.
  Value last_ = -kInfinity;         ///< Value of the last iteration,
  Value before_last_ = -kInfinity;  ///< and of the one before.
};

}  // namespace sumi
