// SPDX-License-Identifier: MIT
/// Turns limits on time into a thinking budget, and says after each iteration whether to go on.
/// Pure arithmetic: knows nothing of threads or of the real clock. Elapsed time is handed in, so
/// tests run a whole game's timing in microseconds.
#pragma once

#include "engine/game/score.h"
#include "engine/limits.h"

namespace sumi {

struct TimeBudget {
  Millis soft = Millis::max();  ///< Do not start another iteration after this.
  Millis hard = Millis::max();  ///< Abort in the middle of an iteration at this.
};

/// What one finished iteration tells the time manager.
struct IterationStats {
  Millis elapsed{};  ///< Since the search began.
  int depth = 0;
  Value value{};  ///< From the side to move.
  bool best_move_changed = false;
  bool only_move = false;  ///< There is nothing to choose from.
  bool exact = false;      ///< Solved.
};

/// Times one search. One thread at a time.
class TimeManager {
 public:
  /// `overhead` is the time lost between our answer and the opponent's clock starting: it is kept
  /// in hand for every move; of a move's own time no more than a fifth. Limits without time give no
  /// bound, and the search always continues.
  TimeManager(const SearchLimits& limits, int empties, Millis overhead);

  /// Soft as of the last iteration; hard never changes. Neither is ever less than a millisecond,
  /// to find some move in, and soft is never more than hard.
  TimeBudget budget() const { return budget_; }

  /// To be called after each iteration; false ends the search.
  bool should_continue(const IterationStats& done);

 private:
  void judge(const IterationStats& done);

  TimeBudget budget_;
  Millis planned_ = Millis::max();  ///< Soft of a move about which nothing is remarkable.
  bool timed_ = false;
  bool saves_ = false;  ///< Time not used now can be used later: worth stopping early for.

  // Of the iterations so far.
  Millis elapsed_{};
  int stable_ = 0;                  ///< Iterations since the best move changed or lost value.
  Value last_ = -kInfinity;         ///< Value of the last iteration,
  Value before_last_ = -kInfinity;  ///< and of the one before.
};

}  // namespace sumi
