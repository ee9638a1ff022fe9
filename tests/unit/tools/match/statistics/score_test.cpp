// SPDX-License-Identifier: MIT
#include "tools/match/statistics/score.h"

#include <catch2/catch.hpp>

using namespace sumi::match;

TEST_CASE("a score counts wins, draws and losses") {
  Score score;
  CHECK(score.games() == 0);
  CHECK(score.points() == 0);
  for (const int points : {2, 2, 1, 0, 2, 1}) score.add(points);
  CHECK(score == Score{3, 2, 1});
  CHECK(score.games() == 6);
  CHECK(score.points() == 4);
}

TEST_CASE("a pentanomial has mean and variance of points a game") {
  // 1 pair of 0, 2 of 1/2, 1 of 3/4, 4 of 1 point a game:
  // mean (0 + 1 + 3/4 + 4) / 8 = 23/32,
  // mean square (0 + 2/4 + 9/16 + 4) / 8 = 81/128, variance 81/128 - 529/1024 = 119/1024
  const Pentanomial pairs{{1, 0, 2, 1, 4}};
  CHECK(pairs.count() == 8);
  CHECK(pairs.mean() == Approx(23.0 / 32));
  CHECK(pairs.variance() == Approx(119.0 / 1024));
}

TEST_CASE("pairs that all ended alike have no variance") {
  CHECK(Pentanomial{}.count() == 0);
  for (std::size_t i = 0; i < 5; ++i) {
    Pentanomial pairs;
    pairs.pairs[i] = 7;
    CHECK(pairs.mean() == static_cast<double>(i) / 4);
    CHECK(pairs.variance() == 0);
  }
}
