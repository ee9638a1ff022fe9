// SPDX-License-Identifier: MIT
#include "engine/time_manager.h"

#include <algorithm>

namespace sumi {
namespace {

/// No bound is ever shorter than this; rounding loses as much.
constexpr Millis kLeast{1};

/// How much thought a move is worth beside the others, by empty squares.
struct Stage {
  int least_empties;
  int weight;
};

/// Few lines of the opening are worth calculating: they are known, or all playable. Games are
/// decided after it, until the end can be solved; when that is, is a matter of the clock. Solving
/// takes about twice as long for each square, so a solution that did not fit into this move costs
/// a quarter on our next one: from 24 empties on each move gets about half of what is left, and a
/// fast game, which is solved late, is served as well as a slow one.
constexpr Stage kStages[] = {{53, 7},  {45, 18}, {37, 32}, {25, 45},
                             {21, 40}, {17, 8},  {13, 2},  {9, 1}};
constexpr int kLastWeight = 1;

constexpr int weight(int empties) {
  for (const Stage& stage : kStages) {
    if (empties >= stage.least_empties) return stage.weight;
  }
  return kLastWeight;
}

/// The sum of the weights of our next `moves` moves, each with two empties less than the last.
constexpr int weight_of_next(int moves, int empties) {
  int sum = 0;
  for (int i = 0; i < moves; ++i) sum += weight(std::max(0, empties - 2 * i));
  return sum;
}

/// Our moves to come at most: half of the empties, and two for passes of the opponent's and our
/// own, which cost the overhead too. More passes than that are so rare that what moves leave over
/// pays for them.
constexpr int moves_left(int empties) { return empties / 2 + 2; }

/// An iteration takes 2 to 3 times as long as the one before. The last one thus ends somewhere
/// between soft and 3 times soft, at about 1.6 times soft on average. Aiming at 0.65 of a share
/// would use the share; more makes up for stable moves (kCertain) and for the time that is left
/// when the game is solved.
constexpr double kSoftPart = 0.85;
/// How many shares one move may take: an iteration begun just before an extended soft bound ends.
constexpr int kHardShares = 3;

/// How much time of a clock a move may spend.
struct Plan {
  Millis share;  ///< On average.
  Millis most;   ///< At the very most.
};

/// Time that comes back for the next move is used up: saving it gains nothing.
bool is_renewed(const Clock& clock) { return clock.moves_to_go == 1; }

/// How much of a time that is for one move is kept for delays.
Millis delay_reserve(Millis time, std::optional<Millis> delay) {
  const Millis wanted = delay ? *delay * 2 : time * 3 / 100;
  return std::clamp(wanted, Millis{}, std::max(Millis{}, time / 2));
}

Plan plan(const Clock& clock, int empties, Millis overhead, std::optional<Millis> delay) {
  if (is_renewed(clock)) {
    const Millis all = clock.remaining - overhead - kLeast - delay_reserve(clock.remaining, delay);
    return {all, all};
  }
  const Millis cost = overhead + kLeast + delay.value_or(Millis{});

  // In byo-yomi every move has at least this much, the one that uses up the main time too. Main
  // time is worth only what it gives beyond. Further periods are a reserve we do not plan with.
  const bool periods = clock.periods > 0 && clock.moves_to_go == 0;
  const Millis ensured =
      periods ? clock.period - overhead - kLeast - delay_reserve(clock.period, delay) : Millis{};

  int moves = moves_left(empties);
  if (clock.moves_to_go > 0) moves = std::min(moves, clock.moves_to_go);
  const Millis usable = clock.remaining - cost * (ensured > Millis{} ? 1 : moves);
  const Millis share = usable * weight(empties) / weight_of_next(moves, empties);
  // An increment is there to be spent, but not before it has come: it never raises the most.
  return {std::max(share + clock.increment * 3 / 4, ensured), std::max(usable * 2 / 5, ensured)};
}

Millis part(Millis time, double factor) {
  return Millis(static_cast<long>(static_cast<double>(time.count()) * factor));
}

TimeBudget clock_budget(const Clock& clock, int empties, Millis overhead,
                        std::optional<Millis> delay) {
  auto [share, most] = plan(clock, empties, overhead, delay);
  most = std::max(most, kLeast);
  if (is_renewed(clock)) return {most, most};
  return {std::clamp(part(share, kSoftPart), kLeast, most),
          std::clamp(share * kHardShares, kLeast, most)};
}

/// How much of a move's own time is kept: the overhead, but at most a fifth of the time, and what
/// delays may take.
Millis reserve(Millis move_time, Millis overhead, std::optional<Millis> delay) {
  return std::clamp(move_time / 5, Millis{}, overhead) + delay_reserve(move_time, delay);
}

/// The depth to which a forced move is searched, for the value and the line that we show.
constexpr int kForcedDepth = 6;
/// A value that falls by this much is a reason to look for something better.
constexpr Value kDrop = to_value({2});
/// Iterations after which a best move is not likely to change any more.
constexpr int kStable = 6;

constexpr double kTroubled = 2, kCertain = 0.65;

}  // namespace

void DelayMeter::observe(Millis longest) {
  longest = std::clamp(longest, Millis{}, kMost);
  if (!expected_ || longest >= *expected_) {
    expected_ = longest;
  } else {
    *expected_ -= (*expected_ - longest + Millis(7)) / 8;
  }
}

TimeManager::TimeManager(const SearchLimits& limits, int empties, Millis overhead,
                         std::optional<Millis> delay)
    : clock_(limits.clock),
      move_time_(limits.move_time),
      empties_(empties),
      overhead_(overhead),
      delay_(delay),
      budget_(planned_budget()),
      planned_(budget_.soft),
      timed_(limits.clock || limits.move_time),
      saves_(limits.clock && !is_renewed(*limits.clock)) {}

TimeBudget TimeManager::planned_budget() const {
  TimeBudget budget;
  if (clock_) budget = clock_budget(*clock_, empties_, overhead_, delay_);
  if (move_time_) {
    const Millis time = std::max(kLeast, *move_time_ - reserve(*move_time_, overhead_, delay_));
    budget.soft = std::min(budget.soft, time);
    budget.hard = std::min(budget.hard, time);
  }
  return budget;
}

void TimeManager::expect_delay(Millis delay) {
  if (!timed_ || (delay_ && delay <= *delay_)) return;
  delay_ = std::min(delay, DelayMeter::kMost);
  const TimeBudget fresh = planned_budget();
  budget_.hard = std::min(budget_.hard, fresh.hard);
  budget_.soft = std::min(budget_.soft, budget_.hard);
  planned_ = std::min(planned_, fresh.soft);
}

bool TimeManager::should_continue(const IterationStats& done) {
  if (!timed_) return true;
  if (done.exact) return false;
  if (done.only_move && done.depth >= kForcedDepth) return false;
  if (saves_) {
    judge(done);
    // The next iteration takes at least twice as long as this one: what cannot end is not begun.
    const Millis took = done.elapsed - elapsed_;
    elapsed_ = done.elapsed;
    if (done.elapsed + took * 2 > budget_.hard) return false;
  }
  return done.elapsed < budget_.soft;
}

/// Moves soft by what the iteration has shown.
void TimeManager::judge(const IterationStats& done) {
  // Values swing with the side that has the last word: only less than both before is a drop.
  const bool dropped = done.value.units + kDrop.units <= std::min(last_, before_last_).units;
  const bool troubled = done.best_move_changed || dropped;
  before_last_ = last_;
  last_ = done.value;
  stable_ = troubled ? 0 : stable_ + 1;
  const double factor = troubled ? kTroubled : stable_ >= kStable ? kCertain : 1;
  budget_.soft = std::clamp(part(planned_, factor), kLeast, budget_.hard);
}

}  // namespace sumi
