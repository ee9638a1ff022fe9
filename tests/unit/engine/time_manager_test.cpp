// SPDX-License-Identifier: MIT
/// Whole games of budgets, played in microseconds.
#include "engine/time_manager.h"

#include <catch2/catch.hpp>

using namespace sumi;

namespace {

/// The clock after a game in which every move takes its whole hard budget and the delay; the least
/// it ever showed.
Millis least_left(Clock clock, Millis overhead, int moves_to_go = 0) {
  const Millis period = clock.remaining;
  Millis least = clock.remaining;
  clock.moves_to_go = moves_to_go;
  for (int empties = 60; empties > 0; empties -= 2) {
    const TimeBudget budget = time_budget({.clock = clock}, empties, overhead);
    REQUIRE(budget.soft >= Millis(1));
    REQUIRE(budget.hard >= budget.soft);
    clock.remaining -= budget.hard + overhead;
    least = std::min(least, clock.remaining);
    clock.remaining += clock.increment;
    if (moves_to_go > 0 && --clock.moves_to_go == 0) {
      clock.remaining = period;
      clock.moves_to_go = moves_to_go;
    }
  }
  return least;
}

}  // namespace

TEST_CASE("no clock runs out, however slow every move is", "[time]") {
  for (const long seconds : {5, 30, 60, 300, 600, 3600}) {
    for (const long increment : {0, 1, 10}) {
      CAPTURE(seconds, increment);
      CHECK(least_left({Millis(seconds * 1000), Millis(increment * 1000)}, Millis(20)) > Millis(0));
    }
  }
  CHECK(least_left({Millis(1000), Millis(0)}, Millis(10)) > Millis(0));
  for (const int moves : {1, 2, 5, 10, 40}) {
    CAPTURE(moves);
    CHECK(least_left({Millis(15'000), Millis(0)}, Millis(100), moves) > Millis(0));
  }
}

TEST_CASE("the clock is used, not hoarded", "[time]") {
  const TimeBudget opening = time_budget({.clock = Clock{Millis(300'000)}}, 60, Millis(100));
  CHECK(opening.soft > Millis(4'000));
  CHECK(opening.hard < Millis(60'000));
  const TimeBudget last =
      time_budget({.clock = Clock{Millis(15'000), Millis(0), 1}}, 40, Millis(100));
  CHECK(last.hard == Millis(14'899));
}

TEST_CASE("time for a move is obeyed to the millisecond; none is no bound", "[time]") {
  const TimeBudget budget = time_budget({.move_time = Millis(250)}, 30, Millis(100));
  CHECK(budget.hard == Millis(250));
  CHECK(time_budget({}, 30, Millis(100)).hard == Millis::max());
  CHECK(time_budget({.move_time = Millis(-5)}, 30, Millis(0)).hard == Millis(1));
  const SearchLimits both{.move_time = Millis(50), .clock = Clock{Millis(600'000)}};
  CHECK(time_budget(both, 30, Millis(100)).hard == Millis(50));
}

TEST_CASE("a clock at its end still leaves a millisecond", "[time]") {
  for (const long left : {-100, 0, 1, 50}) {
    const TimeBudget budget = time_budget({.clock = Clock{Millis(left)}}, 30, Millis(100));
    CHECK(budget.hard == Millis(1));
    CHECK(budget.soft == Millis(1));
  }
}
