// SPDX-License-Identifier: MIT
/// Turns limits on time into a thinking budget. Pure arithmetic: knows nothing of threads or of
/// the real clock, so tests run a whole game's timing in microseconds.
#pragma once

#include "engine/limits.h"

namespace sumi {

struct TimeBudget {
  Millis soft = Millis::max();  ///< Do not start another iteration after this.
  Millis hard = Millis::max();  ///< Abort in the middle of an iteration at this.
};

/// The budget for one move. `overhead` is the time lost between our answer and the opponent's
/// clock starting: it is kept in hand for every move. Limits without time give no bound.
/// Never zero or negative: at least a millisecond to find some move in.
TimeBudget time_budget(const SearchLimits& limits, int empties, Millis overhead);

}  // namespace sumi
