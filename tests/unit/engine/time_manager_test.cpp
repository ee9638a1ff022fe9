// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/time_manager.h"
#include "tests/support/referee.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <optional>

using namespace sumi;
using sumi::test::Referee;

namespace {

constexpr Millis s(long seconds) { return std::chrono::seconds(seconds); }

/// Every move takes its whole hard budget and the delay.
bool survives(Referee& referee, int empties, Millis overhead) {
  for (; empties > 0; empties -= 2) {
    const TimeBudget budget = TimeManager({.clock = referee.clock()}, empties, overhead).budget();
    if (budget.soft < Millis(1) || budget.hard < budget.soft) return false;
    if (!referee.take(budget.hard + overhead)) return false;
  }
  return true;
}

bool survives_all(const Referee& referee, Millis overhead) {
  for (const int empties : {60, 59, 32, 31, 12, 7, 2, 1}) {
    CAPTURE(empties, overhead.count());
    Referee game = referee;
    if (!survives(game, empties, overhead)) return false;
  }
  return true;
}

/// Each iteration takes 1.7 to 3.3 times as long as the previous one, and the best move sometimes
/// changes. Solving 20 empties takes 0.5 s, twice as much for each further empty.
class Model {
 public:
  explicit Model(std::uint64_t seed) : random_(seed) {}

  Millis think(TimeManager time, int empties) {
    const double solution = 500 * std::pow(2.0, empties - 20) * (0.5 + fraction());
    const double hard = static_cast<double>(time.budget().hard.count());
    double elapsed = 0.02, took = 0.02;
    for (int depth = 1;; ++depth) {
      const Millis now(static_cast<long>(elapsed));
      if (!time.should_continue({now, depth, Value{}, fraction() < 0.15, empties == 1})) return now;
      took *= 1.7 + 1.6 * fraction();
      const bool solving = depth >= empties - 10;
      elapsed += solving ? solution : took;
      if (elapsed >= hard || solving) return Millis(static_cast<long>(std::min(elapsed, hard)));
    }
  }

 private:
  double fraction() { return random_.below(1000) / 1000.0; }

  SplitMix64 random_;
};

double part_used(Millis main, Millis overhead,
                 const std::function<Millis(TimeManager, int)>& think) {
  Referee referee(main, Millis{});
  for (int empties = 60; empties > 0; empties -= 2) {
    const Millis used = think({{.clock = referee.clock()}, empties, overhead}, empties);
    REQUIRE(referee.take(used + overhead));
  }
  return 1 - static_cast<double>(referee.left().count()) / static_cast<double>(main.count());
}

Clock game(long milliseconds) { return Clock{Millis(milliseconds)}; }

IterationStats iteration(int depth, long elapsed, int value = 0) {
  return {Millis(elapsed), depth, Value{value}};
}

}  // namespace

TEST_CASE("no game clock runs out, even if every move takes its hard limit", "[time]") {
  for (const long main :
       {500, 1000, 1001, 2000, 5000, 30'000, 60'000, 300'000, 600'000, 3'600'000}) {
    for (const long increment : {0, 1, 20, 100, 1000, 10'000}) {
      for (const long overhead : {0, 1, 5, 10, 14, 20, 29, 100}) {
        // The delays alone would exceed this clock.
        if ((overhead + 1) * 32 > main) continue;
        CAPTURE(main, increment);
        CHECK(survives_all({Millis(main), Millis(increment)}, Millis(overhead)));
      }
    }
  }
}

TEST_CASE("no Canadian period is exceeded", "[time]") {
  for (const long main : {0, 1, 500, 10'000, 300'000, 3'600'000}) {
    for (const int stones : {1, 2, 5, 10, 40}) {
      for (const long period : {1000, 5000, 15'000, 300'000}) {
        for (const long overhead : {0, 5, 20, 100}) {
          if ((overhead + 1) * std::min(stones, 32) > period) continue;
          CAPTURE(main, stones, period);
          CHECK(survives_all({Millis(main), Millis(period), stones, 1}, Millis(overhead)));
        }
      }
    }
  }
}

TEST_CASE("no byo-yomi period is used up", "[time]") {
  for (const long main : {0, 1, 500, 999, 10'000, 60'000, 3'600'000}) {
    for (const int periods : {1, 2, 5}) {
      for (const int period : {1, 3, 10, 30}) {
        for (const long overhead : {0, 20, 100, 900}) {
          CAPTURE(main, periods, period, overhead);
          const Referee start(Millis(main), s(period), 1, periods);
          CHECK(survives_all(start, Millis(overhead)));
          Referee whole = start;
          CHECK(survives(whole, 60, Millis(overhead)));
          CHECK(whole.periods_behind() >= periods - 1);
        }
      }
    }
  }
}

TEST_CASE("a spare period saves the game if a delay exceeds the overhead", "[time]") {
  Referee referee({}, s(1), 1, 3);
  for (const long delay : {20, 20, 2000, 20, 20}) {
    const Millis hard = TimeManager({.clock = referee.clock()}, 30, Millis(20)).budget().hard;
    CHECK(hard == Millis(979));
    CHECK(referee.take(hard + Millis(delay)));
  }
  CHECK(referee.periods_behind() == 0);
}

TEST_CASE("passes of the opponent never make the clock run out", "[time]") {
  // The opponent passes two or three times in a row.
  for (const long main : {700, 1000, 5000, 60'000}) {
    for (int from = 60; from > 0; --from) {
      Referee referee{Millis(main), {}};
      bool lost = false;
      int passes = from % 2 == 0 ? 3 : 2;
      for (int empties = 60; empties > 0;) {
        const SearchLimits limits{.clock = referee.clock()};
        const Millis hard = TimeManager(limits, empties, Millis(20)).budget().hard;
        lost = lost || !referee.take(hard + Millis(20));
        const bool pass = empties <= from && passes > 0;
        if (pass) --passes;
        empties -= pass ? 1 : 2;
      }
      CAPTURE(main, from);
      CHECK_FALSE(lost);
    }
  }
}

TEST_CASE("a simulated game uses 70 to 99% of its clock", "[time]") {
  for (const long main : {60, 300, 900}) {
    double least = 1, most = 0, sum = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      Model model(seed);
      const double part = part_used(s(main), Millis(20), [&](const TimeManager& time, int empties) {
        return model.think(time, empties);
      });
      least = std::min(least, part), most = std::max(most, part), sum += part;
    }
    CAPTURE(main, least, sum / 100, most);
    CHECK(least > 0.7);
    CHECK(sum / 100 > 0.8);
    CHECK(sum / 100 < 0.98);
    CHECK(most < 0.99);
    const double soft = part_used(s(main), Millis(20), [](const TimeManager& time, int empties) {
      return empties > 20 ? time.budget().soft : Millis(1);
    });
    CAPTURE(soft);
    CHECK(soft > 0.6);
    CHECK(soft < 0.95);
  }
}

TEST_CASE("most time is spent in the midgame", "[time]") {
  Referee referee(s(300), {});
  Millis opening{}, middle{}, end{};
  for (int empties = 60; empties > 0; empties -= 2) {
    const Millis share = TimeManager({.clock = referee.clock()}, empties, Millis(20)).budget().soft;
    (empties > 44 ? opening : empties >= 20 ? middle : end) += share;
    referee.take(share);
  }
  CHECK(opening < s(45));
  CHECK(middle > s(150));
  CHECK(middle > 4 * opening);
  // At 24 empties, even late in a 5-minute game, a solution of 10 s fits.
  CHECK(TimeManager({.clock = game(60'000)}, 24, Millis(20)).budget().hard > s(20));
}

TEST_CASE("games of 1 s leave at least 2 ms per move to search", "[time]") {
  Referee referee(s(1), {});
  for (int empties = 60; empties > 20; empties -= 2) {
    const TimeBudget budget = TimeManager({.clock = referee.clock()}, empties, Millis(20)).budget();
    CAPTURE(empties);
    CHECK(budget.soft >= Millis(2));
    CHECK(budget.hard >= Millis(8));
    referee.take(budget.soft * 3 / 2 + Millis(20));
  }
}

TEST_CASE("an increment is spent after it arrives, not before", "[time]") {
  const TimeBudget rich = TimeManager({.clock = Clock{s(60), s(10)}}, 30, Millis(20)).budget();
  CHECK(rich.soft + rich.soft / 2 > s(10));
  const TimeBudget poor = TimeManager({.clock = Clock{s(1), s(10)}}, 30, Millis(20)).budget();
  CHECK(poor.hard < Millis(500));
}

TEST_CASE("time that is renewed is used up", "[time]") {
  const TimeBudget canadian = TimeManager({.clock = Clock{s(15), {}, 1}}, 60, Millis(100)).budget();
  CHECK(canadian.hard == Millis(14'899));
  CHECK(canadian.soft == canadian.hard);
  const TimeBudget two = TimeManager({.clock = Clock{s(10), {}, 2}}, 60, Millis(20)).budget();
  CHECK(two.soft > s(3));
  // Later periods do not count.
  const Clock five{s(10), {}, 5, s(30), 2};
  CHECK(TimeManager({.clock = five}, 60, Millis(20)).budget().hard < s(5));
  // A move in main time gets at least as much as in byo-yomi.
  const TimeBudget main =
      TimeManager({.clock = Clock{s(60), {}, 0, s(10), 3}}, 60, Millis(100)).budget();
  CHECK(main.soft > s(6));
  CHECK(main.hard > s(20));
}

TEST_CASE("a time per move is used up to the overhead", "[time]") {
  const TimeBudget budget = TimeManager({.move_time = Millis(250)}, 30, Millis(20)).budget();
  CHECK(budget.hard == Millis(230));
  CHECK(budget.soft == Millis(230));
  CHECK(TimeManager({.move_time = Millis(250)}, 30, Millis(100)).budget().hard == Millis(200));
  CHECK(TimeManager({}, 30, Millis(100)).budget().hard == Millis::max());
  CHECK(TimeManager({.move_time = Millis(-5)}, 30, Millis(0)).budget().hard == Millis(1));
  const SearchLimits both{.move_time = Millis(50), .clock = game(600'000)};
  CHECK(TimeManager(both, 30, Millis(100)).budget().hard == Millis(40));
}

TEST_CASE("an expired clock leaves one millisecond", "[time]") {
  for (const long left : {-100, 0, 1, 50}) {
    for (const Clock& clock :
         {game(left), Clock{Millis(left), {}, 1}, Clock{Millis(left), {}, 5}}) {
      const TimeBudget budget = TimeManager({.clock = clock}, 30, Millis(100)).budget();
      CHECK(budget.hard == Millis(1));
      CHECK(budget.soft == Millis(1));
    }
  }
}

TEST_CASE("without a time limit the search always continues", "[time]") {
  TimeManager time({.depth = 20}, 30, Millis(20));
  CHECK(time.should_continue({s(100'000), 30, Value{}, false, true, false}));
  CHECK(time.budget().soft == Millis::max());
}

TEST_CASE("a solved position or a forced move ends the search early", "[time]") {
  for (const SearchLimits& limits :
       {SearchLimits{.move_time = s(5)}, SearchLimits{.clock = game(300'000)}}) {
    TimeManager solved(limits, 30, Millis(20));
    CHECK_FALSE(solved.should_continue({Millis(1), 30, Value{}, false, false, true}));
    TimeManager forced(limits, 30, Millis(20));
    CHECK(forced.should_continue({Millis(0), 1, Value{}, false, true, false}));
    CHECK_FALSE(forced.should_continue({Millis(0), 6, Value{}, false, true, false}));
  }
}

TEST_CASE("a stable move is played early on a game clock, but not with a time per move", "[time]") {
  TimeManager clock({.clock = game(300'000)}, 40, Millis(20));
  const Millis planned = clock.budget().soft;
  for (int depth = 1; depth <= 5; ++depth) CHECK(clock.should_continue(iteration(depth, depth)));
  CHECK(clock.budget().soft == planned);
  CHECK(clock.should_continue(iteration(6, 6)));
  CHECK(clock.budget().soft < planned * 2 / 3);
  CHECK_FALSE(clock.should_continue(iteration(7, planned.count() * 2 / 3)));

  TimeManager move({.move_time = s(5)}, 40, Millis(20));
  for (int depth = 1; depth <= 12; ++depth) CHECK(move.should_continue(iteration(depth, depth)));
  CHECK(move.should_continue(iteration(13, 4979)));
  CHECK_FALSE(move.should_continue(iteration(14, 4980)));
}

TEST_CASE("a changed move or a falling value extends the time below the hard limit", "[time]") {
  TimeManager time({.clock = game(300'000)}, 40, Millis(20));
  const TimeBudget planned = time.budget();
  const auto soft_after = [&](IterationStats done) {
    time.should_continue(done);
    return time.budget().soft;
  };
  IterationStats changed = iteration(1, 1, 1000);
  changed.best_move_changed = true;
  CHECK(soft_after(changed) > planned.soft);
  CHECK(soft_after(changed) < planned.hard);
  CHECK(soft_after(iteration(2, 2, 1300)) == planned.soft);
  CHECK(soft_after(iteration(3, 3, 1000)) == planned.soft);  // oscillates with depth parity
  CHECK(soft_after(iteration(4, 4, 1300)) == planned.soft);
  CHECK(soft_after(iteration(5, 5, 744)) > planned.soft);
  CHECK(soft_after(iteration(6, 6, 744)) == planned.soft);
  CHECK(time.budget().hard == planned.hard);
  // The search may now exceed the soft limit.
  changed.depth = 7;
  changed.elapsed = planned.soft + Millis(1);
  TimeManager longer({.clock = game(300'000)}, 40, Millis(20));
  longer.should_continue(iteration(6, planned.soft.count() * 2 / 3));
  CHECK(longer.should_continue(changed));
}

TEST_CASE("an iteration that cannot finish is not started", "[time]") {
  TimeManager time({.clock = game(300'000)}, 24, Millis(20));
  const TimeBudget budget = time.budget();
  REQUIRE(budget.hard < budget.soft * 3);
  CHECK(time.should_continue(iteration(8, 1)));
  CHECK_FALSE(time.should_continue(iteration(9, budget.hard.count() / 3 + 10)));
}

TEST_CASE("expected delays are reserved from a time per move", "[time]") {
  const auto hard = [](const SearchLimits& limits, std::optional<Millis> delay) {
    return TimeManager(limits, 30, Millis(20), delay).budget().hard;
  };
  const SearchLimits second{.move_time = s(1)}, tenth{.move_time = Millis(100)};
  CHECK(hard(second, std::nullopt) == Millis(950));
  CHECK(hard(second, Millis(0)) == Millis(980));
  CHECK(hard(second, Millis(40)) == Millis(900));
  CHECK(hard(second, s(1)) == Millis(480));
  CHECK(hard(tenth, std::nullopt) == Millis(77));
  CHECK(hard(tenth, Millis(15)) == Millis(50));
  CHECK(hard(tenth, Millis(60)) == Millis(30));
  CHECK(hard({.clock = Clock{s(1), {}, 1}}, Millis(40)) == Millis(899));
  CHECK(hard({.clock = Clock{{}, {}, 0, s(1), 3}}, Millis(40)) == Millis(899));
  CHECK(TimeManager({}, 30, Millis(20), Millis(40)).budget().hard == Millis::max());
}

TEST_CASE("no game clock runs out if the expected delay follows every move", "[time]") {
  for (const long main : {2000, 5000, 60'000, 600'000}) {
    for (const long delay : {1, 10, 40}) {
      Referee referee(Millis(main), Millis{});
      bool lost = false;
      for (int empties = 60; empties > 0; empties -= 2) {
        const TimeManager time({.clock = referee.clock()}, empties, Millis(20), Millis(delay));
        lost = lost || !referee.take(time.budget().hard + Millis(20 + delay));
      }
      CAPTURE(main, delay);
      CHECK_FALSE(lost);
    }
  }
}

TEST_CASE("observed delays reduce the limits and never raise them", "[time]") {
  TimeManager time({.move_time = s(1)}, 30, Millis(20), std::nullopt);
  time.expect_delay(Millis(5));
  CHECK(time.budget().hard == Millis(950));
  time.expect_delay(Millis(50));
  CHECK(time.budget().hard == Millis(880));
  CHECK(time.budget().soft == Millis(880));
  time.expect_delay(Millis(20));
  CHECK(time.budget().hard == Millis(880));
  TimeManager endless({}, 30, Millis(20));
  endless.expect_delay(s(1));
  CHECK(endless.budget().hard == Millis::max());
}

TEST_CASE("the expected delay grows at once and shrinks slowly", "[time]") {
  DelayMeter delays;
  CHECK_FALSE(delays.expected());
  delays.observe(Millis(3));
  CHECK(delays.expected() == Millis(3));
  delays.observe(Millis(80));
  CHECK(delays.expected() == Millis(80));
  delays.observe(Millis(0));
  CHECK(delays.expected() == Millis(70));
  for (int i = 0; i < 40; ++i) delays.observe(Millis(2));
  CHECK(delays.expected() == Millis(2));
  delays.observe(s(60));  // stopped by a debugger
  CHECK(delays.expected() == DelayMeter::kMax);
}
