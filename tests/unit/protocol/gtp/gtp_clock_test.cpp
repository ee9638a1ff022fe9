// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/time_manager.h"
#include "protocol/gtp/gtp_clock.h"
#include "tests/support/referee.h"

#include <catch2/catch.hpp>

#include <functional>
#include <optional>
#include <utility>

using namespace sumi;
using sumi::protocol::GtpClock;
using sumi::test::Referee;

namespace {

constexpr Millis s(int seconds) { return std::chrono::seconds(seconds); }

void check(const std::optional<Clock>& clock, Millis remaining, Millis increment, int moves) {
  REQUIRE(clock.has_value());
  CHECK(clock->remaining == remaining);
  CHECK(clock->increment == increment);
  CHECK(clock->moves_to_go == moves);
}

}  // namespace

TEST_CASE("clock: there is no limit at first, or if time is unlimited", "[gtp][clock]") {
  GtpClock clock;
  CHECK_FALSE(clock.clock(Color::kBlack).has_value());
  clock.spend(Color::kBlack, s(5));
  CHECK_FALSE(clock.clock(Color::kBlack).has_value());
  clock.set_fischer(s(60), {});
  clock.set_unlimited();
  CHECK_FALSE(clock.clock(Color::kBlack).has_value());
}

TEST_CASE("clock: each colour has its own absolute time", "[gtp][clock]") {
  GtpClock clock;
  clock.set_fischer(s(60), {});
  clock.spend(Color::kBlack, s(20));
  check(clock.clock(Color::kBlack), s(40), {}, 0);
  check(clock.clock(Color::kWhite), s(60), {}, 0);
  clock.spend(Color::kBlack, s(50));  // overspent, so 0
  check(clock.clock(Color::kBlack), s(0), {}, 0);
  clock.restart();
  check(clock.clock(Color::kBlack), s(60), {}, 0);
}

TEST_CASE("clock: the increment is added after the move", "[gtp][clock]") {
  GtpClock clock;
  clock.set_fischer(s(60), s(2));
  check(clock.clock(Color::kWhite), s(60), s(2), 0);
  clock.spend(Color::kWhite, s(10));
  check(clock.clock(Color::kWhite), s(52), s(2), 0);
}

TEST_CASE("clock: a Canadian period has a number of moves", "[gtp][clock]") {
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

TEST_CASE("clock: after the main time, a Canadian period is divided among its moves",
          "[gtp][clock]") {
  GtpClock clock;
  clock.set_canadian(s(30), s(15), 3);
  check(clock.clock(Color::kBlack), s(30), {}, 0);
  CHECK(clock.clock(Color::kBlack)->period == s(5));
  CHECK(clock.clock(Color::kBlack)->periods == 1);
  clock.spend(Color::kBlack, s(20));
  check(clock.clock(Color::kBlack), s(10), {}, 0);
  // Only time_left shows where a period begins.
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

TEST_CASE("clock: a Canadian period of one move is Quarry's time per move", "[gtp][clock]") {
  GtpClock clock;
  clock.set_canadian(s(0), s(15), 1);
  check(clock.clock(Color::kBlack), s(15), {}, 1);
  clock.spend(Color::kBlack, s(14));
  check(clock.clock(Color::kBlack), s(15), {}, 1);
}

TEST_CASE("clock: time_left sets the clock", "[gtp][clock]") {
  GtpClock clock;
  clock.set_fischer(s(60), s(1));
  clock.set_left(Color::kBlack, s(33), 0);
  check(clock.clock(Color::kBlack), s(33), s(1), 0);
  check(clock.clock(Color::kWhite), s(60), s(1), 0);
  clock.spend(Color::kBlack, s(3));
  check(clock.clock(Color::kBlack), s(31), s(1), 0);
}

TEST_CASE("clock: time_left is in whole seconds, and our own count is more precise",
          "[gtp][clock]") {
  GtpClock clock;
  const auto left_after_telling = [&](int told) {
    clock.set_left(Color::kBlack, s(told), 0);
    return clock.clock(Color::kBlack)->remaining;
  };
  clock.set_fischer(s(60), {});
  CHECK(left_after_telling(60) == s(60));
  clock.spend(Color::kBlack, Millis(1300));
  CHECK(left_after_telling(59) == Millis(58'700));  // rounded up
  CHECK(left_after_telling(58) == s(58));           // rounded down or delayed
  CHECK(left_after_telling(59) == s(58));
  CHECK(left_after_telling(70) == s(69));  // time was added, with unknown rounding
  CHECK(left_after_telling(0) == s(0));
}

TEST_CASE("clock: the time of an unknown period counts as rounded up", "[gtp][clock]") {
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

TEST_CASE("clock: time_left works without time_settings", "[gtp][clock]") {
  GtpClock clock;
  clock.set_left(Color::kWhite, s(20), 0);
  check(clock.clock(Color::kWhite), s(20), {}, 0);
  CHECK_FALSE(clock.clock(Color::kBlack).has_value());
  clock.set_left(Color::kBlack, s(15), 1);
  check(clock.clock(Color::kBlack), s(15), {}, 1);
  clock.spend(Color::kBlack, s(1));
  CHECK_FALSE(clock.clock(Color::kBlack).has_value());  // the next period has an unknown length
}

TEST_CASE("clock: an exact time is for the whole game, whatever the settings", "[gtp][clock]") {
  GtpClock clock;
  const auto left = [&] { return clock.clock(Color::kBlack); };
  clock.set_left_exactly(Color::kBlack, Millis(987), Millis(50));
  check(left(), Millis(987), Millis(50), 0);
  CHECK_FALSE(clock.clock(Color::kWhite).has_value());
  clock.spend(Color::kBlack, Millis(100));
  check(left(), Millis(937), Millis(50), 0);
  clock.set_left_exactly(Color::kBlack, Millis(930), {});  // keeps the increment
  check(left(), Millis(930), Millis(50), 0);
  clock.set_left_exactly(Color::kBlack, Millis(1930), Millis(0));  // accepted even if larger
  check(left(), Millis(1930), {}, 0);
  clock.set_left(Color::kBlack, s(2), 0);  // consistent
  check(left(), Millis(1930), {}, 0);
  clock.restart();
  CHECK_FALSE(left().has_value());

  clock.set_fischer(s(60), s(2));
  clock.set_left_exactly(Color::kBlack, s(9), {});
  check(left(), s(9), s(2), 0);
  check(clock.clock(Color::kWhite), s(60), s(2), 0);
  clock.set_left_exactly(Color::kBlack, s(9), s(1));
  check(clock.clock(Color::kWhite), s(60), s(2), 0);  // separate clocks
  clock.restart();
  check(left(), s(60), s(2), 0);

  for (const bool japanese : {false, true}) {
    if (japanese) {
      clock.set_byoyomi(s(0), s(10), 3);
    } else {
      clock.set_canadian(s(0), s(10), 3);
    }
    clock.set_left_exactly(Color::kBlack, Millis(500), {});
    check(left(), Millis(500), {}, 0);
    CHECK(left()->periods == 0);
    clock.spend(Color::kBlack, Millis(600));
    check(left(), {}, {}, 0);
    clock.restart();
    CHECK(left()->remaining == s(10));
  }
}

TEST_CASE("clock: periods of KGS have one move each", "[gtp][clock]") {
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
  check(clock.clock(Color::kBlack), s(10), {}, 1);  // lost on time, but play continues
  CHECK(periods() == 0);
  clock.set_left(Color::kBlack, s(10), 3);
  check(clock.clock(Color::kBlack), s(9), {}, 1);
  CHECK(periods() == 2);
  CHECK(clock.clock(Color::kBlack)->period == s(10));
}

TEST_CASE("clock: byo-yomi may come without main time", "[gtp][clock]") {
  GtpClock clock;
  clock.set_byoyomi(s(0), s(10), 1);
  check(clock.clock(Color::kBlack), s(10), {}, 1);
  CHECK(clock.clock(Color::kBlack)->periods == 0);
}

namespace {

using Rounding = std::function<std::optional<Millis>(Millis)>;  ///< empty: never sent

constexpr auto kNever = [](Millis) { return std::optional<Millis>(); };
constexpr auto kDown = [](Millis t) {
  return std::optional<Millis>(s(static_cast<int>(t / s(1))));
};
constexpr auto kNearest = [](Millis t) { return kDown(t + Millis(500)); };
constexpr auto kUp = [](Millis t) { return kDown(t + Millis(999)); };

/// Sends the controller's clock to ours.
using Tell = std::function<void(GtpClock&, const Referee&)>;

Tell time_left(Rounding rounding, bool japanese) {
  return [rounding = std::move(rounding), japanese](GtpClock& clock, const Referee& referee) {
    const auto told = rounding(referee.left());
    if (!told) return;
    const bool periods = japanese && referee.moves() > 0;
    clock.set_left(Color::kBlack, *told, periods ? referee.periods_behind() + 1 : referee.moves());
  };
}

/// Every move takes its hard budget plus the delay, or with a seed a random part of both.
bool survives(GtpClock clock, Referee referee, const Tell& tell, Millis delay,
              std::uint64_t seed = 0) {
  SplitMix64 random(seed);
  const auto some = [&](Millis most) {
    return seed == 0 ? most : Millis(random.below(static_cast<int>(most.count()) + 1));
  };
  for (int empties = 60; empties > 0; empties -= 2) {
    tell(clock, referee);
    const SearchLimits limits{.clock = clock.clock(Color::kBlack)};
    const Millis used = some(TimeManager(limits, empties, Millis(20)).budget().hard);
    clock.spend(Color::kBlack, used + Millis(20));
    if (!referee.take(used + some(delay))) return false;
  }
  return true;
}

void check_survival(const GtpClock& clock, const Referee& referee, const Tell& tell) {
  for (const long delay : {0, 1, 10, 20}) {
    CAPTURE(delay);
    CHECK(survives(clock, referee, tell, Millis(delay)));
  }
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    CHECK(survives(clock, referee, tell, Millis(20), seed));
  }
}

void check_roundings(const GtpClock& clock, const Referee& referee, bool japanese = false) {
  const Rounding roundings[] = {kNever, kDown, kNearest, kUp};
  for (const Rounding& rounding : roundings) {
    CAPTURE(&rounding - roundings);
    check_survival(clock, referee, time_left(rounding, japanese));
  }
}

}  // namespace

TEST_CASE("clock: no game is lost on time, however time_left is rounded", "[gtp][clock][time]") {
  for (const int main : {1, 2, 3, 5, 10, 60, 300, 3600}) {
    for (const int increment : {0, 1, 2, 10}) {
      CAPTURE(main, increment);
      GtpClock clock;
      clock.set_fischer(s(main), s(increment));
      check_roundings(clock, {s(main), s(increment)});
    }
  }
  for (const int main : {0, 1, 2, 3, 10, 60, 600}) {
    for (const int period : {1, 2, 3, 10, 15, 30}) {
      for (const int stones : {1, 2, 5, 10, 40}) {
        CAPTURE(main, period, stones);
        GtpClock clock;
        clock.set_canadian(s(main), s(period), stones);
        check_roundings(clock, {s(main), s(period), stones, 1});
      }
      for (const int periods : {1, 2, 5}) {
        CAPTURE(main, period, periods);
        GtpClock clock;
        clock.set_byoyomi(s(main), s(period), periods);
        check_roundings(clock, {s(main), s(period), 1, periods}, true);
      }
    }
  }
}

TEST_CASE("clock: no game is lost on time if the time left is exact", "[gtp][clock][time]") {
  for (const long main : {700, 1000, 2500, 60'000}) {
    for (const long increment : {0, 10, 100, 1000}) {
      CAPTURE(main, increment);
      const Referee referee{Millis(main), Millis(increment)};
      check_survival({}, referee, [&](GtpClock& clock, const Referee& now) {
        clock.set_left_exactly(Color::kBlack, now.left(), Millis(increment));
      });
      check_survival({}, referee, [&](GtpClock& clock, const Referee& now) {
        if (!clock.clock(Color::kBlack)) {
          clock.set_left_exactly(Color::kBlack, now.left(), Millis(increment));
        }
      });
    }
  }
}
