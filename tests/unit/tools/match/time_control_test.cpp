// SPDX-License-Identifier: MIT
/// Time controls as text, both ways.
#include "engine/base/text.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"
#include "tools/match/time_control.h"

#include <catch2/catch.hpp>

#include <string_view>

using namespace sumi;
using namespace sumi::match;
using Kind = TimeControl::Kind;

TEST_CASE("Time controls are read", "[time_control]") {
  struct Case {
    std::string_view text;
    TimeControl want;
  };
  for (const Case& c : {
           Case{"none", {}},
           Case{"NONE", {}},
           Case{"60", {Kind::kGame, Millis(60'000), Millis(0)}},
           Case{"60+0.5", {Kind::kGame, Millis(60'000), Millis(500)}},
           Case{"0.25+0.001", {Kind::kGame, Millis(250), Millis(1)}},
           Case{"5+0", {Kind::kGame, Millis(5'000), Millis(0)}},
           Case{"0.1/move", {Kind::kMove, Millis(100), Millis(0)}},
           Case{"1000000/move", {Kind::kMove, Millis(1'000'000'000), Millis(0)}},
       }) {
    CAPTURE(c.text);
    const Result<TimeControl> time = parse_time_control(c.text);
    REQUIRE(time);
    CHECK(*time == c.want);
  }
}

TEST_CASE("Time controls are written as they are read", "[time_control]") {
  for (const std::string_view text : {"none", "60", "100", "60+0.5", "0.25+0.001", "0.1/move",
                                      "0.05/move", "1.005/move", "1000000"}) {
    CHECK(to_text(parse_time_control(text).value()) == text);
  }
  CHECK(to_text(parse_time_control("060.500+0.0").value()) == "60.5");
}

TEST_CASE("Other times are refused", "[time_control]") {
  for (const std::string_view text :
       {"",       "0",        "0/move", "0+1",    "-1",  "+1",      "60+",
        "+0.5",   "60+0.5+1", "60 + 1", "1/Move", "1/",  "/move",   "60+1/move",
        "0.0001", "1.",       ".5",     "1e3",    "1,5", "1000001", "99999999999999999999",
        "nan",    "inf",      "1m",     "no"}) {
    CAPTURE(text);
    const Result<TimeControl> time = parse_time_control(text);
    REQUIRE_FALSE(time);
    CHECK(time.error().message.starts_with("time: " + sumi::quoted(text) + " is not"));
  }
}

TEST_CASE("No text breaks the reader of time controls", "[time_control]") {
  test::check_bad_input([](std::string_view text) { return parse_time_control(text); },
                        {"60+0.5", "0.1/move", "none"}, "0123456789.+-/move ");
}
