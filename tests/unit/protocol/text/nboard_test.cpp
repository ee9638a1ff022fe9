// SPDX-License-Identifier: MIT
#include "protocol/text/nboard.h"
#include "tests/support/junk.h"

#include <catch2/catch.hpp>

#include <initializer_list>
#include <string_view>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;

namespace {

constexpr Square kF5 = square_at(5, 4), kD6 = square_at(3, 5), kC3 = square_at(2, 2);

Candidate candidate(Value value, std::initializer_list<Square> line) {
  Candidate c;
  c.lower = c.upper = value;
  for (const Square s : line) c.line.push_back(s);
  return c;
}

Value discs(double d) { return {static_cast<int>(d * Value::kPerDisc)}; }

}  // namespace

TEST_CASE("an NBoard line is a word and the rest", "[nboard][text]") {
  const auto check = [](std::string_view line, std::string_view name, std::string_view rest) {
    const NBoardRequest request = split_nboard_line(line);
    CHECK(request.name == name);
    CHECK(request.arguments == rest);
  };
  check("ping 1", "ping", "1");
  check("  set \t depth  8 \r", "set", "depth  8");
  check("go", "go", "");
  check("", "", "");
  check(" \r", "", "");
}

TEST_CASE("NBoard moves are parsed", "[nboard][text]") {
  const auto check = [](std::string_view text, Square square, const MoveNote& note) {
    CAPTURE(text);
    const auto move = parse_nboard_move(text);
    REQUIRE(move.has_value());
    CHECK(move->square == square);
    CHECK(move->note == note);
  };
  check("F5", kF5, {});
  check("f5", kF5, {});
  check("F5/1.00/0.1", kF5, {1.0, 0.1});
  check("F5/1,00/0,1", kF5, {1.0, 0.1});
  check("F5//2.3", kF5, {{}, 2.3});
  check("F5/-3.5", kF5, {-3.5, {}});
  check("F5/", kF5, {});
  check("F5//", kF5, {});
  check("F5/a/b", kF5, {});
  check("F5/nan/1e400", kF5, {});
  check(" F5 / +1.5 / 2 ", kF5, {1.5, 2.0});
  check("PA", Square::kPass, {});
  check("pass/0.00/1", Square::kPass, {0.0, 1.0});
  check("--", Square::kPass, {});
  for (const char* bad : {"", "/1/2", "F9", "J5", "F", "F55", "resign"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_nboard_move(bad).has_value());
  }
  CHECK(parse_nboard_move("F5", 6)->square == square_at(5, 4, 6));
  CHECK_FALSE(parse_nboard_move("H8", 6).has_value());
  test::check_bad_input([](std::string_view text) { return parse_nboard_move(text); },
                        {"F5/1.00/0.1", "PA"}, "F5PA/.,-01");
}

TEST_CASE("NBoard moves are written", "[nboard][text]") {
  CHECK(nboard_answer(candidate(discs(1.25), {kF5, kD6}), 0.1) == "=== F5/1.25/0.10");
  CHECK(nboard_answer(candidate(discs(-12), {kC3}), 2) == "=== C3/-12.00/2.00");
  CHECK(nboard_answer(candidate({0}, {kC3}), 0) == "=== C3/0.00/0.00");
  CHECK(nboard_answer({}, 1) == "=== PA");
  CHECK(nboard_answer(candidate(discs(3), {Square::kPass, kF5}), 1) == "=== PA");
  Candidate unknown;
  unknown.line.push_back(kF5);
  CHECK(nboard_answer(unknown, 0.01) == "=== F5//0.01");
  CHECK(nboard_answer(candidate(discs(1), {square_at(0, 0, 6)}), 0, 6) == "=== A1/1.00/0.00");
}

TEST_CASE("NBoard depths have a per cent sign only in searches to the end", "[nboard][text]") {
  Basis report;
  report.depth = 14;
  CHECK(nboard_depth(report, 40) == "14");
  report.selectivity = 73;
  CHECK(nboard_depth(report, 40) == "14");
  report.depth = 24;
  CHECK(nboard_depth(report, 24) == "24@73%");
  report.selectivity = 99;
  CHECK(nboard_depth(report, 24) == "24@99%");
  report.selectivity = 100;
  report.exact = true;
  CHECK(nboard_depth(report, 24) == "100%");
}

TEST_CASE("NBoard hints, analysis and node counts are written", "[nboard][text]") {
  CHECK(nboard_search(candidate(discs(1.25), {kF5, kD6, kC3}), "14") == "search F5d6C3 1.25 0 14");
  CHECK(nboard_search(candidate(discs(-64), {Square::kPass, kD6, Square::kPass}), "100%") ==
        "search PAd6PA -64.00 0 100%");
  CHECK(nboard_search(candidate(discs(2), {kF5, Square::kPass}), "1") == "search F5pa 2.00 0 1");
  CHECK(nboard_analysis(12, discs(-3.5)) == "analysis 12 -3.50");
  CHECK(nboard_analysis(0, {0}) == "analysis 0 0.00");
  CHECK(nboard_node_stats(12'345'678'901, 0.1) == "nodestats 12345678901 0.100");
}

TEST_CASE("GGF clocks are parsed", "[ggf]") {
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

TEST_CASE("the time left is the clock less the times of the moves", "[ggf]") {
  const auto left = [](const GgfClock& clock, std::initializer_list<long> used) {
    std::vector<Millis> times;
    for (const long seconds : used) times.emplace_back(1000 * seconds);
    return clock_left(clock, times)->remaining.count() / 1000;
  };
  const GgfClock plain{Millis(300'000)}, fischer{Millis(60'000), Millis(5'000), Millis(20'000)};
  CHECK(left(plain, {}) == 300);
  CHECK(left(plain, {10, 0, 20}) == 270);
  CHECK(left(plain, {300}) == 0);
  CHECK(left(plain, {310}) == 110);  // the grace time is added once
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

TEST_CASE("GGF clocks survive writing and reading", "[ggf]") {
  CHECK(to_text(GgfClock{}).empty());
  CHECK(to_text(GgfClock{Millis(90'061'999), Millis(5'000), Millis(0)}) ==
        "1.01:01:01/00:05/00:00");
  for (const char* text : {"05:00/00:00/02:00", "1:00:00/00:10/00:00", "00:00/00:05/02:00",
                           "10.23:59:59/00:00/01:00"}) {
    CHECK(to_text(parse_ggf_clock(text).value()) == text);
  }
}
