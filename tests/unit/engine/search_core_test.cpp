// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/search_core.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace sumi;

namespace {

double slow_sigma(const ErrorModel& model, int deep, int shallow, int empties) {
  const auto variance = [&](const std::array<int, ErrorModel::kKnots>& part) {
    const double knot = std::clamp((empties - 4) / 8.0, 0.0, ErrorModel::kKnots - 1.0);
    const double below = std::floor(knot), share = knot - below;
    const auto i = static_cast<std::size_t>(below);
    const double low = part[i], high = part[std::min<std::size_t>(i + 1, ErrorModel::kKnots - 1)];
    return (1 - share) * low * low + share * high * high;
  };
  const double fade = model.fade / 1024.0;
  double sum = variance(model.decaying) * (std::pow(fade, shallow) - std::pow(fade, deep));
  sum += variance(model.random_walk) * (deep - shallow);
  if (deep >= empties && deep > shallow) sum += variance(model.end);
  return std::sqrt(sum);
}

double slow_correction(const ErrorModel& model, int empties) {
  if (empties == 0) return 0;
  const double knot = std::clamp((empties - 4) / 8.0, 0.0, ErrorModel::kKnots - 1.0);
  const auto below = static_cast<std::size_t>(knot);
  const std::size_t above = std::min<std::size_t>(below + 1, ErrorModel::kKnots - 1);
  const double share = knot - std::floor(knot);
  const auto between = [&](const std::array<int, ErrorModel::kKnots>& numbers) {
    return (1 - share) * numbers[below] + share * numbers[above];
  };
  return between(model.tempo) + (empties % 2 == 1 ? 1 : -1) * between(model.parity);
}

ErrorModel random_model(SplitMix64& random) {
  ErrorModel model{};
  for (auto* part : {&model.decaying, &model.random_walk, &model.end}) {
    const int most = random.below(10) == 0 ? ErrorModel::kMaxUnits : 1 + random.below(1500);
    for (int& sigma : *part) sigma = random.below(most + 1);
  }
  model.fade = random.below(ErrorModel::kFadeScale + 1);
  for (auto* part : {&model.tempo, &model.parity}) {
    for (int& units : *part) units = random.below(401) - 200;
  }
  return model;
}

}  // namespace

TEST_CASE("the error model equals its slow reference", "[error-model]") {
  SplitMix64 random(401);
  for (int i = 0; i < 20'000; ++i) {
    const ErrorModel model = random_model(random);
    const int deep = random.below(65), shallow = random.below(deep + 1), empties = random.below(65);
    const double slow = slow_sigma(model, deep, shallow, empties);
    CAPTURE(deep, shallow, empties, model.fade, slow);
    REQUIRE(std::abs(model.sigma(deep, shallow, empties) - slow) <= 1.01);
    REQUIRE(std::abs(model.leaf_correction(empties) - slow_correction(model, empties)) < 2);
  }
}

TEST_CASE("the error never decreases with depth", "[error-model]") {
  SplitMix64 random(403);
  for (int i = 0; i < 2'000; ++i) {
    const ErrorModel model = random_model(random);
    const int shallow = random.below(30), empties = random.below(65);
    CHECK(model.sigma(shallow, shallow, empties) == 0);
    for (int deep = shallow + 1; deep <= 64; ++deep) {
      REQUIRE(model.sigma(deep, shallow, empties) >= model.sigma(deep - 1, shallow, empties));
    }
  }
  constexpr ErrorModel kLargest{{8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192},
                                {8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192},
                                {8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192},
                                0};
  static_assert(kLargest.sigma(64, 0, 64) == 66'552);  // 8192 * sqrt(66)
}
