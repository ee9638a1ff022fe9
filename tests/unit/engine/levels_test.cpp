// SPDX-License-Identifier: MIT
#include "engine/levels.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <iterator>

using namespace sumi;

TEST_CASE("higher levels see further", "[levels]") {
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
