// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "tools/match/statistics/elo.h"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
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

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// As others print it: half of the interval.
double error(const EloEstimate& e) { return (e.upper - e.lower) / 2; }

double uniform(sumi::SplitMix64& random) {
  return static_cast<double>(random.next() >> 11) * 0x1p-53;
}

/// Half points of one side in a pair of games without draws. The opening favours one colour.
int play_pair(sumi::SplitMix64& random, double elo) {
  const double bias = random.below(2) == 0 ? 150 : -150;
  return (uniform(random) < expected_points(elo + bias) ? 2 : 0) +
         (uniform(random) < expected_points(elo - bias) ? 2 : 0);
}

/// The Elo that such pairs come to in the long run.
double long_run_elo(double elo) {
  return elo_of((expected_points(elo + 150) + expected_points(elo - 150)) / 2);
}

}  // namespace

TEST_CASE("Elo and points are two scales of one thing") {
  CHECK(expected_points(0) == 0.5);
  CHECK(expected_points(400) == Approx(10.0 / 11));  // ten wins to a loss, by definition
  CHECK(expected_points(-400) == Approx(1.0 / 11));
  CHECK(elo_of(0.5) == 0);
  CHECK(elo_of(0.75) == Approx(400 * std::log10(3.0)));
  for (const double elo : {-700.0, -20.0, 1.0, 333.0}) {
    CHECK(elo_of(expected_points(elo)) == Approx(elo));
  }
  CHECK(elo_of(0) == -kInfinite);
  CHECK(elo_of(1) == kInfinite);
  // Published: A. Elo's logistic curve, https://en.wikipedia.org/wiki/Elo_rating_system:
  // 100 points are 64 %, 200 points are 76 %.
  CHECK(std::round(100 * expected_points(100)) == 64);
  CHECK(std::round(100 * expected_points(200)) == 76);
}

TEST_CASE("the Elo of games, by hand") {
  // Mean 3/4, variance 3/16, of the mean 3/64: 0.75 +- 1.959964 * 0.216506 = 0.325655..1.174345,
  // which ends at 1. 400 log10(0.325655 / 0.674345) = -126.449.
  const EloEstimate e = estimate_elo(Score{3, 0, 1});
  CHECK(e.elo == Approx(190.8485));
  CHECK(e.lower == Approx(-126.449).margin(0.01));
  CHECK(e.upper == kInfinite);
  CHECK(e.superiority == Approx(0.841345));  // Phi((3 - 1) / sqrt(3 + 1)), a standard deviation
}

TEST_CASE("the Elo of pairs, by hand") {
  // Mean 5/8, variance 1/64, of the mean 1/256: 0.625 +- 1.959964 / 16 = 0.502502..0.747498.
  // 400 log10(0.502502 / 0.497498) = 1.739, 400 log10(0.747498 / 0.252502) = 188.538.
  // Superiority: leads of 0, 0, 1, 1 points in a pair, Phi(2 / sqrt(2)) = 0.921350.
  const EloEstimate e = estimate_elo(Pentanomial{{0, 0, 2, 2, 0}});
  CHECK(e.elo == Approx(400 * std::log10(5.0 / 3)));
  CHECK(e.lower == Approx(1.739).margin(0.001));
  CHECK(e.upper == Approx(188.538).margin(0.001));
  CHECK(e.superiority == Approx(0.921350));
}

TEST_CASE("the Elo of games as others published it") {
  struct Published {
    const char* source;
    Score games;
    double elo, error, superiority_percent;
  };
  const std::vector<Published> cases = {
      // cutechess-cli's output, quoted in pull requests and issues on GitHub. Its errors are too
      // small by 1/700: it takes the quantile 1.9572, by an approximation, for 1.9600.
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

TEST_CASE("the Elo of pairs as others published it") {
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

TEST_CASE("results that are all alike still have an interval") {
  // Clopper and Pearson: the ends leave 2.5 %, so for n wins of n the lower one is 0.025^(1/n).
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

TEST_CASE("19 of 20 intervals from pairs hold the truth") {
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
  CHECK(mean_with_error({}).mean == 0);
  CHECK(std::isinf(mean_with_error({}).error));
  const std::vector<double> one = {-6};
  CHECK(mean_with_error(one).mean == -6);
  CHECK(std::isinf(mean_with_error(one).error));
  // Mean 5, squares of deviations 9 1 1 1 0 0 4 16, sum 32, over 7 a variance of 4.571429;
  // 1.959964 * sqrt(4.571429 / 8) = 1.481594.
  const std::vector<double> values = {2, 4, 4, 4, 5, 5, 7, 9};
  CHECK(mean_with_error(values).mean == 5);
  CHECK(mean_with_error(values).error == Approx(1.481594));
}

namespace {

SprtSetup bounds(double elo0, double elo1) { return {elo0, elo1, 0.05, 0.05}; }

/// Frequencies of pairs of two independent games, each won with this probability, 1/10 drawn.
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
  CHECK(sprt(bounds(0, 5), {}).upper == Approx(2.94).margin(0.005));  // as fishtest writes it
  CHECK(sprt(bounds(0, 5), {}).lower == Approx(-2.94).margin(0.005));
}

TEST_CASE("the LLR of pairs as others published it") {
  struct Published {
    const char* source;
    double elo0, elo1;
    Pentanomial pairs;
    double llr;
  };
  // https://tests.stockfishchess.org, quoted in pull requests of official-stockfish/Stockfish on
  // GitHub. In 2020 its bounds were logistic Elo, written {0.25,1.75}; those written <0.50,2.50>,
  // since spring of 2021, are normalized Elo and give other numbers.
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
      // Disservin/fastchess, app/tests/sprt_test.cpp, "logistic pentanomial"
      {"fastchess 1", 0.5, 2.5, {{223, 9863, 20279 + 1000, 10037, 246}}, -3.07},
      {"fastchess 2", 0, 2, {{871, 26175, 55003 + 980, 26678, 821}}, -4.98},
  };
  for (const Published& p : cases) {
    CAPTURE(p.source);
    CHECK(sprt(bounds(p.elo0, p.elo1), p.pairs).llr == Approx(p.llr).margin(0.00501));
  }
}

TEST_CASE("a bound that is reached decides") {
  const Pentanomial passed{{491, 7345, 29693, 7670, 465}}, failed{{223, 9863, 21279, 10037, 246}};
  CHECK(sprt(bounds(-0.25, 1.25), passed).verdict == SprtVerdict::kAccepted);
  CHECK(sprt(bounds(0.5, 2.5), failed).verdict == SprtVerdict::kRejected);
  CHECK(sprt({0.5, 2.5, 0.05, 0.01}, failed).verdict == SprtVerdict::kUndecided);
}

TEST_CASE("the LLR by hand") {
  // Only pairs of 0 and 1 point a game, and results not seen are next to impossible: a coin, with
  // heads 12 of 20. A hypothesis of mean s has log-likelihood 12 ln s + 8 ln(1 - s).
  const double s0 = 0.5, s1 = expected_points(100);
  const double llr = 12 * std::log(s1 / s0) + 8 * std::log((1 - s1) / (1 - s0));
  CHECK(sprt(bounds(0, 100), Pentanomial{{8, 0, 0, 0, 12}}).llr == Approx(llr).margin(0.002));
}

TEST_CASE("the LLR seen from the other side is its negative") {
  const Pentanomial pairs{{3, 10, 20, 15, 8}}, mirrored{{8, 15, 20, 10, 3}};
  CHECK(sprt(bounds(-4, 9), pairs).llr == Approx(-sprt(bounds(-9, 4), mirrored).llr));
  CHECK(sprt(bounds(5, 5), pairs).llr == Approx(0).margin(1e-12));
  CHECK(sprt(bounds(-5, 5), Pentanomial{{4, 3, 9, 3, 4}}).llr == Approx(0).margin(1e-12));
}

TEST_CASE("an SPRT takes one-sided and extreme results") {
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

TEST_CASE("an SPRT errs as rarely as it promises") {
  sumi::SplitMix64 random(1945);
  const SprtSetup setup = bounds(0, 60);
  constexpr int kTests = 1000;
  int accepted = 0, rejected = 0;
  for (int i = 0; i < kTests; ++i) {
    accepted += play_test(random, setup, setup.elo0) == SprtVerdict::kAccepted;
    rejected += play_test(random, setup, setup.elo1) == SprtVerdict::kRejected;
  }
  // At most 5 %, and chance; but not never, or it would play on for too long.
  for (const int errors : {accepted, rejected}) {
    CHECK(errors <= 0.06 * kTests);
    CHECK(errors >= 0.02 * kTests);
  }
}
