// SPDX-License-Identifier: MIT
#include "engine/levels.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <iterator>

using namespace sumi;

TEST_CASE("higher levels search deeper", "[levels]") {
  for (int level = 0; level <= kMaxLevel; ++level) {
    const Level row = level_row(level);
    CAPTURE(level);
    CHECK(std::count(std::begin(kSelectivities), std::end(kSelectivities), row.selectivity) == 1);
    CHECK(row.depth >= 1);
    CHECK(row.depth <= 60);
    if (level < 5) continue;
    const Level below = level_row(level - 5);
    CHECK(row.depth > below.depth);
    CHECK(row.exact_at_empties > below.exact_at_empties);
  }
  CHECK(level_row(kMaxLevel).exact_at_empties == 60);
  CHECK(level_limits(7).depth == level_row(7).depth);
  CHECK(level_limits(7).exact_at_empties == level_row(7).exact_at_empties);
  CHECK(level_limits(17).selectivity == level_row(17).selectivity);
}

TEST_CASE("a higher strength errs less", "[levels][strength]") {
  for (int strength = 1; strength <= kMaxStrength; ++strength) {
    const Strength& row = strength_row(strength);
    CAPTURE(strength);
    CHECK(row.temperature(41) == row.temperatures[0]);
    CHECK(row.temperature(40) == row.temperatures[1]);
    CHECK(row.temperature(20) == row.temperatures[2]);
    for (const double temperature : row.temperatures) CHECK(temperature > 0);
    if (strength == 1) continue;
    const Strength& below = strength_row(strength - 1);
    CHECK(row.rating > below.rating);
    CHECK(row.exact_at_empties >= below.exact_at_empties);
    CHECK(row.book_plies >= below.book_plies);
    CHECK(row.temperatures[0] < below.temperatures[0]);
    CHECK(row.temperatures[1] < below.temperatures[1]);
  }
}

TEST_CASE("level_selectivity() is that of the first level that reaches the depth", "[levels]") {
  CHECK(level_selectivity(10) == 100);
  CHECK(level_selectivity(11) == 73);
  CHECK(level_selectivity(22) == 73);
  CHECK(level_selectivity(23) == 87);
  CHECK(level_selectivity(60) == level_row(kMaxLevel).selectivity);
}

TEST_CASE("a move has all limits that are set; without any it has one second", "[levels]") {
  EngineOptions options;
  const SearchLimits time = move_limits(options, {});
  CHECK(time.move_time == Millis(1000));
  CHECK_FALSE((time.depth || time.nodes || time.clock || time.exact_at_empties));

  options.move_time_ms = 50;
  CHECK(move_limits(options, {}).move_time == Millis(50));
  options.depth = 4;
  CHECK((move_limits(options, {}).move_time == Millis(50)));  // combines with other limits
  CHECK_FALSE(move_limits(options, Clock{Millis(1000)}).move_time);
  options = {};

  options.nodes = 100'000;
  const SearchLimits nodes = move_limits(options, {});
  CHECK(nodes.nodes == 100'000U);
  CHECK_FALSE((nodes.move_time || nodes.depth));

  options.depth = 8;
  options.level = 20;
  const SearchLimits all = move_limits(options, Clock{Millis(60'000)});
  CHECK(all.depth == 8);
  CHECK(all.nodes == 100'000U);
  CHECK(all.selectivity == level_row(20).selectivity);
  CHECK(all.exact_at_empties == level_row(20).exact_at_empties);
  CHECK(all.clock->remaining == Millis(60'000));
  CHECK_FALSE(all.move_time);
  options.depth = 60;
  CHECK(move_limits(options, {}).depth == level_row(20).depth);
  options.level = 0;
  options.depth = options.nodes = 0;
  CHECK(move_limits(options, {}).depth == level_row(0).depth);
  CHECK_FALSE(move_limits(options, {}).move_time);
  options.level = -1;
  CHECK_FALSE(move_limits(options, Clock{Millis(60'000)}).move_time);
}

TEST_CASE("asks_for_exact() detects limits that solve the position", "[levels]") {
  CHECK(asks_for_exact(level_limits(60), 60));
  CHECK(asks_for_exact(level_limits(20), 20));
  CHECK_FALSE(asks_for_exact(level_limits(20), 21));
  CHECK_FALSE(asks_for_exact({.depth = 60}, 10));  // depth but not selectivity
  SearchLimits timed{.move_time = Millis(1), .exact_at_empties = 64};
  CHECK(asks_for_exact(timed, 30));
  CHECK_FALSE(asks_for_exact(time_limits(Millis(1)), 1));
}
