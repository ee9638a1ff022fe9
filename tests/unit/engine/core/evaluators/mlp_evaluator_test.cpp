// SPDX-License-Identifier: MIT
/// The evaluator `mlp` against network_value(), within the error of integer arithmetic.
#include "engine/core/evaluators/mlp_evaluator.h"
#include "engine/core/search/midgame.h"
#include "engine/weights/network_file.h"
#include "tests/support/boards.h"
#include "tests/support/core.h"
#include "tests/support/minimax.h"
#include "tests/support/networks.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

using namespace sumi;
using namespace sumi::SUMI_ISA;

namespace {

/// The largest rounding error of values in -1..1, for weights from training and at most two hidden
/// layers.
constexpr double kMaxDifference = 0.004;

template <int N>
Value full_value(const MlpEvaluator<N>& eval, const Board& b) {
  typename MlpEvaluator<N>::State state;
  eval.reset(b, state);
  return eval.value(b, state);
}

/// In floating point, -1..1 for the side to move: Black if the number of empties is even.
double slow_value(const NetworkFile& network, const Board& b, int size) {
  const Color to_move = b.empties() % 2 == 0 ? Color::kBlack : Color::kWhite;
  const double value = network_value(network, {b, to_move, size});
  if (network.output == NetworkOutput::kMoverWins) return 2 * value - 1;
  return to_move == Color::kBlack ? value : -value;
}

struct Kind {
  NetworkInputs inputs;
  NetworkOutput output;
  std::vector<int> hidden;
  float most;
};

std::vector<Kind> kinds() {
  using enum NetworkInputs;
  using enum NetworkOutput;
  return {{kDiscs, kBlackWhite, {40}, 0.5f},    {kDiscs, kBlackWhite, {40}, 4},
          {kDiscs, kBlackWhite, {}, 0.5f},      {kDiscs, kMoverWins, {129}, 0.3f},
          {kDiscs, kMoverWins, {128, 16}, 1},   {kFlips, kMoverWins, {64}, 0.2f},
          {kFlips, kMoverWins, {33, 16}, 1.5f}, {kFlips, kBlackWhite, {}, 0.1f}};
}

template <int N>
void compare_with_floats(std::uint64_t seed, int boards) {
  SplitMix64 random(seed);
  for (const Kind& kind : kinds()) {
    const NetworkFile file =
        test::random_network(random, kind.inputs, kind.output, kind.hidden, kind.most);
    const QuantisedNetwork network = QuantisedNetwork::make(file).value();
    const MlpWeights weights = network.view();
    const MlpEvaluator<N> eval(weights);
    double worst = 0;
    for (int i = 0; i < boards; ++i) {
      Board b = i % 4 == 0 ? test::random_fill(random, 100, 100)
                           : test::random_game(random, random.below(60));
      if (N < 8) b = {b.own & kSquares<N>, b.opp & kSquares<N>};
      const double got = full_value(eval, b).units / double{kMaxEstimate.units};
      worst = std::max(worst, std::abs(got - slow_value(file, b, N)));
    }
    CAPTURE(N, static_cast<int>(kind.inputs), kind.hidden.size(), kind.most, worst);
    CHECK(worst <= kMaxDifference);
  }
}

}  // namespace

TEST_CASE("integer arithmetic is within 0.004 of floating point", "[mlp]") {
  compare_with_floats<8>(853, 80);
  compare_with_floats<6>(857, 25);
  compare_with_floats<4>(859, 25);
}

TEST_CASE("incremental sums equal sums from the whole board", "[mlp]") {
  SplitMix64 random(863);
  long passes = 0;
  for (const Kind& kind : kinds()) {
    const NetworkFile file =
        test::random_network(random, kind.inputs, kind.output, kind.hidden, kind.most);
    const QuantisedNetwork network = QuantisedNetwork::make(file).value();
    const MlpWeights weights = network.view();
    const MlpEvaluator<8> eval(weights);
    for (int game = 0; game < 12; ++game) {
      Board b = kStartBoard;
      MlpEvaluator<8>::State parent, child;
      eval.reset(b, child);
      while (!rules::game_over(b)) {
        parent = child;
        const Bitboard legal = rules::legal_moves(b);
        if (legal == 0 || random.below(20) == 0) {  // or a voluntary pass
          eval.pass(parent, child);
          b = b.passed();
          ++passes;
        } else {
          const Square s = test::random_square(random, legal);
          const Bitboard flipped = rules::flips(b, s);
          eval.advance(b, parent, s, flipped, child);
          b = b.played(s, flipped);
        }
        CAPTURE(b.own, b.opp, kind.hidden.size());
        REQUIRE(eval.value(b, child) == full_value(eval, b));
      }
    }
  }
  CHECK(passes > 100);
}

TEST_CASE("the value of an overconfident network stays within the range of estimates", "[mlp]") {
  SplitMix64 random(877);
  for (const NetworkOutput output : {NetworkOutput::kBlackWhite, NetworkOutput::kMoverWins}) {
    NetworkFile file = test::random_network(random, NetworkInputs::kDiscs, output, {4}, 1);
    for (float& bias : file.layers[1].biases) bias = 10'000;
    if (output == NetworkOutput::kBlackWhite) file.layers[1].biases[1] = -10'000;
    const QuantisedNetwork network = QuantisedNetwork::make(file).value();
    const MlpWeights weights = network.view();
    CHECK(full_value(MlpEvaluator<8>(weights), kStartBoard) == kMaxEstimate);
  }
}

TEST_CASE("a search with a network returns the minimax value", "[mlp][midgame]") {
  SplitMix64 random(881);
  const NetworkFile file =
      test::random_network(random, NetworkInputs::kDiscs, NetworkOutput::kBlackWhite, {20}, 1);
  const QuantisedNetwork network = QuantisedNetwork::make(file).value();
  const MlpWeights weights = network.view();
  const MlpEvaluator<8> eval(weights);
  test::compare_with_minimax(
      eval, [&](const Board& b) { return full_value(eval, b); }, 881, 60, 4);
}
