// SPDX-License-Identifier: MIT
#include "engine/time_manager.h"

#include <algorithm>

namespace sumi {
namespace {

/// For all limits; also covers rounding.
constexpr Millis kMinLimit{1};

/// Relative worth of time for a move, by empties.
struct Stage {
  int least_empties;
  int weight;
};

/// Opening moves are known, or many are equally good. Games are decided in the midgame. Each empty
/// about doubles the time to solve, so an endgame not solved on this move takes a quarter of the
/// time on our next move. From 24 empties each move therefore gets about half of the remaining
/// time.
constexpr Stage kStages[] = {{53, 7},  {45, 18}, {37, 32}, {25, 45},
                             {21, 40}, {17, 8},  {13, 2},  {9, 1}};
constexpr int kLastWeight = 1;

constexpr int weight(int empties) {
  for (const Stage& stage : kStages) {
    if (empties >= stage.least_empties) return stage.weight;
  }
  return kLastWeight;
}

/// Sum of the weights of our next `moves` moves, two empties apart.
constexpr int weight_of_next(int moves, int empties) {
  int sum = 0;
  for (int i = 0; i < moves; ++i) sum += weight(std::max(0, empties - 2 * i));
  return sum;
}

/// Upper bound of our remaining moves: half of the empties, and two for passes, which also cost
/// overhead. Time left over pays for further passes.
constexpr int moves_left(int empties) { return empties / 2 + 2; }

/// An iteration takes 2 to 3 times as long as the previous one. So the last iteration ends at 1 to
/// 3 times the soft limit, 1.6 times on average. A factor of 0.65 would use up the share; the
/// higher factor uses time saved on stable moves (kStableFactor) and after solving.
constexpr double kSoftPart = 0.85;
/// Maximum shares per move: finishes an iteration begun just before an extended soft limit.
constexpr int kHardShares = 3;

struct Plan {
  Millis share;  ///< Average.
  Millis most;   ///< Maximum.
};

/// True if unused time does not carry over.
bool is_renewed(const Clock& clock) { return clock.moves_to_go == 1; }

/// The part of a single move's time to reserve for delays.
Millis delay_reserve(Millis time, std::optional<Millis> delay) {
  const Millis wanted = delay ? *delay * 2 : time * 3 / 100;
  return std::clamp(wanted, Millis{}, std::max(Millis{}, time / 2));
}

Plan plan(const Clock& clock, int empties, Millis overhead, std::optional<Millis> delay) {
  if (is_renewed(clock)) {
    const Millis all =
        clock.remaining - overhead - kMinLimit - delay_reserve(clock.remaining, delay);
    return {all, all};
  }
  const Millis cost = overhead + kMinLimit + delay.value_or(Millis{});

  // In byo-yomi every move has at least one period, or its share of the main time if larger.
  // Further periods are a reserve.
  const bool periods = clock.periods > 0 && clock.moves_to_go == 0;
  const Millis ensured =
      periods ? clock.period - overhead - kMinLimit - delay_reserve(clock.period, delay) : Millis{};

  int moves = moves_left(empties);
  if (clock.moves_to_go > 0) moves = std::min(moves, clock.moves_to_go);
  const Millis usable = clock.remaining - cost * (ensured > Millis{} ? 1 : moves);
  const Millis share = usable * weight(empties) / weight_of_next(moves, empties);
  // Spend increments, but do not raise `most`, because they arrive after the move.
  return {std::max(share + clock.increment * 3 / 4, ensured), std::max(usable * 2 / 5, ensured)};
}

Millis part(Millis time, double factor) {
  return Millis(static_cast<Millis::rep>(static_cast<double>(time.count()) * factor));
}

TimeBudget clock_budget(const Clock& clock, int empties, Millis overhead,
                        std::optional<Millis> delay) {
  auto [share, most] = plan(clock, empties, overhead, delay);
  most = std::max(most, kMinLimit);
  if (is_renewed(clock)) return {most, most};
  return {std::clamp(part(share, kSoftPart), kMinLimit, most),
          std::clamp(share * kHardShares, kMinLimit, most)};
}

/// Out of a move time: overhead (at most a fifth) and delays.
Millis reserve(Millis move_time, Millis overhead, std::optional<Millis> delay) {
  return std::clamp(move_time / 5, Millis{}, overhead) + delay_reserve(move_time, delay);
}

/// To show a value and a line.
constexpr int kForcedDepth = 6;
/// A fall in value that justifies more time.
constexpr Value kDrop = to_value({2});
/// After this many iterations the best move is unlikely to change.
constexpr int kStable = 6;

constexpr double kUnstableFactor = 2, kStableFactor = 0.65;

}  // namespace

void DelayMeter::observe(Millis longest) {
  longest = std::clamp(longest, Millis{}, kMax);
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
      carries_over_(limits.clock && !is_renewed(*limits.clock)) {}

TimeBudget TimeManager::planned_budget() const {
  TimeBudget budget;
  if (clock_) budget = clock_budget(*clock_, empties_, overhead_, delay_);
  if (move_time_) {
    const Millis time = std::max(kMinLimit, *move_time_ - reserve(*move_time_, overhead_, delay_));
    budget.soft = std::min(budget.soft, time);
    budget.hard = std::min(budget.hard, time);
  }
  return budget;
}

void TimeManager::expect_delay(Millis delay) {
  if (!timed_ || (delay_ && delay <= *delay_)) return;
  delay_ = std::min(delay, DelayMeter::kMax);
  const TimeBudget fresh = planned_budget();
  budget_.hard = std::min(budget_.hard, fresh.hard);
  budget_.soft = std::min(budget_.soft, budget_.hard);
  planned_ = std::min(planned_, fresh.soft);
}

bool TimeManager::should_continue(const IterationStats& done) {
  if (!timed_) return true;
  if (done.exact) return false;
  if (done.only_move && done.depth >= kForcedDepth) return false;
  if (carries_over_) {
    adjust_soft_limit(done);
    // The next iteration takes at least twice as long; do not start it if it cannot finish.
    const Millis took = done.elapsed - elapsed_;
    elapsed_ = done.elapsed;
    if (done.elapsed + took * 2 > budget_.hard) return false;
  }
  return done.elapsed < budget_.soft;
}

void TimeManager::adjust_soft_limit(const IterationStats& done) {
  // Values alternate with the parity of the depth, so a drop must be below the last two.
  const bool dropped = done.value.units + kDrop.units <= std::min(last_, before_last_).units;
  const bool troubled = done.best_move_changed || dropped;
  before_last_ = last_;
  last_ = done.value;
  stable_ = troubled ? 0 : stable_ + 1;
  const double factor = troubled ? kUnstableFactor : stable_ >= kStable ? kStableFactor : 1;
  budget_.soft = std::clamp(part(planned_, factor), kMinLimit, budget_.hard);
}

}  // namespace sumi
