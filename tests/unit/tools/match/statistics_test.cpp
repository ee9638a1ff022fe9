// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "tools/match/statistics.h"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

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

TEST_CASE("a pentanomial has mean and variance of points per game") {
  // 1 pair of 0, 2 of 1/2, 1 of 3/4, 4 of 1 point a game:
  // mean (0 + 1 + 3/4 + 4) / 8 = 23/32,
  // mean square (0 + 2/4 + 9/16 + 4) / 8 = 81/128, variance 81/128 - 529/1024 = 119/1024
  const Pentanomial pairs{{1, 0, 2, 1, 4}};
  CHECK(pairs.count() == 8);
  CHECK(pairs.mean() == Approx(23.0 / 32));
  CHECK(pairs.variance() == Approx(119.0 / 1024));
}

TEST_CASE("pairs with equal results have no variance") {
  CHECK(Pentanomial{}.count() == 0);
  for (std::size_t i = 0; i < 5; ++i) {
    Pentanomial pairs;
    pairs.pairs[i] = 7;
    CHECK(pairs.mean() == static_cast<double>(i) / 4);
    CHECK(pairs.variance() == 0);
  }
}

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Half of the interval, as other programs print it.
double error(const EloEstimate& e) { return (e.upper - e.lower) / 2; }

/// Half points of one side in a pair of games without draws; the opening favours one colour.
int play_pair(sumi::SplitMix64& random, double elo) {
  const double bias = random.below(2) == 0 ? 150 : -150;
  return (random.uniform() < expected_points(elo + bias) ? 2 : 0) +
         (random.uniform() < expected_points(elo - bias) ? 2 : 0);
}

/// Expected Elo of such pairs.
double long_run_elo(double elo) {
  return elo_of((expected_points(elo + 150) + expected_points(elo - 150)) / 2);
}

}  // namespace

TEST_CASE("Elo and points are two scales of the same difference") {
  CHECK(expected_points(0) == 0.5);
  CHECK(expected_points(400) == Approx(10.0 / 11));  // ten wins per loss, by definition
  CHECK(expected_points(-400) == Approx(1.0 / 11));
  CHECK(elo_of(0.5) == 0);
  CHECK(elo_of(0.75) == Approx(400 * std::log10(3.0)));
  for (const double elo : {-700.0, -20.0, 1.0, 333.0}) {
    CHECK(elo_of(expected_points(elo)) == Approx(elo));
  }
  CHECK(elo_of(0) == -kInfinite);
  CHECK(elo_of(1) == kInfinite);
  // Published: A. Elo's logistic curve, https://en.wikipedia.org/wiki/Elo_rating_system: 100 points
  // are 64%, 200 points are 76%.
  CHECK(std::round(100 * expected_points(100)) == 64);
  CHECK(std::round(100 * expected_points(200)) == 76);
}

TEST_CASE("the Elo of games equals a calculation by hand") {
  // Mean 3/4; variance 3/16, of the mean 3/64: 0.75 +- 1.959964 * 0.216506 = 0.325655..1.174345,
  // clipped at 1; 400 log10(0.325655 / 0.674345) = -126.449.
  const EloEstimate e = estimate_elo(Score{3, 0, 1});
  CHECK(e.elo == Approx(190.8485));
  CHECK(e.lower == Approx(-126.449).margin(0.01));
  CHECK(e.upper == kInfinite);
  CHECK(e.superiority == Approx(0.841345));  // Phi((3 - 1) / sqrt(3 + 1)): one standard deviation
}

TEST_CASE("the Elo of pairs equals a calculation by hand") {
  // Mean 5/8; variance 1/64, of the mean 1/256: 0.625 +- 1.959964 / 16 = 0.502502..0.747498.
  // 400 log10(0.502502 / 0.497498) = 1.739, 400 log10(0.747498 / 0.252502) = 188.538.
  // Superiority: leads of 0, 0, 1 and 1 points per pair, Phi(2 / sqrt(2)) = 0.921350.
  const EloEstimate e = estimate_elo(Pentanomial{{0, 0, 2, 2, 0}});
  CHECK(e.elo == Approx(400 * std::log10(5.0 / 3)));
  CHECK(e.lower == Approx(1.739).margin(0.001));
  CHECK(e.upper == Approx(188.538).margin(0.001));
  CHECK(e.superiority == Approx(0.921350));
}

TEST_CASE("the Elo of games equals published results") {
  struct Published {
    const char* source;
    Score games;
    double elo, error, superiority_percent;
  };
  const std::vector<Published> cases = {
      // Output of cutechess-cli, quoted in pull requests and issues on GitHub. Its errors are 1/700
      // too small: it approximates the quantile 1.9600 as 1.9572.
      {"JoAnnP38/Pedantic pull 8", {332, 352, 316}, 5.6, 17.3, 73.5},
      {"kelseyde/calvin-chess-engine pull 97", {143, 368, 129}, 7.6, 17.5, 80.2},
      {"kelseyde/calvin-chess-engine pull 97", {540, 1590, 531}, 1.2, 8.4, 60.8},
      {"kelseyde/calvin-chess-engine pull 97", {1216, 3939, 1199}, 0.9, 5.3, 63.5},
      {"kelseyde/calvin-chess-engine pull 120", {340, 737, 352}, -2.9, 12.5, 32.4},
      {"kelseyde/calvin-chess-engine pull 106", {215, 612, 158}, 20.1, 13.3, 99.8},
      {"olithink/OliThink issue 1", {227, 553, 220}, 2.4, 14.4, 63.0},
  };
  for (const Published& p : cases) {
    CAPTURE(p.source, p.games.wins);
    const EloEstimate e = estimate_elo(p.games);
    CHECK(e.elo == Approx(p.elo).margin(0.0501));
    CHECK(error(e) * 1.9572 / 1.9600 == Approx(p.error).margin(0.0501));
    CHECK(100 * e.superiority == Approx(p.superiority_percent).margin(0.0501));
  }
  // Fishtest, 2014, "close to 17 %": forum post by mohzus, 22 January 2014, and K. Laskos' answer
  // with the formula, "Calculating the LOS (likelihood of superiority) from results", TalkChess
  CHECK(estimate_elo(Score{5975, 26894, 6077}).superiority == Approx(0.17).margin(0.01));
}

TEST_CASE("the Elo of pairs equals published results") {
  struct Published {
    const char* source;
    Pentanomial pairs;
    double elo, elo_digit, error, error_digit, superiority_percent;
  };
  const std::vector<Published> cases = {
      // https://tests.stockfishchess.org, quoted in pull requests and issues on GitHub
      {"official-stockfish/Stockfish pull 4160",
       {{39, 5335, 18992, 5622, 12}},
       1.35,
       0.01,
       1.2,
       0.1,
       98.6},
      {"official-stockfish/Stockfish pull 5266",
       {{573, 22628, 51248, 24867, 684}},
       4.28,
       0.01,
       0.8,
       0.1,
       100},
      {"official-stockfish/Stockfish pull 5266",
       {{11, 10716, 28971, 10293, 9}},
       -1.48,
       0.01,
       1.0,
       0.1,
       0.2},
      {"nodchip/Stockfish issue 141", {{1254, 7452, 13560, 6681, 1053}}, -6.79, 0.01, 1.7, 0.1, 0},
      {"nodchip/Stockfish issue 141", {{1718, 8785, 12979, 5725, 793}}, -28.50, 0.01, 1.8, 0.1, 0},
      // fastchess's output
      {"Disservin/fastchess issue 807", {{30, 6, 18, 0, 6}}, -168.40, 0.01, 73.37, 0.01, 0},
      {"Disservin/fastchess app/tests/elo_test.cpp",
       {{34, 54, 31 + 32, 64, 75}},
       55.58,
       0.01,
       27.65,
       0.01,
       100},
      {"Disservin/fastchess app/tests/elo_test.cpp",
       {{332, 433, 457 + 41, 333, 334}},
       -8.64,
       0.01,
       10.33,
       0.01,
       5.05},
  };
  for (const Published& p : cases) {
    CAPTURE(p.source, p.elo);
    const EloEstimate e = estimate_elo(p.pairs);
    CHECK(e.elo == Approx(p.elo).margin(0.501 * p.elo_digit));
    CHECK(error(e) == Approx(p.error).margin(0.501 * p.error_digit));
    CHECK(100 * e.superiority == Approx(p.superiority_percent).margin(0.0501));
  }
}

TEST_CASE("equal results still have an interval") {
  // Clopper and Pearson: each end has a tail of 2.5%, so for n wins of n the lower end is
  // 0.025^(1/n).
  const EloEstimate won = estimate_elo(Score{10, 0, 0});
  CHECK(won.elo == kInfinite);
  CHECK(won.lower == Approx(elo_of(0.6915)).margin(0.1));  // published: 0.6915 for 10 of 10
  CHECK(won.upper == kInfinite);
  CHECK(won.superiority == Approx(0.99922).margin(1e-5));  // Phi(sqrt(10))

  const EloEstimate lost = estimate_elo(Pentanomial{{10, 0, 0, 0, 0}});
  CHECK(lost.elo == -kInfinite);
  CHECK(lost.lower == -kInfinite);
  CHECK(lost.upper == Approx(-won.lower));
  CHECK(lost.superiority == Approx(1 - won.superiority));

  const EloEstimate drawn = estimate_elo(Score{0, 10, 0});
  CHECK(drawn.elo == 0);
  CHECK(drawn.lower == Approx(elo_of(0.6915 / 2)).margin(0.1));
  CHECK(drawn.upper == Approx(-drawn.lower));
  CHECK(drawn.superiority == 0.5);

  const EloEstimate one = estimate_elo(Pentanomial{{0, 0, 0, 1, 0}});
  CHECK(one.elo == Approx(elo_of(0.75)));
  CHECK(one.lower == Approx(elo_of(0.025 * 0.75)));
  CHECK(one.upper == Approx(elo_of(1 - 0.025 * 0.25)));
}

TEST_CASE("millions of games do not overflow") {
  const EloEstimate e = estimate_elo(Pentanomial{{0, 0, 400'000'000, 0, 400'000'000}});
  CHECK(e.elo == Approx(elo_of(0.75)));
  CHECK(error(e) == Approx(0).margin(0.1));
  CHECK(e.superiority == 1);
}

TEST_CASE("19 of 20 intervals from pairs contain the truth") {
  sumi::SplitMix64 random(20261121);
  for (const double elo : {0.0, 40.0, -150.0}) {
    constexpr int kMatches = 3000;
    int hits = 0, superior = 0;
    for (int match = 0; match < kMatches; ++match) {
      Pentanomial pairs;
      for (int i = 0; i < 100; ++i) ++pairs.pairs[static_cast<std::size_t>(play_pair(random, elo))];
      const EloEstimate e = estimate_elo(pairs);
      hits += e.lower <= long_run_elo(elo) && long_run_elo(elo) <= e.upper;
      superior += e.superiority > 0.95;
    }
    CAPTURE(elo);
    CHECK(static_cast<double>(hits) / kMatches == Approx(0.95).margin(0.015));
    if (elo == 0) CHECK(static_cast<double>(superior) / kMatches == Approx(0.05).margin(0.015));
  }
}

TEST_CASE("a mean of disc differences has an error") {
  CHECK(std::isnan(mean_with_error({}).mean));
  CHECK(std::isinf(mean_with_error({}).error));
  const std::vector<double> one = {-6};
  CHECK(mean_with_error(one).mean == -6);
  CHECK(std::isinf(mean_with_error(one).error));
  // Mean 5; squared deviations 9, 1, 1, 1, 0, 0, 4 and 16, sum 32; variance 32 / 7 = 4.571429;
  // 1.959964 * sqrt(4.571429 / 8) = 1.481594.
  const std::vector<double> values = {2, 4, 4, 4, 5, 5, 7, 9};
  CHECK(mean_with_error(values).mean == 5);
  CHECK(mean_with_error(values).error == Approx(1.481594));
}

namespace {

SprtSetup bounds(double elo0, double elo1) { return {elo0, elo1, 0.05, 0.05}; }

/// Probabilities of pair results for independent games with a tenth of draws.
std::array<double, 5> pair_frequencies(double points) {
  const double win = points - 0.05, loss = 1 - win - 0.1, draw = 0.1;
  return {loss * loss, 2 * loss * draw, 2 * win * loss + draw * draw, 2 * win * draw, win * win};
}

SprtVerdict play_test(sumi::SplitMix64& random, const SprtSetup& setup, double elo) {
  const std::array<double, 5> frequencies = pair_frequencies(expected_points(elo));
  Pentanomial pairs;
  for (int i = 0; i < 100'000; ++i) {
    double rest = static_cast<double>(random.next() >> 11) * 0x1p-53;
    std::size_t result = 0;
    while (result < 4 && rest >= frequencies[result]) rest -= frequencies[result++];
    ++pairs.pairs[result];
    const SprtVerdict verdict = sprt(setup, pairs).verdict;
    if (verdict != SprtVerdict::kUndecided) return verdict;
  }
  return SprtVerdict::kUndecided;
}

}  // namespace

TEST_CASE("the bounds of an SPRT are Wald's") {
  const SprtState state = sprt({0, 5, 0.01, 0.2}, {});
  CHECK(state.lower == Approx(std::log(0.2 / 0.99)));
  CHECK(state.upper == Approx(std::log(0.8 / 0.01)));
  CHECK(state.llr == 0);
  CHECK(state.verdict == SprtVerdict::kUndecided);
  CHECK(sprt(bounds(0, 5), {}).upper == Approx(2.94).margin(0.005));  // as on fishtest
  CHECK(sprt(bounds(0, 5), {}).lower == Approx(-2.94).margin(0.005));
}

TEST_CASE("the LLR of pairs equals published results") {
  struct Published {
    const char* source;
    double elo0, elo1;
    Pentanomial pairs;
    double llr;
  };
  // https://tests.stockfishchess.org, quoted in pull requests of official-stockfish/Stockfish on
  // GitHub. Bounds of 2020 are logistic Elo, written {0.25,1.75}. Bounds written <0.50,2.50>, since
  // spring 2021, are normalized Elo, which gives other numbers.
  const std::vector<Published> cases = {
      {"pull 2493, STC", -1, 3, {{424, 2948, 5832, 3045, 460}}, 2.94},
      {"pull 2493, LTC", 0, 2, {{1284, 17437, 55536, 18085, 1292}}, 2.94},
      {"pull 2637, STC", -0.5, 1.5, {{2507, 17548, 35030, 17782, 2593}}, 2.94},
      {"pull 2637, LTC", 0.25, 1.75, {{451, 6276, 20879, 6484, 529}}, 2.95},
      {"pull 2920, LTC", 0.25, 1.75, {{328, 4564, 15580, 4789, 371}}, 2.98},
      {"pull 2950, STC", -0.5, 1.5, {{133, 1751, 5094, 1849, 165}}, 2.94},
      {"pull 2950, LTC", 0.25, 1.75, {{149, 4748, 32785, 5063, 159}}, 2.95},
      {"pull 2971, STC", -0.5, 1.5, {{17, 253, 1042, 337, 39}}, 2.96},
      {"pull 2971, LTC", 0.25, 1.75, {{11, 407, 3238, 513, 11}}, 2.93},
      {"pull 3098, STC", -0.25, 1.25, {{491, 7345, 29693, 7670, 465}}, 2.96},
      {"pull 3098, LTC", 0.25, 1.25, {{53, 2220, 21459, 2445, 47}}, 2.97},
      {"pull 3209, LTC", 0.25, 1.25, {{58, 3302, 33130, 3518, 84}}, 2.97},
      // Disservin/fastchess, sprt_test.cpp, "logistic pentanomial"
      {"fastchess 1", 0.5, 2.5, {{223, 9863, 20279 + 1000, 10037, 246}}, -3.07},
      {"fastchess 2", 0, 2, {{871, 26175, 55003 + 980, 26678, 821}}, -4.98},
  };
  for (const Published& p : cases) {
    CAPTURE(p.source);
    CHECK(sprt(bounds(p.elo0, p.elo1), p.pairs).llr == Approx(p.llr).margin(0.00501));
  }
}

TEST_CASE("the SPRT ends at a bound") {
  const Pentanomial passed{{491, 7345, 29693, 7670, 465}}, failed{{223, 9863, 21279, 10037, 246}};
  CHECK(sprt(bounds(-0.25, 1.25), passed).verdict == SprtVerdict::kAccepted);
  CHECK(sprt(bounds(0.5, 2.5), failed).verdict == SprtVerdict::kRejected);
  CHECK(sprt({0.5, 2.5, 0.05, 0.01}, failed).verdict == SprtVerdict::kUndecided);
}

TEST_CASE("the LLR equals a calculation by hand") {
  // Only pairs with 0 and 1 point per game, as other results are nearly impossible: a coin with 12
  // heads in 20 tosses. A hypothesis of mean s has log-likelihood 12 ln s + 8 ln(1 - s).
  const double s0 = 0.5, s1 = expected_points(100);
  const double llr = 12 * std::log(s1 / s0) + 8 * std::log((1 - s1) / (1 - s0));
  CHECK(sprt(bounds(0, 100), Pentanomial{{8, 0, 0, 0, 12}}).llr == Approx(llr).margin(0.002));
}

TEST_CASE("the LLR for the other side is the negative") {
  const Pentanomial pairs{{3, 10, 20, 15, 8}}, mirrored{{8, 15, 20, 10, 3}};
  CHECK(sprt(bounds(-4, 9), pairs).llr == Approx(-sprt(bounds(-9, 4), mirrored).llr));
  CHECK(sprt(bounds(5, 5), pairs).llr == Approx(0).margin(1e-12));
  CHECK(sprt(bounds(-5, 5), Pentanomial{{4, 3, 9, 3, 4}}).llr == Approx(0).margin(1e-12));
}

TEST_CASE("an SPRT accepts one-sided and extreme results") {
  for (std::size_t i = 0; i < 5; ++i) {
    for (const int count : {1, 100, 1'000'000}) {
      for (const double elo : {5.0, 300.0, 1e6}) {
        Pentanomial pairs;
        pairs.pairs[i] = count;
        const SprtState state = sprt(bounds(-elo, elo), pairs);
        CAPTURE(i, count, elo);
        CHECK(std::isfinite(state.llr));
        if (i < 2) CHECK(state.llr < 0);
        if (i == 2) CHECK(state.llr == Approx(0).margin(1e-6 * count));
        if (i > 2) CHECK(state.llr > 0);
      }
    }
  }
  CHECK(sprt(bounds(0, 10), Pentanomial{{0, 0, 0, 0, 3}}).verdict == SprtVerdict::kUndecided);
}

TEST_CASE("an SPRT has its error rates") {
  sumi::SplitMix64 random(1945);
  const SprtSetup setup = bounds(0, 60);
  constexpr int kTests = 1000;
  int accepted = 0, rejected = 0;
  for (int i = 0; i < kTests; ++i) {
    accepted += play_test(random, setup, setup.elo0) == SprtVerdict::kAccepted;
    rejected += play_test(random, setup, setup.elo1) == SprtVerdict::kRejected;
  }
  // At most 5% plus noise; but not far less, or tests would take too long.
  for (const int errors : {accepted, rejected}) {
    CHECK(errors <= 0.06 * kTests);
    CHECK(errors >= 0.02 * kTests);
  }
}

namespace {

CrossTable empty_table(std::size_t engines) {
  return CrossTable(engines, std::vector<Score>(engines));
}

void set(CrossTable& table, std::size_t i, std::size_t j, const Score& score) {
  table[i][j] = score;
  table[j][i] = {score.losses, score.draws, score.wins};
}

/// Row i has the wins of i against each j.
CrossTable table_of(const std::vector<std::vector<int>>& wins) {
  CrossTable table = empty_table(wins.size());
  for (std::size_t i = 0; i < wins.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) set(table, i, j, {wins[i][j], 0, wins[j][i]});
  }
  return table;
}

/// In natural logarithms, as in statistics, relative to `reference`.
double ability(const std::vector<Rating>& ratings, std::size_t i, std::size_t reference) {
  return (ratings[i].elo - ratings[reference].elo) * std::log(10.0) / 400;
}

double sum(const std::vector<Rating>& ratings) {
  double result = 0;
  for (const Rating& rating : ratings) result += rating.elo;
  return result;
}

/// Requires that each engine's expected score equals its score, as for maximum-likelihood ratings.
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

TEST_CASE("ratings of the American League of 1987 equal those published") {
  // A. Agresti, "Categorical Data Analysis", 2nd ed., 2002, p. 437: games in the Eastern Division
  // between Milwaukee, Detroit, Toronto, New York, Boston, Cleveland and Baltimore. Abilities:
  // vignette of the R package BradleyTerry2, baseballModel1 (Agresti gives two digits).
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

TEST_CASE("ratings of journals of statistics equal those published") {
  // S. Stigler, "Citation patterns in the journals of statistics and probability", 1994: citations
  // between Biometrika, Comm. Statist., JASA and JRSS-B. Coefficients: H. Turner, D. Firth,
  // "Bradley-Terry models in R: the BradleyTerry2 package", 2012, section 2.1.
  const CrossTable table =
      table_of({{0, 730, 498, 221}, {33, 0, 68, 17}, {320, 813, 0, 142}, {284, 276, 325, 0}});
  const std::vector<Rating> ratings = bradley_terry(table);
  CHECK(ability(ratings, 1, 0) == Approx(-2.9491).margin(0.0001));
  CHECK(ability(ratings, 2, 0) == Approx(-0.4796).margin(0.0001));
  CHECK(ability(ratings, 3, 0) == Approx(0.2690).margin(0.0001));
}

TEST_CASE("ratings are relative to an anchor") {
  CrossTable table = empty_table(4);  // nobody met the last one
  set(table, 0, 1, {18, 9, 3});
  set(table, 1, 2, {18, 9, 3});
  const std::vector<Rating> free = bradley_terry(table);
  const std::vector<Rating> ratings = bradley_terry(table, Anchor{1, 2000});
  CHECK(ratings[1].elo == 2000);
  CHECK(ratings[1].error == Approx(0).margin(1e-6));
  CHECK(ratings[0].elo - 2000 == Approx(free[0].elo - free[1].elo));
  CHECK(ratings[2].elo - 2000 == Approx(free[2].elo - free[1].elo));
  // 0 and 2 know each other only by 1: their errors are those of their own matches with it.
  CrossTable two = empty_table(2);
  set(two, 0, 1, {18, 9, 3});
  CHECK(ratings[0].error == Approx(2 * bradley_terry(two)[0].error));
  CHECK(ratings[0].anchored);
  CHECK_FALSE(free[0].anchored);
  CHECK(std::isinf(ratings[3].error));
  CHECK(std::isinf(bradley_terry(table, Anchor{3, 0})[0].error));
}

TEST_CASE("ratings of three chess engines equal those published") {
  // K. Laskos, "EloStat, Bayeselo and Ordo", TalkChess, 2012: 75%, 75% and 90% are consistent and
  // give 191, 0 and -191 (EloStat: 180, 0, -180).
  CrossTable table = empty_table(3);
  set(table, 0, 1, {18, 9, 3});
  set(table, 1, 2, {18, 9, 3});
  set(table, 0, 2, {24, 6, 0});
  const std::vector<Rating> ratings = bradley_terry(table);
  CHECK(ratings[0].elo == Approx(191).margin(0.2));
  CHECK(ratings[1].elo == Approx(0).margin(1e-6));
  CHECK(ratings[2].elo == Approx(-191).margin(0.2));
}

TEST_CASE("ratings of two engines equal a calculation by hand") {
  // 3 to 1: odds 3, 400 log10(3) = 190.8485 apart. A game has information 3/16 on the difference in
  // natural units, so four games have 3/4, and the variance is 4/3. Each engine is half the
  // difference from the mean: standard deviation sqrt(4/3) / 2 = 0.577350, times 1.959964 * 400 /
  // ln(10) = 340.4807, is 196.5766.
  CrossTable table = empty_table(2);
  set(table, 0, 1, {3, 0, 1});
  const std::vector<Rating> ratings = bradley_terry(table);
  CHECK(ratings[0].elo == Approx(190.8485 / 2));
  CHECK(ratings[1].elo == Approx(-190.8485 / 2));
  CHECK(ratings[0].error == Approx(196.5766));
  CHECK(ratings[1].error == Approx(196.5766));
}

TEST_CASE("draws alone give equal ratings") {
  CrossTable table = empty_table(2);
  set(table, 0, 1, {0, 4, 0});
  const std::vector<Rating> ratings = bradley_terry(table);
  CHECK(ratings[0].elo == Approx(0).margin(1e-9));
  CHECK(ratings[0].error == Approx(340.4807 / 2));  // half the root of the variance 1 / (4 / 4)
}

TEST_CASE("an engine that won everything gets one virtual draw") {
  CrossTable table = empty_table(2);
  set(table, 0, 1, {4, 0, 0});
  const std::vector<Rating> ratings = bradley_terry(table);
  CHECK(ratings[0].elo - ratings[1].elo == Approx(400 * std::log10(4.5 / 0.5)));
  CHECK(std::isfinite(ratings[0].error));
  set(table, 0, 1, {0, 0, 4});
  CHECK(bradley_terry(table)[0].elo == Approx(ratings[1].elo));
}

TEST_CASE("virtual draws are added only across a gap") {
  // The second and third engines are 3 to 1, without virtual draws. The first beat the second
  // twice: 2.5 to 0.5.
  CrossTable table = empty_table(3);
  set(table, 0, 1, {2, 0, 0});
  set(table, 1, 2, {3, 0, 1});
  const std::vector<Rating> ratings = bradley_terry(table);
  CHECK(ratings[0].elo - ratings[1].elo == Approx(400 * std::log10(5.0)));
  CHECK(ratings[1].elo - ratings[2].elo == Approx(400 * std::log10(3.0)));
  CHECK(sum(ratings) == Approx(0).margin(1e-6));

  // A cycle of defeats is not a gap, although each meeting was one-sided: all engines are equal.
  set(table, 0, 1, {2, 0, 0});
  set(table, 1, 2, {2, 0, 0});
  set(table, 0, 2, {0, 0, 2});
  for (const Rating& rating : bradley_terry(table)) {
    CHECK(rating.elo == Approx(0).margin(1e-6));
    // Each meeting has information 1/2. H = [1 -1/2 -1/2 ...] has eigenvalues 0, 3/2 and 3/2, and
    // its pseudoinverse has diagonal 4/9: 340.4807 * 2/3.
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

TEST_CASE("each engine's expected score is its score") {
  sumi::SplitMix64 random(8);
  for (int round = 0; round < 50; ++round) {
    const auto size = static_cast<std::size_t>(3 + random.below(8));
    CrossTable table = empty_table(size);
    for (std::size_t i = 0; i < size; ++i) {
      // A cycle of draws connects all; some other pairs never met.
      set(table, i, (i + 1) % size, {random.below(1000), 1 + random.below(3), random.below(5)});
      for (std::size_t j = i + 2; j < size; ++j) {
        if (random.below(2) == 0) set(table, i, j, {random.below(20), random.below(9), 0});
      }
    }
    check_expected(table);
  }
}

TEST_CASE("contradictory results still converge") {
  // Newton's method with full steps diverges here.
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

TEST_CASE("one-sided tables have finite ratings, in order") {
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
    // A chain: each engine met only the next one.
    table = empty_table(40);
    for (std::size_t i = 0; i + 1 < 40; ++i) set(table, i, i + 1, {games, 0, 0});
    const std::vector<Rating> chain = bradley_terry(table);
    CHECK(chain[0].elo - chain[39].elo ==
          Approx(39 * 400 * std::log10(2.0 * games + 1)).epsilon(1e-6));
  }
}

TEST_CASE("19 of 20 intervals of ratings contain the truth") {
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
