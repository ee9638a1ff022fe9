// SPDX-License-Identifier: MIT
#include "engine/time_manager.h"

#include <algorithm>

namespace sumi {
namespace {

constexpr Millis kLeast{1};

/// With this many empties or fewer a move takes no time worth planning for.
constexpr int kInstantEmpties = 10;

/// Plans an equal share of the clock for each move that takes thought, after keeping the overhead
/// of all moves to come in hand. Never counts on time that an increment might bring later.
TimeBudget clock_budget(const Clock& clock, int empties, Millis overhead) {
  int moves = empties / 2 + 1;
  int planned = std::max(1, (empties - kInstantEmpties + 1) / 2);
  if (clock.moves_to_go > 0) {
    moves = std::min(moves, clock.moves_to_go);
    planned = std::min(planned, clock.moves_to_go);
  }
  const Millis usable = std::max(kLeast, clock.remaining - (overhead + kLeast) * moves);
  const Millis share = usable / planned + clock.increment * 3 / 4;
  // One move may take three shares, if that leaves most of the clock to the others.
  const Millis most = moves == 1 ? usable : std::max(kLeast, usable * 2 / 5);
  return {std::clamp(share / 2, kLeast, most), std::clamp(share * 3, kLeast, most)};
}

}  // namespace

TimeBudget time_budget(const SearchLimits& limits, int empties, Millis overhead) {
  TimeBudget budget;
  if (limits.clock) budget = clock_budget(*limits.clock, empties, overhead);
  if (limits.move_time) {
    const Millis time = std::max(kLeast, *limits.move_time);
    budget.soft = std::min(budget.soft, time);
    budget.hard = std::min(budget.hard, time);
  }
  return budget;
}

}  // namespace sumi
