// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "tools/match/statistics/elo.h"
#include "tools/match/statistics/sprt.h"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <vector>

using namespace sumi::match;

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
