// SPDX-License-Identifier: MIT
#include "tests/support/results.h"
#include "tests/support/slow_net.h"
#include "tools/lab/papers/systems/net_learner.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace sumi;
using namespace sumi::lab;

namespace {

TdSettings small(unsigned faults = kNoTdFault, std::uint64_t seed = 1) {
  TdSettings settings;
  settings.net.seed = seed;
  settings.net.size = 4;
  settings.net.measured_games = 100;
  settings.faults = faults;
  return settings;
}

std::vector<NetworkLayer> learned(const TdSettings& settings, std::uint64_t episodes) {
  TdLearner learner(settings);
  learner.advance(episodes, {});
  CHECK(learner.steps() == episodes);
  return learner.network().layers;
}

}  // namespace

TEST_CASE("td: games and targets equal those of the slow reference", "[td]") {
  const unsigned faults = GENERATE(kNoTdFault, kLastThrice, kDrawnAfter, kLastThrice | kDrawnAfter);
  const Targets targets = GENERATE(Targets::kNext, Targets::kExpected, Targets::kResult);
  TdSettings settings = small(faults);
  settings.targets = targets;
  LearningRule rule;
  rule.biases = false;
  test::SlowNet net(TdLearner(settings).network(), rule);
  int passes = 0;
  for (std::uint64_t game = 0; game < 12; ++game) {
    SplitMix64 random = test::lots_of_game(settings.net.seed, game);
    Position now = start_position(4), before = now.passed();
    std::vector<Position> visited;
    while (!rules::game_over(now.board, 4)) {
      const Bitboard legal = rules::legal_moves(now.board, 4);
      if (legal == 0) {
        now = now.passed();
        continue;
      }
      if (before.to_move == now.to_move) {
        visited.push_back(now.passed());
        if (targets != Targets::kResult) net.teach(now.passed(), net.outputs(now));
        ++passes;
      }
      const auto evaluate = [&] {
        EvaluatedMoves moves;
        for (Bitboard left = legal; left != 0; left &= left - 1) {
          const auto at = static_cast<std::size_t>(moves.count++);
          moves.squares[at] = first_square(left);
          const std::vector<float> outputs = net.outputs(test::after(now, moves.squares[at]));
          moves.outputs[at] = {outputs[0], outputs[1]};
          const float black = outputs[0] - outputs[1];
          moves.values[at] = now.to_move == Color::kBlack ? black : -black;
        }
        return moves;
      };
      EvaluatedMoves moves = evaluate();
      visited.push_back(now);
      if (targets == Targets::kNext) {
        const auto next = static_cast<std::size_t>(draw_move(moves, settings.net.epsilon, random));
        net.teach(now, moves.outputs[next]);
      } else if (targets == Targets::kExpected) {
        std::array<double, 2> sum{};
        for (std::size_t i = 0; i < static_cast<std::size_t>(moves.count); ++i) {
          sum[0] += moves.outputs[i][0];
          sum[1] += moves.outputs[i][1];
        }
        const auto best = moves.outputs[static_cast<std::size_t>(moves.best())];
        const auto mean = [&](std::size_t k) {
          return static_cast<float>(0.9 * best[k] + 0.1 * sum[k] / moves.count);
        };
        net.teach(now, std::array{mean(0), mean(1)});
      }
      before = now;
      if ((faults & kDrawnAfter) != 0) moves = evaluate();
      const auto played = static_cast<std::size_t>(draw_move(moves, settings.net.epsilon, random));
      now = test::after(now, moves.squares[played]);
    }
    const int discs =
        std::popcount(now.discs(Color::kBlack)) - std::popcount(now.discs(Color::kWhite));
    const std::array result{discs > 0 ? 1.0f : 0.0f, discs < 0 ? 1.0f : 0.0f};
    if (targets == Targets::kResult) {
      for (const Position& position : visited) net.teach(position, result);
    }
    if ((faults & kLastThrice) != 0) {
      net.teach(now, net.outputs(now.passed()));
      net.teach(now.passed(), net.outputs(now));
    }
    net.teach(now, result);
  }
  CHECK(passes > 0);
  CHECK(test::alike(net.layers(), learned(settings, 12)));
}

TEST_CASE("td: a resumed run ends with the same bytes", "[td]") {
  TdLearner whole(small());
  whole.advance(60, {});
  TdLearner first(small());
  first.advance(17, {});
  first.measure({});
  TdLearner second(small());
  REQUIRE(second.load(first.save()));
  CHECK(second.steps() == 17);
  second.advance(20, {});
  second.advance(23, {});
  CHECK(second.save() == whole.save());
  CHECK(second.result() == whole.result());
  CHECK(parse_network(whole.result()));
  CHECK(learned(small(kNoTdFault, 2), 60) != whole.network().layers);
}

TEST_CASE("td: invalid states are refused", "[td]") {
  TdLearner learner(small());
  const std::string state = learner.save();
  for (const std::string& bad : {std::string(), std::string("td"), std::string("td x\n"),
                                 "returns" + state.substr(2), state.substr(0, state.size() - 1)}) {
    CHECK(!learner.load(bad));
  }
  TdSettings other = small();
  other.hidden = 8;
  const auto loaded = TdLearner(other).load(state);
  REQUIRE(!loaded);
  CHECK(loaded.error().message ==
        "a network of 130-40-2 units, but one of 130-8-2 is learned here");
}

TEST_CASE("td: faults equal those of the paper's program", "[td]") {
  const auto begin = learned(small(), 0), positive = learned(small(kAllPositive), 0);
  int negative = 0;
  for (const NetworkLayer& layer : begin) {
    for (const float w : layer.weights) {
      CHECK((w >= -0.25f && w < 0.25f));
      negative += w < 0;
    }
  }
  CHECK(negative > 2000);
  for (const NetworkLayer& layer : positive) {
    for (const float w : layer.weights) CHECK((w >= 0 && w < 0.5f));
  }

  const auto part = learned(small(kPartOfUnits), 5), all = learned(small(), 5);
  for (std::size_t unit = 0; unit < 40; ++unit) {
    CAPTURE(unit);
    const auto row = [unit](const std::vector<NetworkLayer>& layers) {
      const auto from = layers[0].weights.begin() + static_cast<std::ptrdiff_t>(130 * unit);
      return std::vector<float>(from, from + 130);
    };
    CHECK((row(part) == row(begin)) == (unit >= 30));
    CHECK(row(all) != row(begin));
  }
  CHECK(part[1].weights != begin[1].weights);
  CHECK(learned(small(kChangedFirst), 5) != all);
  for (const NetworkLayer& layer : all) {
    CHECK(layer.biases == std::vector<float>(layer.biases.size()));
  }
  CHECK((TdLearner(small(kPartOfUnits)).settings() != TdLearner(small()).settings()));
}

TEST_CASE("td: learns to win against random moves", "[td]") {
  TdLearner learner(small());
  const auto before = learner.measure({});
  learner.advance(2500, {});
  const auto after = learner.measure({}), again = learner.measure({});
  REQUIRE(after.size() == 3);
  CHECK(after[0].name == "wins_black_percent");
  CHECK(after[1].name == "wins_white_percent");
  CHECK(after[0].value + after[1].value > 120);
  CHECK(after[2].name == "error");
  CHECK(after[2].value < before[2].value - 0.03);
  for (std::size_t i = 0; i < 3; ++i) CHECK(again[i].value == after[i].value);
}

TEST_CASE("td: learns on 8x8, and stops", "[td]") {
  TdSettings settings = small();
  settings.net.size = 8;
  const auto begin = learned(settings, 0);
  TdLearner learner(settings);
  learner.advance(20, {});
  CHECK(learner.steps() == 20);
  // The input of a black disc on a1, which smaller boards lack.
  CHECK(learner.network().layers[0].weights[0] != begin[0].weights[0]);
  std::stop_source stop;
  stop.request_stop();
  learner.advance(1000, stop.get_token());
  CHECK(learner.steps() == 20);
}

using namespace sumi;

namespace {

ReturnsSettings small_returns(int size = 4) {
  ReturnsSettings settings;
  settings.use_updated_values = false;
  settings.hidden = {16};
  settings.net.size = size;
  settings.net.measured_games = 50;
  return settings;
}

std::vector<NetworkLayer> learned(const ReturnsSettings& settings, std::uint64_t episodes) {
  ReturnsLearner learner(settings);
  learner.advance(episodes, {});
  return learner.network().layers;
}

}  // namespace

TEST_CASE("returns: complemented if the mover changes, but not after a pass", "[returns]") {
  CHECK(return_before(0.25, 1, 1, false) == 0);
  CHECK(return_before(0.25, 1, 1, true) == 1);
  CHECK(return_before(0.25, 1, 0, false) == 0.75);
  CHECK(return_before(0.25, 1, 0, true) == 0.25);
  CHECK(return_before(0.2, 1, 0.5, false) == Approx(0.4));
}

TEST_CASE("returns: games and targets equal those of the slow reference", "[returns]") {
  const ReturnsSettings settings = small_returns();
  LearningRule rule;
  rule.learning_rate = static_cast<float>(settings.net.learning_rate);
  rule.cross_entropy = true;
  test::SlowNet net(ReturnsLearner(settings).network(), rule);
  const auto chance = [&](const Position& reply) -> float {  // for the side that just moved
    if (rules::legal_moves(reply.board, 4) != 0) return 1 - net.outputs(reply)[0];
    if (rules::must_pass(reply.board, 4)) return net.outputs(reply.passed())[0];
    const int discs = -final_score(reply.board, 4).discs;
    return discs > 0 ? 1.0f : discs == 0 ? 0.5f : 0.0f;
  };
  int passes = 0;
  for (std::uint64_t game = 0; game < 12; ++game) {
    SplitMix64 random = test::lots_of_game(settings.net.seed, game);
    std::vector<Position> states;
    Position now = start_position(4);
    while (!rules::game_over(now.board, 4)) {
      const Bitboard legal = rules::legal_moves(now.board, 4);
      if (legal == 0) {
        now = now.passed();
        continue;
      }
      EvaluatedMoves moves;
      for (Bitboard left = legal; left != 0; left &= left - 1) {
        const auto at = static_cast<std::size_t>(moves.count++);
        moves.squares[at] = first_square(left);
        moves.values[at] = chance(test::after(now, moves.squares[at]));
      }
      states.push_back(now);
      const auto played = static_cast<std::size_t>(draw_move(moves, settings.net.epsilon, random));
      now = test::after(now, moves.squares[played]);
    }
    // The final position is also trained, on the result.
    const double black = final_score(now.board, 4).discs * (now.to_move == Color::kBlack ? 1 : -1);
    const double result = black > 0 ? 1 : black == 0 ? 0.5 : 0;  // for Black
    double next = 0, returned = 0;
    Color mover = now.to_move;
    for (std::size_t i = states.size() + 1; i-- > 0;) {
      const Position& state = i == states.size() ? now : states[i];
      const bool last = i == states.size();
      if (last) {
        returned = state.to_move == Color::kBlack ? result : 1 - result;
      } else {
        const double mixed = (1 - settings.gamma) * next + settings.gamma * returned;
        returned = state.to_move == mover ? mixed : 1 - mixed;
        passes += state.to_move == mover;
      }
      const float value = net.outputs(state)[0];
      net.teach(state, std::array{static_cast<float>((1 - settings.alpha) * value +
                                                     settings.alpha * returned)});
      next = value;
      mover = state.to_move;
    }
  }
  CHECK(passes > 0);
  CHECK(test::alike(net.layers(), learned(settings, 12)));
}

TEST_CASE("returns: a resumed run ends with the same bytes", "[returns]") {
  ReturnsSettings settings = small_returns();
  settings.hidden = {12, 7};
  ReturnsLearner whole(settings);
  whole.advance(20, {});
  ReturnsLearner first(settings), second(settings);
  first.advance(9, {});
  first.measure({});
  REQUIRE(second.load(first.save()));
  second.advance(11, {});
  CHECK(second.save() == whole.save());
  const auto file = parse_network(whole.result());
  REQUIRE(file);
  CHECK(file->inputs == NetworkInputs::kFlips);
  CHECK(file->output == NetworkOutput::kMoverWins);
  CHECK(file->layers.size() == 3);
}

TEST_CASE("returns: every setting has an effect", "[returns]") {
  const auto standard = learned(small_returns(8), 3);
  ReturnsSettings settings = small_returns(8);
  settings.alpha = 1;
  CHECK(learned(settings, 3) != standard);
  settings.net.learning_rate /= 2;  // cancels alpha
  const auto same = learned(settings, 3);
  for (std::size_t i = 0; i < standard.size(); ++i) {
    for (std::size_t k = 0; k < standard[i].weights.size(); ++k) {
      REQUIRE(same[i].weights[k] == Approx(standard[i].weights[k]).margin(1e-4));
    }
  }
  settings = small_returns(8);
  settings.gamma = 0.1;
  CHECK(learned(settings, 3) != standard);
  // V(s_{i+1}) after its update acts like another gamma.
  settings = small_returns(8);
  settings.use_updated_values = true;
  const auto updated = learned(settings, 3);
  CHECK(updated != standard);
  settings.use_updated_values = false;
  settings.gamma += settings.alpha * (1 - settings.gamma);
  CHECK(test::alike(updated, learned(settings, 3)));
  settings = small_returns(8);
  settings.cross_entropy = false;
  CHECK(learned(settings, 3) != standard);
  settings = small_returns(8);
  settings.alpha = 0;  // its own output is the target: no change
  CHECK(learned(settings, 3) == learned(settings, 0));
}

TEST_CASE("returns: learns to win against random moves", "[returns]") {
  ReturnsLearner learner(small_returns());
  const auto before = learner.measure({});
  learner.advance(1500, {});
  const auto after = learner.measure({});
  REQUIRE(after.size() == 3);
  CHECK(after[2].name == "error");
  CHECK(after[2].value < before[2].value - 0.03);
  CHECK(after[0].value + after[1].value > 120);
}
