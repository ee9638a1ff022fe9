// SPDX-License-Identifier: MIT
/// Whole searches: what they report, in every kind of position and under every limit.
#include "engine/core/root.h"
#include "tests/support/boards.h"
#include "tests/support/core.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::SUMI_ISA;

namespace {

SearchReport search(test::ThreadFixture& fixture, const Board& b, const SearchLimits& limits) {
  const TableEvaluator eval;
  return Root<TableEvaluator, 8>(fixture.thread, eval, b, limits, fixture.monitor).run();
}

Board board_with_move(SplitMix64& random, int empties) {
  while (true) {
    const Board b = test::random_game(random, empties);
    if (rules::legal_moves(b) != 0) return b;
  }
}

}  // namespace

TEST_CASE("a solution comes with its whole line", "[root]") {
  SplitMix64 random(17);
  test::BruteForce brute_force;
  for (int i = 0; i < 150; ++i) {
    const Board b = board_with_move(random, 1 + i % 9);
    test::ThreadFixture fixture;
    const SearchReport report = search(fixture, b, {.exact_at_empties = 60});
    CAPTURE(b.own, b.opp);
    REQUIRE(report.exact);
    REQUIRE(report.depth == b.empties());
    REQUIRE(report.lower == report.upper);
    REQUIRE(report.value() == to_value({brute_force.solve(b)}));
    REQUIRE(test::legal_line(b, report.line));
    // Played out, the line ends on the score it promises.
    const Board end = test::after(b, report.line);
    REQUIRE(rules::game_over(end));
    const int sign = report.line.size() % 2 == 0 ? 1 : -1;
    REQUIRE(to_value(final_score(end)).units * sign == report.value().units);
    REQUIRE(report.nodes == fixture.thread.nodes);
  }
}

TEST_CASE("win, loss or draw is proven with bounds on the right side", "[root]") {
  SplitMix64 random(19);
  test::BruteForce brute_force;
  for (int i = 0; i < 150; ++i) {
    const Board b = board_with_move(random, 1 + i % 9);
    test::ThreadFixture fixture;
    const SearchReport report = search(fixture, b, {.exact_at_empties = 60, .win_loss_draw = true});
    const Value want = to_value({brute_force.solve(b)});
    CAPTURE(b.own, b.opp);
    REQUIRE(report.exact);
    REQUIRE((report.lower <= want && want <= report.upper));
    REQUIRE(((report.lower > Value{0}) == (want > Value{0})));
    REQUIRE(((report.upper < Value{0}) == (want < Value{0})));
    // The move keeps the result.
    const Board child = b.played(report.move(), rules::flips(b, report.move()));
    const int kept = -brute_force.solve(child);
    REQUIRE(((kept > 0) == (want.units > 0) && (kept < 0) == (want.units < 0)));
  }
}

TEST_CASE("a search without a depth limit ends with the solution", "[root]") {
  SplitMix64 random(23);
  test::BruteForce brute_force;
  for (int i = 0; i < 20; ++i) {
    const Board b = board_with_move(random, 8);
    test::ThreadFixture fixture;
    const SearchReport report = search(fixture, b, {});
    REQUIRE(report.exact);
    REQUIRE(report.value() == to_value({brute_force.solve(b)}));
  }
}

TEST_CASE("a depth limit is kept and reported", "[root]") {
  test::ThreadFixture fixture;
  const SearchReport report = search(fixture, kStartBoard, {.depth = 6});
  CHECK(report.depth == 6);
  CHECK(!report.exact);
  CHECK(fixture.monitor.iterations == 6);
  CHECK(report.line.size() <= 6);
  CHECK(report.line.size() >= 2);
  CHECK(test::legal_line(kStartBoard, report.line));
}

TEST_CASE("however early it is stopped, a search names a legal move", "[root][stop]") {
  SplitMix64 random(29);
  for (int i = 0; i < 60; ++i) {
    const Board b = board_with_move(random, 4 + random.below(50));
    test::ThreadFixture fixture;
    fixture.monitor.max_polls = i / 2;
    const SearchReport report = search(fixture, b, {});
    CAPTURE(b.own, b.opp, i);
    REQUIRE(rules::flips(b, report.move()) != 0);
    REQUIRE(test::legal_line(b, report.line));
  }
}

TEST_CASE("the monitor ends the search after an iteration", "[root][stop]") {
  test::ThreadFixture fixture;
  fixture.monitor.max_iterations = 3;
  CHECK(search(fixture, kStartBoard, {}).depth == 3);
}

TEST_CASE("a node limit is kept", "[root][stop]") {
  test::ThreadFixture fixture;
  SearchThread thread(fixture.tt, fixture.stability, fixture.monitor, 10'000);
  const TableEvaluator eval;
  const SearchLimits limits;
  const SearchReport report =
      Root<TableEvaluator, 8>(thread, eval, kStartBoard, limits, fixture.monitor).run();
  CHECK(report.nodes >= 10'000);
  CHECK(report.nodes < 10'100);
}

TEST_CASE("equal searches are equal, node for node", "[root]") {
  test::ThreadFixture first, second;
  const SearchReport a = search(first, kStartBoard, {.depth = 8});
  const SearchReport b = search(second, kStartBoard, {.depth = 8});
  CHECK(a.nodes == b.nodes);
  CHECK(a.value() == b.value());
}
