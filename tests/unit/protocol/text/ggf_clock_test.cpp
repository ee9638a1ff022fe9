// SPDX-License-Identifier: MIT
/// Clocks of GGF: what is read, what is left of one.
#include "protocol/text/ggf_clock.h"
#include "tests/support/junk.h"

#include <catch2/catch.hpp>

#include <initializer_list>
#include <string_view>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;

TEST_CASE("clocks of GGF", "[ggf]") {
  const auto check = [](std::string_view text, long main, long increment, long grace) {
    CAPTURE(text);
    const auto clock = parse_ggf_clock(text);
    REQUIRE(clock.has_value());
    CHECK(*clock == GgfClock{Millis(1000 * main), Millis(1000 * increment), Millis(1000 * grace)});
  };
  check("5:00", 300, 0, 120);
  check("05:00//02:00", 300, 0, 120);
  check("5:00/", 300, 0, 120);
  check("15:00/0:05", 900, 5, 120);
  check("15:00/0:05/1:00", 900, 5, 60);
  check("1:02:03", 3723, 0, 120);
  check("2.01:00:00", 49 * 3600, 0, 120);
  check("30", 30, 0, 120);
  check("0", 0, 0, 120);
  check(" 5:00 ", 300, 0, 120);
  for (const char* bad :
       {"", "/1", "5:00//", "5:", ":5", "1:1.5", "5 00", "-5:00", "soon", "1:1:1:1:1", "1/2/3/4",
        "9999999999", "5:00/x/2:00", "2.5", "2.01:00", "2147483647.00:00:00", "1000000001"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_ggf_clock(bad).has_value());
  }
  test::check_bad_input([](std::string_view text) { return parse_ggf_clock(text); },
                        {"15:00/0:05/1:00", "2.01:00:00"}, "0159.:/");
}

TEST_CASE("what is left of a clock", "[ggf]") {
  const auto left = [](const GgfClock& clock, std::initializer_list<long> used) {
    std::vector<Millis> times;
    for (const long seconds : used) times.emplace_back(1000 * seconds);
    return clock_left(clock, times)->remaining.count() / 1000;
  };
  const GgfClock plain{Millis(300'000)}, fischer{Millis(60'000), Millis(5'000), Millis(20'000)};
  CHECK(left(plain, {}) == 300);
  CHECK(left(plain, {10, 0, 20}) == 270);
  CHECK(left(plain, {300}) == 0);
  CHECK(left(plain, {310}) == 110);  // the grace time, once
  CHECK(left(plain, {310, 200}) == 0);
  CHECK(left(plain, {310, 200, 1}) == 0);
  CHECK(left(plain, {1000}) == 0);
  CHECK(left(fischer, {}) == 60);
  CHECK(left(fischer, {10, 10}) == 50);
  CHECK(left(fischer, {70}) == 15);
  CHECK(clock_left(fischer, {})->increment == Millis(5'000));
  CHECK_FALSE(clock_left(GgfClock{}, {}));
  CHECK(clock_left(GgfClock{Millis(0), Millis(1'000)}, {}).has_value());
}

TEST_CASE("clocks are written as they are read", "[ggf]") {
  CHECK(to_text(GgfClock{}).empty());
  CHECK(to_text(GgfClock{Millis(90'061'999), Millis(5'000), Millis(0)}) ==
        "1.01:01:01/00:05/00:00");
  for (const char* text : {"05:00/00:00/02:00", "1:00:00/00:10/00:00", "00:00/00:05/02:00",
                           "10.23:59:59/00:00/01:00"}) {
    CHECK(to_text(parse_ggf_clock(text).value()) == text);
  }
}
