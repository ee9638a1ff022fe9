// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/game/rules.h"
#include "tests/support/boards.h"
#include "tools/lab/papers/learn/measure.h"
#include "tools/lab/papers/systems/mlp.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

using namespace sumi;
using namespace sumi::lab;

namespace {

const std::vector<NetworkInput> kInputs{{0, 1}, {3, 0.5f}, {4, -2}};
constexpr std::array kTargets{0.9f, 0.2f};

Mlp sample(const std::vector<int>& units) {
  Mlp mlp(units);
  for (int i = 0; i < mlp.layers(); ++i) mlp.draw(i, -1, 1, 7);
  std::vector<NetworkLayer> layers = mlp.to_layers();
  SplitMix64 random(11);
  for (NetworkLayer& layer : layers) {
    for (float& bias : layer.biases) bias = static_cast<float>(random.uniform());
  }
  return Mlp(layers);
}

/// network_value() in doubles.
std::vector<double> outputs_of(const std::vector<NetworkLayer>& layers) {
  std::vector<double> units(static_cast<std::size_t>(layers.front().inputs));
  for (const NetworkInput& input : kInputs)
    units[static_cast<std::size_t>(input.index)] = input.value;
  for (const NetworkLayer& layer : layers) {
    std::vector<double> next;
    for (std::size_t out = 0; out < layer.biases.size(); ++out) {
      double sum = layer.biases[out];
      for (std::size_t in = 0; in < units.size(); ++in) {
        sum += layer.weights[out * units.size() + in] * units[in];
      }
      next.push_back(1 / (1 + std::exp(-sum)));
    }
    units = next;
  }
  return units;
}

double loss_of(const std::vector<NetworkLayer>& layers, bool cross_entropy) {
  double loss = 0;
  const std::vector<double> outputs = outputs_of(layers);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const double t = kTargets[i], o = outputs[i];
    loss += cross_entropy ? -t * std::log(o) - (1 - t) * std::log(1 - o) : (t - o) * (t - o) / 2;
  }
  return loss;
}

std::vector<NetworkLayer> after_step(Mlp mlp, const LearningRule& rule) {
  MlpUnits units(mlp);
  mlp.sum(kInputs, units.layer(0));
  mlp.activate(units);
  mlp.learn(kInputs, kTargets, rule, units);
  return mlp.to_layers();
}

std::vector<float*> numbers_of(std::vector<NetworkLayer>& layers) {
  std::vector<float*> all;
  for (NetworkLayer& layer : layers) {
    for (float& weight : layer.weights) all.push_back(&weight);
    for (float& bias : layer.biases) all.push_back(&bias);
  }
  return all;
}

}  // namespace

TEST_CASE("sigmoid has an error below 1e-6", "[mlp]") {
  const auto of = [](float x) { return sigmoid(Four{} + x)[0]; };
  for (int i = -150'000; i <= 150'000; ++i) {
    const float x = static_cast<float>(i) / 1000;
    const double want = 1 / (1 + std::exp(-static_cast<double>(x)));
    if (!(std::abs(of(x) - want) < 1e-6)) FAIL(x << ": " << of(x) << ", not " << want);
  }
  CHECK(of(0) == 0.5f);
  CHECK(of(3e38f) == 1);
  CHECK(of(-3e38f) >= 0);
  CHECK(of(-3e38f) < 1e-29f);
  std::array<float, 16> values;
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) - 8;
  apply_sigmoid(values.data(), 2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    CHECK(values[i] == of(static_cast<float>(i) - 8));
  }
}

TEST_CASE("rows are added and multiplied correctly", "[mlp]") {
  std::array<float, 16> a, b, c;
  float product = 0;
  for (std::size_t i = 0; i < 16; ++i) {
    a[i] = static_cast<float>(i) - 3;
    b[i] = static_cast<float>(2 * i);
    c[i] = 1;
    product += a[i] * b[i];
  }
  CHECK(dot(a.data(), b.data(), 2) == product);
  CHECK(dot(a.data(), b.data(), 0) == 0);
  add_scaled(c.data(), b.data(), 0.5f, 1);
  for (std::size_t i = 0; i < 16; ++i) CHECK(c[i] == 1 + (i < 8 ? 0.5f * b[i] : 0));
  const std::array<NetworkInput, 2> terms{{{1, 2}, {0, -1}}};
  add_terms<2>(c.data(), a.data(), terms, [&](int i) { return i == 0 ? a.data() : b.data(); });
  for (std::size_t i = 0; i < 16; ++i) CHECK(c[i] == 2 * b[i]);
}

TEST_CASE("mlp: outputs equal those of its layers", "[mlp]") {
  for (const auto& units : std::vector<std::vector<int>>{
           {6, 2}, {6, 5, 2}, {6, 8, 2}, {6, 9, 17, 2}, {6, 40, 1, 3, 2}}) {
    const Mlp mlp = sample(units);
    CAPTURE(units);
    CHECK(Mlp(mlp.to_layers()).to_layers() == mlp.to_layers());
    CHECK(mlp.units() == units);
    MlpUnits values(mlp);
    mlp.sum(kInputs, values.layer(0));
    mlp.activate(values);
    const std::vector<double> want = outputs_of(mlp.to_layers());
    for (std::size_t i = 0; i < want.size(); ++i) {
      CHECK(values.outputs()[i] == Approx(want[i]).margin(2e-6));
    }
  }
}

TEST_CASE("mlp: learning follows the gradient", "[mlp]") {
  for (const bool cross_entropy : {false, true}) {
    for (const auto& units : std::vector<std::vector<int>>{{6, 2}, {6, 5, 2}, {6, 9, 3, 2}}) {
      const Mlp mlp = sample(units);
      LearningRule rule;
      rule.learning_rate = 0.5f;
      rule.cross_entropy = cross_entropy;
      std::vector<NetworkLayer> before = mlp.to_layers(), after = after_step(mlp, rule);
      const std::vector<float*> old = numbers_of(before), now = numbers_of(after);
      for (std::size_t i = 0; i < old.size(); ++i) {
        const float at = *old[i];
        constexpr float kStep = 1.0f / 256;
        *old[i] = at + kStep;
        const double up = loss_of(before, cross_entropy);
        *old[i] = at - kStep;
        const double down = loss_of(before, cross_entropy);
        *old[i] = at;
        CAPTURE(cross_entropy, units, i);
        CHECK(*now[i] - at == Approx(-0.5 * (up - down) / (2 * kStep)).margin(2e-5));
      }
    }
  }
}

TEST_CASE("mlp: each fault of S2 can be enabled", "[mlp]") {
  const Mlp mlp = sample({6, 9, 2});
  const std::vector<NetworkLayer> before = mlp.to_layers();
  LearningRule rule;
  const std::vector<NetworkLayer> right = after_step(mlp, rule);

  LearningRule part = rule;
  part.first_units = 7;
  const std::vector<NetworkLayer> partly = after_step(mlp, part);
  CHECK(partly[1] == right[1]);
  for (std::size_t i = 0; i < right[0].weights.size(); ++i) {
    CHECK(partly[0].weights[i] == (i < 7 * 6 ? right[0].weights[i] : before[0].weights[i]));
  }

  LearningRule early = rule;
  early.change_first = true;
  const std::vector<NetworkLayer> wrong = after_step(mlp, early);
  CHECK(wrong[1] == right[1]);
  // Backpropagation uses the weights after the step.
  std::vector<NetworkLayer> mixed = before;
  mixed[1].weights = right[1].weights;
  const double step = wrong[0].weights[0] - before[0].weights[0];
  const std::vector<double> outputs = outputs_of(before);
  double error = 0, hidden = before[0].biases[0];
  for (std::size_t out = 0; out < 2; ++out) {
    error += (kTargets[out] - outputs[out]) * outputs[out] * (1 - outputs[out]) *
             mixed[1].weights[9 * out];
  }
  for (const NetworkInput& input : kInputs) {
    hidden += before[0].weights[static_cast<std::size_t>(input.index)] * input.value;
  }
  hidden = 1 / (1 + std::exp(-hidden));
  CHECK(step == Approx(0.1 * error * hidden * (1 - hidden)).margin(1e-6));
  CHECK(wrong[0].weights != right[0].weights);

  LearningRule none = rule;
  none.biases = false;
  const std::vector<NetworkLayer> unbiased = after_step(mlp, none);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(unbiased[i].biases == before[i].biases);
    CHECK(unbiased[i].weights == right[i].weights);
  }
}

TEST_CASE("mlp: random weights are within their bounds and depend on the seed", "[mlp]") {
  Mlp mlp({6, 9, 2}), same({6, 9, 2}), other({6, 9, 2});
  mlp.draw(0, 0, 0.5, 1);
  same.draw(0, 0, 0.5, 1);
  other.draw(0, 0, 0.5, 2);
  const std::vector<NetworkLayer> layers = mlp.to_layers();
  for (const float weight : layers[0].weights) CHECK((weight >= 0 && weight < 0.5f));
  CHECK(layers == same.to_layers());
  CHECK(layers != other.to_layers());
  CHECK(layers[1].weights == std::vector<float>(18));
}

using namespace sumi;

namespace {

std::vector<NetworkInput> sorted(std::vector<NetworkInput> inputs) {
  std::ranges::sort(inputs, {}, &NetworkInput::index);
  return inputs;
}

NetworkFile drawn(NetworkInputs inputs, NetworkOutput output) {
  Mlp mlp(std::vector<int>{input_count(inputs), 12, output_count(output)});
  for (int i = 0; i < mlp.layers(); ++i) mlp.draw(i, -0.5, 0.5, 3);
  return {.inputs = inputs, .output = output, .layers = mlp.to_layers(), .provenance = {}};
}

/// For the side to move of `position`.
double slow_value(const NetworkFile& network, const Position& position, Square move) {
  const Bitboard flips = rules::flips(position.board, move);
  const Position reply{position.board.played(move, flips), !position.to_move};
  if (network.output == NetworkOutput::kBlackWhite) {
    const double black = network_value(network, reply);
    return position.to_move == Color::kBlack ? black : -black;
  }
  if (rules::legal_moves(reply.board) != 0) return 1 - network_value(network, reply);
  if (!rules::game_over(reply.board)) return network_value(network, reply.passed());
  const int discs = -final_score(reply.board).discs;
  return discs > 0 ? 1 : discs == 0 ? 0.5 : 0;
}

}  // namespace

TEST_CASE("net evaluator: its inputs are those of network_inputs()", "[net]") {
  SplitMix64 random(503);
  InputList list;
  for (int i = 0; i < 400; ++i) {
    const Board board = i % 2 == 0 ? test::random_game(random, random.below(61))
                                   : test::random_fill(random, 100, 100);
    const Position position{board, random.below(2) == 0 ? Color::kBlack : Color::kWhite};
    for (const NetworkInputs inputs : {NetworkInputs::kDiscs, NetworkInputs::kFlips}) {
      collect_inputs(inputs, position, list);
      REQUIRE(sorted({list.begin(), list.end()}) == sorted(network_inputs(inputs, position)));
    }
  }
  for (const int size : {4, 6}) {
    collect_inputs(NetworkInputs::kFlips, start_position(size), list);
    CHECK(sorted({list.begin(), list.end()}) ==
          sorted(network_inputs(NetworkInputs::kFlips, start_position(size))));
  }
}

TEST_CASE("net evaluator: a move has the value of the position after it", "[net]") {
  SplitMix64 random(509);
  int passes = 0, ends = 0;
  for (const auto& [inputs, output] :
       {std::pair{NetworkInputs::kDiscs, NetworkOutput::kBlackWhite},
        std::pair{NetworkInputs::kFlips, NetworkOutput::kMoverWins},
        std::pair{NetworkInputs::kDiscs, NetworkOutput::kMoverWins},
        std::pair{NetworkInputs::kFlips, NetworkOutput::kBlackWhite}}) {
    const NetworkFile network = drawn(inputs, output);
    const Mlp mlp(network.layers);
    NetEvaluator evaluator(mlp, inputs, output);
    EvaluatedMoves moves;
    for (int i = 0; i < 150; ++i) {
      const Position position{
          test::random_game(random, i % 3 == 0 ? random.below(61) : 1 + random.below(6)),
          random.below(2) == 0 ? Color::kBlack : Color::kWhite};
      const Bitboard legal = rules::legal_moves(position.board);
      if (legal == 0) continue;
      evaluator.evaluate_moves(position, legal, moves);
      REQUIRE(moves.count == std::popcount(legal));
      int best = 0;
      Bitboard left = legal;
      for (int k = 0; k < moves.count; ++k, left &= left - 1) {
        const auto at = static_cast<std::size_t>(k);
        REQUIRE(moves.squares[at] == first_square(left));
        CHECK(moves.values[at] ==
              Approx(slow_value(network, position, moves.squares[at])).margin(2e-5));
        if (moves.values[at] >= moves.values[static_cast<std::size_t>(best)]) best = k;
        const Bitboard flips = rules::flips(position.board, moves.squares[at]);
        const Board reply = position.board.played(moves.squares[at], flips);
        passes += rules::must_pass(reply);
        ends += rules::game_over(reply);
      }
      CHECK(moves.best() == best);
      const std::span<const float> again = evaluator.evaluate_again(position);
      const std::vector<float> kept(again.begin(), again.end());
      const std::span<const float> fresh = evaluator.evaluate(position);
      CHECK(kept == std::vector<float>(fresh.begin(), fresh.end()));
      const float value = network_value(network, position);
      const bool sign = output == NetworkOutput::kBlackWhite && position.to_move == Color::kWhite;
      CHECK(evaluator.value(position) == Approx(sign ? -value : value).margin(2e-5));
    }
  }
  CHECK(passes > 20);
  CHECK(ends > 20);
}

TEST_CASE("net player: chooses the last of equal moves", "[net]") {
  NetworkFile network = drawn(NetworkInputs::kDiscs, NetworkOutput::kBlackWhite);
  const std::atomic<bool> stop = false;
  for (float& weight : network.layers[1].weights) weight = 0;
  CHECK(NetPlayer(network).choose(Position{}, 1, stop) == square_at(4, 5));  // e6
  // One hidden unit passes a black disc on c4 to "Black wins".
  network.layers[0].weights[26] = 5;
  network.layers[1].weights[0] = 1;
  for (int i = 0; i < 130; ++i) {
    if (i != 26) network.layers[0].weights[static_cast<std::size_t>(i)] = 0;
  }
  CHECK(NetPlayer(network).choose(Position{}, 1, stop) == square_at(2, 3));
}
