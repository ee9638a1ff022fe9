// SPDX-License-Identifier: MIT
#include "engine/players/qtable.h"
#include "tests/support/results.h"
#include "tests/support/state_graphs.h"
#include "tools/lab/papers/dp/sampling_learner.h"

#include <catch2/catch.hpp>

#include <cmath>

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

TEST_CASE("dp sampling: prediction comes as close as chance allows", "[dp]") {
  const SamplingLearner learner = learned(kPrediction);
  // Five standard errors of a mean of results in -1..1.
  CHECK(std::abs(learner.values()[0] - learner.exact()[0]) < 5 / std::sqrt(kEpisodes));
  CHECK(learner.updates()[0] == kEpisodes);
  CHECK(error_of(learner) < error_of(learned(kPrediction, kEpisodes / 20)));
}

TEST_CASE("dp sampling: methods that look for the best find it", "[dp]") {
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

TEST_CASE("dp sampling: goes on from what was saved, however it was cut", "[dp]") {
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
