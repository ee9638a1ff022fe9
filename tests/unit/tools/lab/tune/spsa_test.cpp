// SPDX-License-Identifier: MIT
/// SPSA on functions whose optimum is known.
#include "engine/base/random.h"
#include "tools/lab/tune/spsa.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace sumi;
using namespace sumi::lab;

namespace {

/// Four parameters in units as unlike as the search's.
const std::vector<SpsaParameter> kParameters = {
    {8, 0, 40, 2}, {100, 30, 300, 8}, {3, 1, 32, 1}, {26, 0, 80, 4}};
constexpr double kOptimum[] = {16.4, 141, 7, 13.5};

/// What values are worth, discs: less by one for each two steps from the optimum, squared.
double worth(const std::vector<int>& values) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double steps = (values[i] - kOptimum[i]) / kParameters[i].step;
    sum -= steps * steps / 4;
  }
  return sum;
}

/// About normal, standard deviation 1.
double noise(SplitMix64& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.below(1 << 20) / double{1 << 20};
  return sum;
}

std::vector<double> optimised(const SpsaSetup& setup, double sigma) {
  Spsa spsa(setup, kParameters);
  SplitMix64 random(setup.seed + 1000);
  while (!spsa.done()) {
    const SpsaTrial trial = spsa.trial();
    spsa.update(worth(trial.plus) - worth(trial.minus) + sigma * noise(random));
  }
  return spsa.state().values;
}

}  // namespace

TEST_CASE("spsa: finds the optimum of a noisy quadratic", "[spsa]") {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const std::vector<double> values = optimised({5000, 0.002, seed}, 2);
    for (std::size_t i = 0; i < values.size(); ++i) {
      CAPTURE(seed, i, values[i]);
      CHECK(std::abs(values[i] - kOptimum[i]) < kParameters[i].step);
    }
  }
}

TEST_CASE("spsa: stays where nothing is to be found, but for noise", "[spsa]") {
  Spsa spsa({5000, 0.002, 1}, kParameters);
  SplitMix64 random(7);
  while (!spsa.done()) spsa.update(2 * noise(random));
  for (std::size_t i = 0; i < kParameters.size(); ++i) {
    CHECK(std::abs(spsa.state().values[i] - kParameters[i].start) < 3 * kParameters[i].step);
  }
  // And does not move at all where all is alike.
  Spsa still({100, 0.002, 1}, kParameters);
  while (!still.done()) still.update(0);
  for (std::size_t i = 0; i < kParameters.size(); ++i) {
    CHECK(still.state().values[i] == kParameters[i].start);
  }
}

TEST_CASE("spsa: trials are whole numbers in the range, opposite and right on average", "[spsa]") {
  const std::vector<SpsaParameter> parameters = {{5, 0, 40, 2}, {1, 1, 16, 1}, {64, 0, 64, 3}};
  Spsa spsa({4000, 0.002, 3}, parameters);
  SpsaState state = spsa.state();
  state.values[0] = 5.3;
  int up = 0;
  double sum = 0;
  for (state.iteration = 0; state.iteration < 4000; ++state.iteration) {
    spsa.set_state(state);
    const SpsaTrial trial = spsa.trial();
    CHECK(spsa.trial().plus == trial.plus);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      for (const int value : {trial.plus[i], trial.minus[i]}) {
        REQUIRE(parameters[i].min <= value);
        REQUIRE(value <= parameters[i].max);
      }
      REQUIRE(trial.plus[i] != trial.minus[i]);
    }
    up += trial.plus[0] > trial.minus[0];
    sum += (trial.plus[0] + trial.minus[0]) / 2.0;
  }
  CHECK(up > 1850);
  CHECK(up < 2150);
  CHECK(std::abs(sum / 4000 - 5.3) < 0.05);
}

TEST_CASE("spsa: steps follow Spall's gains", "[spsa]") {
  // The last iteration strays by the step, and moves by rate times step for a difference of 1.
  Spsa spsa({1000, 0.01, 1}, {{50, 0, 100, 4}});
  spsa.set_state({999, {50}});
  const SpsaTrial last = spsa.trial();
  CHECK(std::abs(last.plus[0] - last.minus[0]) == 8);
  spsa.update(1);
  CHECK(std::abs(spsa.state().values[0] - 50) == Approx(0.01 * 4));
  CHECK((spsa.state().values[0] > 50) == (last.plus[0] > last.minus[0]));
  CHECK(spsa.done());
  // The first: c_1 = c_end 1000^0.101, a_1 = a_end (1100 / 101)^0.602.
  spsa.set_state({0, {50}});
  const double c = 4 * std::pow(1000, 0.101);
  CHECK(std::abs(spsa.trial().plus[0] - 50) == Approx(c).margin(1));
  spsa.update(1);
  CHECK(std::abs(spsa.state().values[0] - 50) ==
        Approx(0.01 * 16 * std::pow(1100 / 101.0, 0.602) / c));
}

TEST_CASE("spsa: values stay in their ranges, and other seeds go other ways", "[spsa]") {
  Spsa spsa({10, 1, 1}, kParameters);
  while (!spsa.done()) spsa.update(1000);
  for (std::size_t i = 0; i < kParameters.size(); ++i) {
    CHECK(spsa.state().values[i] >= kParameters[i].min);
    CHECK(spsa.state().values[i] <= kParameters[i].max);
  }
  CHECK(optimised({50, 0.002, 1}, 1) == optimised({50, 0.002, 1}, 1));
  CHECK(optimised({50, 0.002, 1}, 0) != optimised({50, 0.002, 2}, 0));
}
