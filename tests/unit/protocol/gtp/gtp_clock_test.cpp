// SPDX-License-Identifier: MIT
/// Every way GTP describes time, with and without a controller that sends time_left.
#include "protocol/gtp/gtp_clock.h"

#include <catch2/catch.hpp>

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
  clock.set_canadian(s(30), s(15), 3);
  check(clock.clock(Color::kBlack), s(30), {}, 0);
  clock.spend(Color::kBlack, s(20));
  // 10 s of main time are left, and whoever needs more is in the first period.
  check(clock.clock(Color::kBlack), s(25), {}, 3);
  clock.spend(Color::kBlack, s(12));
  check(clock.clock(Color::kBlack), s(13), {}, 2);
  clock.spend(Color::kBlack, s(3));
  check(clock.clock(Color::kBlack), s(10), {}, 1);
  clock.spend(Color::kBlack, s(9));
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
  clock.set_left(Color::kBlack, s(8), 4);
  check(clock.clock(Color::kBlack), s(8), {}, 4);
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
  clock.set_byoyomi(s(0), s(10));
  check(clock.clock(Color::kBlack), s(10), {}, 1);
  clock.set_left(Color::kBlack, s(7), 5);
  check(clock.clock(Color::kBlack), s(7), {}, 1);
}
