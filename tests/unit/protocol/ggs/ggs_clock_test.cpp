// SPDX-License-Identifier: MIT
#include "protocol/ggs/ggs_game.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::protocol;

namespace {

constexpr Millis s(int seconds) { return std::chrono::seconds(seconds); }

Clock clock_of(const char* text, int own_moves, bool overtime = false) {
  GgsClock clock;
  if (overtime) clock.set_overtime();
  clock.set(parse_ggs_clock(text).value(), own_moves);
  return clock.clock();
}

void check(const Clock& clock, Millis remaining, Millis increment, int moves) {
  CHECK(clock.remaining == remaining);
  CHECK(clock.increment == increment);
  CHECK(clock.moves_to_go == moves);
  CHECK(clock.periods == 0);
}

}  // namespace

TEST_CASE("ggs clock: the extension is not available for planning", "[ggs][clock]") {
  check(clock_of("14:59,3:0//02:00,3:0", 3), s(899), {}, 0);
  check(clock_of("00:00,20:0//02:00,20:0", 20), {}, {}, 0);
  check(clock_of("-00:01,20:0//02:00,20:0", 20), {}, {}, 0);
  check(clock_of("14:59/00:00/02:00", 3), s(899), {}, 0);  // no number of moves counts
}

TEST_CASE("ggs clock: after the main time the extension remains", "[ggs][clock]") {
  check(clock_of("01:58,20:0//02:00,20:0", 20, true), s(118), {}, 0);
  check(clock_of("01:58,20:0//02:00,20:0", 22), s(118), {}, 0);
}

TEST_CASE("ggs clock: an increment for N moves is divided by N", "[ggs][clock]") {
  check(clock_of("05:00,3:0/00:10,3:1/02:00,3:0", 3), s(300), s(10), 0);
  check(clock_of("05:00,3:0/00:10,3:4/02:00,3:0", 3), s(300), Millis(2500), 0);
  check(clock_of("05:00,3:0/00:10,N3:1/02:00,3:0", 3), s(300), s(10), 0);
}

TEST_CASE("ggs clock: a period for N moves is shared by them", "[ggs][clock]") {
  check(clock_of("05:00,3:20//02:00,3:10", 3), s(300), {}, 17);
  check(clock_of("05:00,20:20//02:00,20:10", 20), s(300), {}, 1);
  check(clock_of("05:00/00:00/02:00", 0), s(300), {}, 0);
  // There is no time after these 20 moves.
  check(clock_of("05:00,3:20//00:00,3:0", 3), s(300), {}, 0);
  // All moves of the extension may remain.
  check(clock_of("02:00,20:20//02:00,20:10", 23), s(120), {}, 10);
  check(clock_of("02:00,20:0//02:00,N20:1", 23), s(120), {}, 1);
  GgsClock told_without_counts;
  told_without_counts.set(parse_ggs_clock("05:00,20//02:00").value(), 6);
  check(told_without_counts.clock(), s(300), {}, 14);
}

TEST_CASE("ggs clock: the end of a main time marked N does not lose, so the extension counts",
          "[ggs][clock]") {
  check(clock_of("14:59,N3:0//02:00,3:0", 3), s(899 + 120), {}, 0);
  check(clock_of("05:00,N3:20//02:00,3:10", 3), s(300), {}, 17);
  check(clock_of("01:58,N20:0//02:00,20:0", 20, true), s(118), {}, 0);
}
