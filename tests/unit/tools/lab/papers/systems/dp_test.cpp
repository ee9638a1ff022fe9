// SPDX-License-Identifier: MIT
#include "engine/players/qtable.h"
#include "tests/support/results.h"
#include "tests/support/state_graphs.h"
#include "tools/lab/papers/systems/dp.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>

using namespace sumi;
using namespace sumi::lab;
using test::late_game, test::whole_game;

namespace {

SweepLearner run(const StateGraph& graph, const SweepSetup& setup) {
  SweepLearner learner(graph, setup);
  for (int i = 0; i < 500 && !learner.done(); ++i) learner.advance(1, {});
  return learner;
}

}  // namespace

TEST_CASE("dp values: the first player loses, by best play and by the sign of the score", "[dp]") {
  const StateValues values = optimal_values(whole_game());
  CHECK(values[0] == -1);
  const auto scores = exact_scores(whole_game(), EndScore::kDiscs);
  std::size_t wrong = 0;
  for (std::size_t s = 0; s < values.size(); ++s) {
    wrong += values[s] != (scores[s].discs > 0) - (scores[s].discs < 0);
  }
  CHECK(wrong == 0);
  const Policy best = greedy_policy(whole_game(), values);
  CHECK(guaranteed_value(whole_game(), best, Color::kWhite, 0) == 1);
  CHECK(guaranteed_value(whole_game(), best, Color::kBlack, 0) == -1);
  CHECK(policy_values(whole_game(), best)[0] == -1);
  StateValues opposite = values;
  for (double& value : opposite) value = -value;
  const Policy worst = greedy_policy(whole_game(), opposite);
  CHECK(guaranteed_value(whole_game(), worst, Color::kWhite, 0) < 1);
}

TEST_CASE("dp values: soft policies are between random and best", "[dp]") {
  CHECK(soft_optimal_values(whole_game(), 0) == optimal_values(whole_game()));
  const StateValues random = policy_values(whole_game(), uniform_policy(whole_game()));
  CHECK(weighted_error(soft_optimal_values(whole_game(), 1), random,
                       StateValues(whole_game().size(), 1)) == Approx(0).margin(1e-9));
  CHECK(std::abs(random[0]) < 1);
  const StateValues soft = soft_optimal_values(whole_game(), 0.1);
  CHECK(soft[0] > -1);
  CHECK(soft[0] < random[0]);
  CHECK(policy_values(whole_game(), soft_policy(whole_game(), soft, 0.1))[0] == Approx(soft[0]));
  // Every game visits the start and ends once.
  const StateValues shares = visit_probabilities(whole_game(), uniform_policy(whole_game()), 0);
  double ends = 0;
  for (std::uint32_t s = 0; s < whole_game().size(); ++s) {
    if (whole_game().ends(s)) ends += shares[s];
  }
  CHECK(shares[0] == 1);
  CHECK(ends == Approx(1));
}

TEST_CASE("dp sweeps: each method converges to its values", "[dp]") {
  using enum SweepMethod;
  for (const SweepMethod method : {kPolicyEvaluation, kPolicyIteration, kValueIteration}) {
    for (const SweepOrder order : {SweepOrder::kForward, SweepOrder::kBackward}) {
      CAPTURE(name_of(method));
      const SweepLearner learner = run(late_game(), {method, order, 1e-9, 1});
      REQUIRE(learner.done());
      CHECK(weighted_error(learner.values(), learner.exact(), StateValues(late_game().size(), 1)) <
            1e-9);
      if (method != kPolicyIteration) {
        CHECK((order == SweepOrder::kBackward ? learner.steps() == 2 : learner.steps() > 5));
      } else {
        CHECK(learner.improvements() > 0);
      }
    }
  }
  CHECK(run(whole_game(), {kPrinted, SweepOrder::kForward, 0.01, 1}).values()[0] == -1);
}

TEST_CASE("dp sweeps: a checkpoint resumes", "[dp]") {
  const SweepSetup setup{SweepMethod::kPolicyIteration, SweepOrder::kForward, 0.01, 1};
  SweepLearner whole(late_game(), setup), first(late_game(), setup), second(late_game(), setup);
  whole.advance(20, {});
  first.advance(8, {});
  REQUIRE(second.load(first.save()));
  second.advance(12, {});
  CHECK(second.save() == whole.save());
  CHECK(second.result() == whole.result());
  CHECK_FALSE(second.load("junk"));
  CHECK_FALSE(second.load("{\"values\": [1]}"));
}

TEST_CASE("dp: a table of moves has the values of the states", "[dp]") {
  const StateValues values = optimal_values(whole_game());
  const QTable table = action_table(whole_game(), values);
  std::size_t wrong = 0;
  for (std::uint32_t s = 0; s < whole_game().size(); ++s) {
    for (const StateEdge& edge : whole_game().edges(s)) {
      if (edge.square == Square::kPass) continue;
      const QEntry* entry = table.find(whole_game().position(s).board, edge.square);
      wrong += !entry || entry->value != -values[edge.to];
    }
  }
  CHECK(wrong == 0);
}

using namespace sumi;
using namespace sumi::lab;
using test::late_game;

namespace {

using enum SamplingMethod;

constexpr int kEpisodes = 200'000;

SamplingLearner learned(SamplingMethod method, std::uint64_t episodes = kEpisodes) {
  const SamplingMethodRow& row = row_of(method);
  SamplingLearner learner(late_game(), {method, row.epsilon, row.step, 1});
  learner.advance(episodes, {});
  return learner;
}

double error_of(const SamplingLearner& learner) {
  return weighted_error(learner.values(), learner.exact(), learner.weights());
}

}  // namespace

TEST_CASE("dp sampling: prediction converges within the sampling error", "[dp]") {
  const SamplingLearner learner = learned(kPrediction);
  // Five standard errors of a mean of results in -1..1.
  CHECK(std::abs(learner.values()[0] - learner.exact()[0]) < 5 / std::sqrt(kEpisodes));
  CHECK(learner.updates()[0] == kEpisodes);
  CHECK(error_of(learner) < error_of(learned(kPrediction, kEpisodes / 20)));
}

TEST_CASE("dp sampling: TD(0) predicts the same values as Monte Carlo", "[dp]") {
  const SamplingLearner returns = learned(kPrediction), differences = learned(kTdPrediction);
  CHECK(returns.exact() == differences.exact());
  CHECK(std::abs(differences.values()[0] - differences.exact()[0]) < 0.1);
  CHECK(error_of(differences) < 0.1);
}

TEST_CASE("dp: a discount weights each result by the moves before the last", "[dp]") {
  constexpr double kGamma = 0.5;
  const StateGraph& graph = late_game();
  const StateValues values = policy_values(graph, uniform_policy(graph), kGamma);
  // The expected discounted result by the number of moves left, along all lines.
  const std::function<double(std::uint32_t)> expected = [&](std::uint32_t state) {
    double sum = 0;
    for (const StateEdge& edge : graph.edges(state)) {
      sum -= graph.ends(edge.to) ? end_value(graph, edge.to) : kGamma * expected(edge.to);
    }
    return sum / static_cast<double>(graph.edges(state).size());
  };
  CHECK(values[0] == Approx(expected(0)));
  CHECK(std::abs(values[0]) < std::abs(policy_values(graph, uniform_policy(graph))[0]));
  for (const SamplingMethod method : {kPrediction, kTdPrediction}) {
    SamplingLearner learner(graph, {method, 1, row_of(method).step, 1, kGamma});
    learner.advance(kEpisodes, {});
    CHECK(learner.exact()[0] == Approx(values[0]));
    CHECK(learner.values()[0] == Approx(values[0]).margin(0.05));
  }
}

TEST_CASE("dp sampling: control methods find the optimum", "[dp]") {
  const double best = optimal_values(late_game())[0];
  const Color mover = late_game().position(0).to_move;
  for (const SamplingMethod method : {kExploringStarts, kOffPolicy, kQLearning}) {
    CAPTURE(row_of(method).name);
    const SamplingLearner learner = learned(method);
    CHECK(learner.exact()[0] == best);
    CHECK(learner.values()[0] == Approx(best).margin(0.05));
    CHECK(guaranteed_value(late_game(), learner.greedy(), mover, 0) == best);
  }
}

TEST_CASE("dp sampling: soft methods find the soft optimum, not the optimum", "[dp]") {
  const double best = optimal_values(late_game())[0];
  for (const SamplingMethod method : {kSoftMonteCarlo, kSarsa}) {
    CAPTURE(row_of(method).name);
    const SamplingLearner learner = learned(method);
    CHECK(std::abs(learner.exact()[0] - best) > 1e-6);
    CHECK(learner.values()[0] == Approx(learner.exact()[0]).margin(0.1));
  }
}

TEST_CASE("dp sampling: any checkpoint resumes", "[dp]") {
  for (const SamplingMethodRow& row : sampling_methods()) {
    CAPTURE(row.name);
    const SamplingSetup setup{row.method, row.epsilon, row.step, 7};
    SamplingLearner whole(late_game(), setup), first(late_game(), setup),
        second(late_game(), setup);
    whole.advance(3000, {});
    first.advance(1234, {});
    REQUIRE(second.load(first.save()));
    second.advance(1, {});
    second.advance(1765, {});
    CHECK(second.steps() == 3000);
    CHECK(second.save() == whole.save());
    CHECK(parse_qtable(second.result()));
    SamplingLearner other(late_game(), {row.method, row.epsilon, row.step, 8});
    other.advance(3000, {});
    CHECK(other.save() != whole.save());
    CHECK_FALSE(second.load("{}"));
  }
}
