// SPDX-License-Identifier: MIT
/// Every way GTP describes time, with and without a controller that sends time_left.
#include "engine/base/random.h"
#include "engine/time_manager.h"
#include "protocol/gtp/gtp_clock.h"

#include <catch2/catch.hpp>

#include <functional>

using namespace sumi;
using sumi::protocol::GtpClock;

namespace {

constexpr Millis s(int seconds) { return std::chrono::seconds(seconds); }

void check(const std::optional<Clock>& clock, Millis remaining, Millis increment, int moves) {
  REQUIRE(clock.has_value());
  CHECK(clock->remaining == remaining);
  CHECK(clock->increment == increment);
  CHECK(clock->moves_to_go == moves);
}

}  // namespace

TEST_CASE("clock: none at first, and none when unlimited", "[gtp][clock]") {
  GtpClock clock;
  CHECK_FALSE(clock.clock(Color::kBlack).has_value());
  clock.spend(Color::kBlack, s(5));
  CHECK_FALSE(clock.clock(Color::kBlack).has_value());
  clock.set_fischer(s(60), {});
  clock.set_unlimited();
  CHECK_FALSE(clock.clock(Color::kBlack).has_value());
}

TEST_CASE("clock: absolute time is counted for each color", "[gtp][clock]") {
  GtpClock clock;
  clock.set_fischer(s(60), {});
  clock.spend(Color::kBlack, s(20));
  check(clock.clock(Color::kBlack), s(40), {}, 0);
  check(clock.clock(Color::kWhite), s(60), {}, 0);
  clock.spend(Color::kBlack, s(50));  // overstepped: there is nothing less than nothing
  check(clock.clock(Color::kBlack), s(0), {}, 0);
  clock.restart();
  check(clock.clock(Color::kBlack), s(60), {}, 0);
}

TEST_CASE("clock: the increment comes after the move", "[gtp][clock]") {
  GtpClock clock;
  clock.set_fischer(s(60), s(2));
  check(clock.clock(Color::kWhite), s(60), s(2), 0);
  clock.spend(Color::kWhite, s(10));
  check(clock.clock(Color::kWhite), s(52), s(2), 0);
}

TEST_CASE("clock: Canadian periods", "[gtp][clock]") {
  GtpClock clock;
  clock.set_canadian(s(0), s(15), 3);
  check(clock.clock(Color::kBlack), s(15), {}, 3);
  clock.spend(Color::kBlack, s(2));
  check(clock.clock(Color::kBlack), s(13), {}, 2);
  CHECK(clock.clock(Color::kBlack)->periods == 0);
  clock.spend(Color::kBlack, s(3));
  check(clock.clock(Color::kBlack), s(10), {}, 1);
  clock.spend(Color::kBlack, s(9));
  check(clock.clock(Color::kBlack), s(15), {}, 3);
}

TEST_CASE("clock: behind the main time a Canadian period is parts for moves", "[gtp][clock]") {
  GtpClock clock;
  clock.set_canadian(s(30), s(15), 3);
  check(clock.clock(Color::kBlack), s(30), {}, 0);
  CHECK(clock.clock(Color::kBlack)->period == s(5));
  CHECK(clock.clock(Color::kBlack)->periods == 1);
  clock.spend(Color::kBlack, s(20));
  check(clock.clock(Color::kBlack), s(10), {}, 0);
  // Which move is the first of the period only time_left can tell.
  for (const int used : {13, 5, 1, 2, 5}) {
    clock.spend(Color::kBlack, s(used));
    check(clock.clock(Color::kBlack), s(5), {}, 1);
    CHECK(clock.clock(Color::kBlack)->periods == 0);
  }
  clock.set_left(Color::kBlack, s(3), 1);
  check(clock.clock(Color::kBlack), s(2), {}, 1);
  clock.spend(Color::kBlack, s(2));
  check(clock.clock(Color::kBlack), s(15), {}, 3);
}

TEST_CASE("clock: fixed time a move, as Quarry sets it", "[gtp][clock]") {
  GtpClock clock;
  clock.set_canadian(s(0), s(15), 1);
  check(clock.clock(Color::kBlack), s(15), {}, 1);
  clock.spend(Color::kBlack, s(14));
  check(clock.clock(Color::kBlack), s(15), {}, 1);
}

TEST_CASE("clock: time_left is believed, and counted on from", "[gtp][clock]") {
  GtpClock clock;
  clock.set_fischer(s(60), s(1));
  clock.set_left(Color::kBlack, s(33), 0);
  check(clock.clock(Color::kBlack), s(33), s(1), 0);
  check(clock.clock(Color::kWhite), s(60), s(1), 0);
  clock.spend(Color::kBlack, s(3));
  check(clock.clock(Color::kBlack), s(31), s(1), 0);
}

TEST_CASE("clock: time_left is whole seconds, our count is finer", "[gtp][clock]") {
  GtpClock clock;
  const auto left_after_telling = [&](int told) {
    clock.set_left(Color::kBlack, s(told), 0);
    return clock.clock(Color::kBlack)->remaining;
  };
  clock.set_fischer(s(60), {});
  CHECK(left_after_telling(60) == s(60));
  clock.spend(Color::kBlack, Millis(1300));
  CHECK(left_after_telling(59) == Millis(58'700));  // rounded up
  CHECK(left_after_telling(58) == s(58));           // or down, or late
  CHECK(left_after_telling(59) == s(58));
  CHECK(left_after_telling(70) == s(69));  // someone gave us time; who knows how it was rounded
  CHECK(left_after_telling(0) == s(0));
}

TEST_CASE("clock: what is told of a period that we do not know of is rounded up", "[gtp][clock]") {
  GtpClock clock;
  clock.set_canadian(s(30), s(15), 3);
  clock.set_left(Color::kBlack, s(15), 2);
  check(clock.clock(Color::kBlack), s(14), {}, 2);
  clock.spend(Color::kBlack, Millis(3500));
  clock.set_left(Color::kBlack, s(11), 1);
  check(clock.clock(Color::kBlack), Millis(10'500), {}, 1);
  clock.set_left(Color::kBlack, s(0), 2);
  check(clock.clock(Color::kBlack), s(0), {}, 2);
}

TEST_CASE("clock: time_left without time_settings", "[gtp][clock]") {
  GtpClock clock;
  clock.set_left(Color::kWhite, s(20), 0);
  check(clock.clock(Color::kWhite), s(20), {}, 0);
  CHECK_FALSE(clock.clock(Color::kBlack).has_value());
  clock.set_left(Color::kBlack, s(15), 1);
  check(clock.clock(Color::kBlack), s(15), {}, 1);
  clock.spend(Color::kBlack, s(1));
  CHECK_FALSE(clock.clock(Color::kBlack).has_value());  // nobody said how long the next period is
}

TEST_CASE("clock: KGS counts periods, each for one move", "[gtp][clock]") {
  GtpClock clock;
  const auto periods = [&] { return clock.clock(Color::kBlack)->periods; };
  clock.set_byoyomi(s(8), s(10), 5);
  check(clock.clock(Color::kBlack), s(8), {}, 0);
  CHECK(clock.clock(Color::kBlack)->period == s(10));
  CHECK(periods() == 5);
  clock.spend(Color::kBlack, s(3));
  check(clock.clock(Color::kBlack), s(5), {}, 0);
  clock.spend(Color::kBlack, s(14));  // ends in the first period
  check(clock.clock(Color::kBlack), s(10), {}, 1);
  CHECK(periods() == 4);
  clock.spend(Color::kBlack, s(10));
  CHECK(periods() == 4);
  clock.spend(Color::kBlack, s(25));
  check(clock.clock(Color::kBlack), s(10), {}, 1);
  CHECK(periods() == 2);
  clock.spend(Color::kBlack, s(95));
  check(clock.clock(Color::kBlack), s(10), {}, 1);  // lost, but what can we do
  CHECK(periods() == 0);
  clock.set_left(Color::kBlack, s(10), 3);
  check(clock.clock(Color::kBlack), s(9), {}, 1);
  CHECK(periods() == 2);
  CHECK(clock.clock(Color::kBlack)->period == s(10));
}

TEST_CASE("clock: byo-yomi without main time", "[gtp][clock]") {
  GtpClock clock;
  clock.set_byoyomi(s(0), s(10), 1);
  check(clock.clock(Color::kBlack), s(10), {}, 1);
  CHECK(clock.clock(Color::kBlack)->periods == 0);
}

namespace {

/// The controller's clock: main time with an increment, or with periods for so many moves each.
struct Controller {
  Millis left, increment, period;
  int stones, behind;  ///< Moves of a period; periods not begun.
  int moves = 0;       ///< Of this period to come; 0: main time.

  /// False if the game is lost.
  bool take(Millis used) {
    left -= used;
    for (; left <= Millis{}; --behind, left += period, moves = stones) {
      if (behind == 0) return false;
    }
    if (moves == 0) {
      left += increment;
    } else if (--moves == 0) {
      left = period, moves = stones;
    }
    return true;
  }
};

using Rounding = std::function<std::optional<Millis>(Millis)>;  ///< Nothing: never sent.

constexpr auto kNever = [](Millis) { return std::optional<Millis>(); };
constexpr auto kDown = [](Millis t) {
  return std::optional<Millis>(s(static_cast<int>(t / s(1))));
};
constexpr auto kNearest = [](Millis t) { return kDown(t + Millis(500)); };
constexpr auto kUp = [](Millis t) { return kDown(t + Millis(999)); };

/// Every move takes its whole hard budget and the delay, or with a seed anything up to both.
bool survives(GtpClock clock, Controller controller, const Rounding& rounding, Millis delay,
              std::uint64_t seed = 0) {
  SplitMix64 random(seed);
  const auto some = [&](Millis most) {
    return seed == 0 ? most : Millis(random.below(static_cast<int>(most.count()) + 1));
  };
  const bool japanese = controller.behind > 0 && controller.stones == 1;
  if (controller.left == Millis{}) {
    controller.left = controller.period;
    controller.moves = controller.stones;
    --controller.behind;
  }
  for (int empties = 60; empties > 0; empties -= 2) {
    if (const auto told = rounding(controller.left)) {
      const bool periods = japanese && controller.moves > 0;
      clock.set_left(Color::kBlack, *told, periods ? controller.behind + 1 : controller.moves);
    }
    const SearchLimits limits{.clock = clock.clock(Color::kBlack)};
    const Millis used = some(TimeManager(limits, empties, Millis(20)).budget().hard);
    clock.spend(Color::kBlack, used + Millis(20));
    if (!controller.take(used + some(delay))) return false;
  }
  return true;
}

void check_survival(const GtpClock& clock, const Controller& controller) {
  const Rounding roundings[] = {kNever, kDown, kNearest, kUp};
  for (const Rounding& rounding : roundings) {
    for (const long delay : {0, 1, 10, 20}) {
      CAPTURE(&rounding - roundings, delay);
      CHECK(survives(clock, controller, rounding, Millis(delay)));
    }
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      CAPTURE(&rounding - roundings, seed);
      CHECK(survives(clock, controller, rounding, Millis(20), seed));
    }
  }
}

}  // namespace

TEST_CASE("clock: no game is lost on time, however time_left is rounded", "[gtp][clock][time]") {
  for (const int main : {1, 2, 3, 5, 10, 60, 300, 3600}) {
    for (const int increment : {0, 1, 2, 10}) {
      CAPTURE(main, increment);
      GtpClock clock;
      clock.set_fischer(s(main), s(increment));
      check_survival(clock, {s(main), s(increment), {}, 0, 0});
    }
  }
  for (const int main : {0, 1, 2, 3, 10, 60, 600}) {
    for (const int period : {1, 2, 3, 10, 15, 30}) {
      for (const int stones : {1, 2, 5, 10, 40}) {
        CAPTURE(main, period, stones);
        GtpClock clock;
        clock.set_canadian(s(main), s(period), stones);
        check_survival(clock, {s(main), {}, s(period), stones, 1});
      }
      for (const int periods : {1, 2, 5}) {
        CAPTURE(main, period, periods);
        GtpClock clock;
        clock.set_byoyomi(s(main), s(period), periods);
        check_survival(clock, {s(main), {}, s(period), 1, periods});
      }
    }
  }
}
