// SPDX-License-Identifier: MIT
/// How networks become whole numbers. What is computed with them: core/mlp_evaluator_test.cpp.
#include "engine/weights/quantised_network.h"
#include "tests/support/networks.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>

using namespace sumi;

namespace {

NetworkFile some_network(float most) {
  SplitMix64 random(829);
  return test::random_network(random, NetworkInputs::kDiscs, NetworkOutput::kBlackWhite, {37, 5},
                              most);
}

}  // namespace

TEST_CASE("weights are rounded as finely as 16 bits allow", "[mlp]") {
  for (const float most : {0.001f, 0.3f, 1.0f, 20.0f, 1000.0f}) {
    const NetworkFile file = some_network(most);
    const auto network = QuantisedNetwork::make(file);
    REQUIRE(network);
    const MlpWeights view = network->view();
    REQUIRE(view.depth == 3);
    CHECK(view.layers[0].stride == 48);
    CHECK(view.layers[1].stride == 48);
    CHECK(view.layers[2].stride == 16);
    const MlpLayer& layer = view.layers[0];
    const double one = std::ldexp(1.0, layer.sum_bits);
    double worst = 0;
    for (std::size_t out = 0; out < 37; ++out) {
      for (std::size_t in = 0; in < 130; ++in) {
        const double got = layer.weights[in * 48 + out] / one;
        worst = std::max(worst, std::abs(got - double{file.layers[0].weights[out * 130 + in]}));
      }
      CHECK(std::abs(layer.biases[out] / one - double{file.layers[0].biases[out]}) <= 0.5001 / one);
    }
    CAPTURE(most, worst, layer.sum_bits);
    CHECK(worst <= 0.5001 / one);
    CHECK(worst <= std::max(double{most} / 30'000, 0.5001 / (1 << 20)));
    for (std::size_t in = 0; in < 130; ++in) {  // rows are filled up with zeros
      for (std::size_t out = 37; out < 48; ++out) REQUIRE(layer.weights[in * 48 + out] == 0);
    }
  }
}

TEST_CASE("no sum of a layer can leave 32 bits", "[mlp]") {
  SplitMix64 random(839);
  // All weights as large as can be, and of one sign.
  NetworkFile file =
      test::random_network(random, NetworkInputs::kFlips, NetworkOutput::kMoverWins, {64, 1024}, 1);
  for (NetworkLayer& layer : file.layers) {
    for (float& weight : layer.weights) weight = 30;
  }
  const auto network = QuantisedNetwork::make(file);
  REQUIRE(network);
  const MlpWeights view = network->view();
  for (int i = 1; i < view.depth; ++i) {
    const MlpLayer& layer = view.layers[i];
    std::int64_t sum = std::abs(std::int64_t{layer.biases[0]});
    for (int in = 0; in < layer.stride; ++in) {
      sum += std::abs(std::int64_t{layer.weights[in]}) << MlpWeights::kActivationBits;
    }
    CAPTURE(i);
    CHECK(sum <= std::numeric_limits<std::int32_t>::max());
    CHECK(sum > std::numeric_limits<std::int32_t>::max() / 4);  // no finer than it must be
  }
}

TEST_CASE("weights beyond all measure are refused", "[mlp]") {
  NetworkFile file = some_network(1);
  file.layers[1].weights[3] = 1e30f;
  const auto network = QuantisedNetwork::make(file);
  REQUIRE(!network);
  CHECK_THAT(network.error().message,
             Catch::Matchers::StartsWith("layer 2 has weights too large to search with"));
}

TEST_CASE("a network stays where it is when it moves", "[mlp]") {
  auto made = QuantisedNetwork::make(some_network(1)).value();
  const MlpWeights before = made.view();
  const QuantisedNetwork moved = std::move(made);
  CHECK(moved.view().layers == before.layers);
  CHECK(moved.view().sigmoid == before.sigmoid);
  CHECK(moved.view().layers[0].weights == before.layers[0].weights);
}
