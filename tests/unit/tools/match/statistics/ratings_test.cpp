// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "tools/match/statistics/elo.h"
#include "tools/match/statistics/ratings.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

using namespace sumi::match;

namespace {

CrossTable empty_table(std::size_t engines) {
  return CrossTable(engines, std::vector<Score>(engines));
}

void set(CrossTable& table, std::size_t i, std::size_t j, const Score& score) {
  table[i][j] = score;
  table[j][i] = {score.losses, score.draws, score.wins};
}

/// Of wins[i][j].
CrossTable table_of(const std::vector<std::vector<int>>& wins) {
  CrossTable table = empty_table(wins.size());
  for (std::size_t i = 0; i < wins.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) set(table, i, j, {wins[i][j], 0, wins[j][i]});
  }
  return table;
}

/// Natural logarithms, as statisticians publish them, against that of one of them.
double ability(const std::vector<Rating>& ratings, std::size_t i, std::size_t reference) {
  return (ratings[i].elo - ratings[reference].elo) * std::log(10.0) / 400;
}

double sum(const std::vector<Rating>& ratings) {
  double result = 0;
  for (const Rating& rating : ratings) result += rating.elo;
  return result;
}

/// The likeliest ratings lead one to expect of each engine what it scored.
void check_expected(const CrossTable& table) {
  const std::vector<Rating> ratings = bradley_terry(table);
  for (std::size_t i = 0; i < table.size(); ++i) {
    double scored = 0, expected = 0;
    for (std::size_t j = 0; j < table.size(); ++j) {
      scored += table[i][j].points();
      expected += table[i][j].games() * expected_points(ratings[i].elo - ratings[j].elo);
    }
    CHECK(expected == Approx(scored).epsilon(1e-6));
  }
}

}  // namespace

TEST_CASE("ratings of the American League of 1987 are those published") {
  // A. Agresti, "Categorical Data Analysis", 2nd ed., 2002, p. 437: games in the Eastern Division
  // between Milwaukee, Detroit, Toronto, New York, Boston, Cleveland and Baltimore. Abilities:
  // vignette of the R package BradleyTerry2, baseballModel1; Agresti has two of their digits.
  const CrossTable table = table_of({{0, 7, 9, 7, 7, 9, 11},
                                     {6, 0, 7, 5, 11, 9, 9},
                                     {4, 6, 0, 7, 7, 8, 12},
                                     {6, 8, 6, 0, 6, 7, 10},
                                     {6, 2, 6, 7, 0, 7, 12},
                                     {4, 4, 5, 6, 6, 0, 6},
                                     {2, 4, 1, 3, 1, 7, 0}});
  const std::vector<double> published = {1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0};
  const std::vector<Rating> ratings = bradley_terry(table);
  for (std::size_t i = 0; i < published.size(); ++i) {
    CHECK(ability(ratings, i, 6) == Approx(published[i]).margin(0.0001));
  }
  CHECK(sum(ratings) == Approx(0).margin(1e-6));
}

TEST_CASE("ratings of journals of statistics are those published") {
  // S. Stigler, "Citation patterns in the journals of statistics and probability", 1994: how often
  // Biometrika, Comm. Statist., JASA and JRSS-B were cited by each other. Coefficients: H. Turner,
  // D. Firth, "Bradley-Terry models in R: the BradleyTerry2 package", 2012, section 2.1.
  const CrossTable table =
      table_of({{0, 730, 498, 221}, {33, 0, 68, 17}, {320, 813, 0, 142}, {284, 276, 325, 0}});
  const std::vector<Rating> ratings = bradley_terry(table);
  CHECK(ability(ratings, 1, 0) == Approx(-2.9491).margin(0.0001));
  CHECK(ability(ratings, 2, 0) == Approx(-0.4796).margin(0.0001));
  CHECK(ability(ratings, 3, 0) == Approx(0.2690).margin(0.0001));
}

TEST_CASE("ratings of three chess engines are those published") {
  // K. Laskos, "EloStat, Bayeselo and Ordo", TalkChess, 2012: 75 %, 75 % and 90 % are consistent
  // and make 191, 0 and -191 (EloStat gives 180, 0, -180).
  CrossTable table = empty_table(3);
  set(table, 0, 1, {18, 9, 3});
  set(table, 1, 2, {18, 9, 3});
  set(table, 0, 2, {24, 6, 0});
  const std::vector<Rating> ratings = bradley_terry(table);
  CHECK(ratings[0].elo == Approx(191).margin(0.2));
  CHECK(ratings[1].elo == Approx(0).margin(1e-6));
  CHECK(ratings[2].elo == Approx(-191).margin(0.2));
}

TEST_CASE("ratings of two engines, by hand") {
  // 3 to 1: odds 3, 400 log10(3) = 190.8485 apart. A game tells 3/16 of the difference in natural
  // units, four 3/4, so its variance is 4/3; each is half of it from the mean, standard deviation
  // sqrt(4/3) / 2 = 0.577350, times 1.959964 * 400 / ln(10) = 340.4807: 196.5766.
  CrossTable table = empty_table(2);
  set(table, 0, 1, {3, 0, 1});
  const std::vector<Rating> ratings = bradley_terry(table);
  CHECK(ratings[0].elo == Approx(190.8485 / 2));
  CHECK(ratings[1].elo == Approx(-190.8485 / 2));
  CHECK(ratings[0].error == Approx(196.5766));
  CHECK(ratings[1].error == Approx(196.5766));
}

TEST_CASE("nothing but draws makes equal ratings") {
  CrossTable table = empty_table(2);
  set(table, 0, 1, {0, 4, 0});
  const std::vector<Rating> ratings = bradley_terry(table);
  CHECK(ratings[0].elo == Approx(0).margin(1e-9));
  CHECK(ratings[0].error == Approx(340.4807 / 2));  // variance 1 / (4 / 4), half of its root
}

TEST_CASE("who won everything gets one virtual draw") {
  CrossTable table = empty_table(2);
  set(table, 0, 1, {4, 0, 0});
  const std::vector<Rating> ratings = bradley_terry(table);
  CHECK(ratings[0].elo - ratings[1].elo == Approx(400 * std::log10(4.5 / 0.5)));
  CHECK(std::isfinite(ratings[0].error));
  set(table, 0, 1, {0, 0, 4});
  CHECK(bradley_terry(table)[0].elo == Approx(ratings[1].elo));
}

TEST_CASE("virtual draws stand only where a gap is") {
  // The second and third are 3 to 1 as they stand; the first beat the second twice: 2.5 to 0.5.
  CrossTable table = empty_table(3);
  set(table, 0, 1, {2, 0, 0});
  set(table, 1, 2, {3, 0, 1});
  const std::vector<Rating> ratings = bradley_terry(table);
  CHECK(ratings[0].elo - ratings[1].elo == Approx(400 * std::log10(5.0)));
  CHECK(ratings[1].elo - ratings[2].elo == Approx(400 * std::log10(3.0)));
  CHECK(sum(ratings) == Approx(0).margin(1e-6));

  // A ring of defeats is no gap, though each meeting was one-sided: all are equal.
  set(table, 0, 1, {2, 0, 0});
  set(table, 1, 2, {2, 0, 0});
  set(table, 0, 2, {0, 0, 2});
  for (const Rating& rating : bradley_terry(table)) {
    CHECK(rating.elo == Approx(0).margin(1e-6));
    // The three meetings tell 1/2 each; H = [1 -1/2 -1/2 ...] has the eigenvalues 0, 3/2, 3/2, its
    // pseudoinverse the diagonal 4/9: 340.4807 * 2/3.
    CHECK(rating.error == Approx(340.4807 * 2 / 3));
  }
}

TEST_CASE("engines without games and groups that never met are rated") {
  CHECK(bradley_terry({}).empty());
  CrossTable table = empty_table(5);
  for (const Rating& rating : bradley_terry(table)) {
    CHECK(rating.elo == 0);
    CHECK(std::isinf(rating.error));
  }
  set(table, 0, 3, {3, 0, 1});
  set(table, 1, 4, {0, 2, 2});
  const std::vector<Rating> ratings = bradley_terry(table);
  CHECK(ratings[0].elo == Approx(190.8485 / 2));
  CHECK(ratings[3].elo == Approx(-190.8485 / 2));
  CHECK(ratings[0].error == Approx(196.5766));
  CHECK(ratings[4].elo == Approx(190.8485 / 2));
  CHECK(ratings[1].elo == Approx(-190.8485 / 2));
  CHECK(ratings[2].elo == Approx(0).margin(1e-9));
  CHECK(std::isinf(ratings[2].error));
}

TEST_CASE("each engine is expected to score what it scored") {
  sumi::SplitMix64 random(8);
  for (int round = 0; round < 50; ++round) {
    const auto size = static_cast<std::size_t>(3 + random.below(8));
    CrossTable table = empty_table(size);
    for (std::size_t i = 0; i < size; ++i) {
      // A ring of draws connects all; of the other meetings some did not happen.
      set(table, i, (i + 1) % size, {random.below(1000), 1 + random.below(3), random.below(5)});
      for (std::size_t j = i + 2; j < size; ++j) {
        if (random.below(2) == 0) set(table, i, j, {random.below(20), random.below(9), 0});
      }
    }
    check_expected(table);
  }
}

TEST_CASE("contradictory results do not lead astray") {
  // Newton's method with whole steps diverges here.
  CrossTable table = empty_table(5);
  set(table, 0, 1, {1, 0, 1});
  set(table, 0, 2, {1000000, 0, 10});
  set(table, 0, 3, {0, 0, 1});
  set(table, 0, 4, {1000, 0, 1000000});
  set(table, 1, 2, {1000, 0, 1000});
  set(table, 1, 3, {0, 0, 1000000});
  set(table, 2, 3, {1000, 0, 1000000});
  set(table, 3, 4, {1000000, 0, 1});
  check_expected(table);
}

TEST_CASE("hopeless tables have finite ratings in order") {
  for (const int games : {1, 100, 1'000'000'000}) {
    CrossTable table = empty_table(12);
    for (std::size_t i = 0; i < 12; ++i) {
      for (std::size_t j = i + 1; j < 12; ++j) set(table, i, j, {games, 0, 0});
    }
    const std::vector<Rating> ratings = bradley_terry(table);
    for (std::size_t i = 0; i < 12; ++i) {
      CHECK(std::isfinite(ratings[i].elo));
      CHECK(std::isfinite(ratings[i].error));
      if (i > 0) CHECK(ratings[i].elo < ratings[i - 1].elo);
    }
    // A chain in which each met only the next.
    table = empty_table(40);
    for (std::size_t i = 0; i + 1 < 40; ++i) set(table, i, i + 1, {games, 0, 0});
    const std::vector<Rating> chain = bradley_terry(table);
    CHECK(chain[0].elo - chain[39].elo ==
          Approx(39 * 400 * std::log10(2.0 * games + 1)).epsilon(1e-6));
  }
}

TEST_CASE("19 of 20 intervals of ratings hold the truth") {
  sumi::SplitMix64 random(1952);
  const std::vector<double> truth = {120, 30, -20, -130};  // mean 0
  constexpr int kTournaments = 2000;
  std::vector<int> hits(truth.size());
  for (int tournament = 0; tournament < kTournaments; ++tournament) {
    CrossTable table = empty_table(truth.size());
    for (std::size_t i = 0; i < truth.size(); ++i) {
      for (std::size_t j = i + 1; j < truth.size(); ++j) {
        Score score;
        for (int game = 0; game < 20; ++game) {
          const double u = static_cast<double>(random.next() >> 11) * 0x1p-53;
          score.add(u < expected_points(truth[i] - truth[j]) ? 2 : 0);
        }
        set(table, i, j, score);
      }
    }
    const std::vector<Rating> ratings = bradley_terry(table);
    for (std::size_t i = 0; i < truth.size(); ++i) {
      hits[i] += std::abs(ratings[i].elo - truth[i]) <= ratings[i].error;
    }
  }
  for (const int h : hits)
    CHECK(static_cast<double>(h) / kTournaments == Approx(0.95).margin(0.015));
}
