// SPDX-License-Identifier: MIT
#include "engine/engine.h"
#include "engine/game/symmetry.h"
#include "tests/support/boards.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/papers/learn/measure.h"
#include "tools/lab/papers/systems/ntuple_learner.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <string>

using namespace sumi;
using namespace sumi::lab;

namespace {

NtupleSettings settings_of(std::uint64_t seed) {
  NtupleSettings settings;
  settings.seed = seed;
  settings.measured_games = 100;
  return settings;
}

}  // namespace

TEST_CASE("ntuple: symmetric boards have one value, which moves by what is added", "[ntuple]") {
  NtupleLearner learner(settings_of(3));
  learner.advance(20, {});
  NtupleNetwork network;
  network.weights() = learner.network().weights();
  SplitMix64 random(877);
  for (int i = 0; i < 50; ++i) {
    const Board b = test::random_game(random, 2 + i);
    const double sum = network.sum(b);
    for (int s = 1; s < kSymmetries; ++s) {
      CHECK(network.sum(symmetric(b, s)) == Approx(sum).margin(1e-5));
    }
    CHECK(network.value(b) == Approx(std::tanh(sum)));
  }
  // No tuple of a full board of one colour occurs twice with other fillings.
  const Board full{~Bitboard{0}, 0};
  const double before = network.sum(full);
  network.add(full, 0.5);
  CHECK(network.sum(full) > before + 0.5 - 1e-6);
}

TEST_CASE("ntuple: interrupted learning continues as if it were not", "[ntuple]") {
  NtupleLearner whole(settings_of(5)), half(settings_of(5)), rest(settings_of(5));
  whole.advance(40, {});
  half.advance(17, {});
  REQUIRE(rest.load(half.save()));
  CHECK(rest.steps() == 17);
  rest.advance(23, {});
  CHECK(rest.save() == whole.save());
  CHECK(rest.result() == whole.result());
  NtupleLearner other(settings_of(6));
  other.advance(40, {});
  CHECK(other.save() != whole.save());
  const std::string state = whole.save();
  for (const std::string& bad : {std::string(), std::string("ntuple 40\n"), "td" + state.substr(6),
                                 state.substr(0, state.size() - 1), state + "x"}) {
    CHECK(!rest.load(bad));
  }
}

TEST_CASE("ntuple: a few hundred games beat random moves", "[ntuple]") {
  NtupleLearner learner(settings_of(1));
  const auto wins = [&] { return learner.measure({})[0].value; };
  const double before = wins();
  learner.advance(400, {});
  CHECK(before < 70);
  CHECK(wins() > 80);
}

TEST_CASE("ntuple: the result evaluates as the network does", "[ntuple]") {
  NtupleLearner learner(settings_of(1));
  learner.advance(200, {});
  const test::TemporaryFolder folder;
  EngineOptions options;
  options.hash_mib = 1;
  options.weights = folder.write("result", learner.result());
  Engine engine(options);
  CHECK_THAT(engine.description(), Catch::Matchers::StartsWith("evaluator pattern, weights '"));
  SplitMix64 random(881);
  double error = 0, spread = 0;
  constexpr int kBoards = 100;
  for (int i = 0; i < kBoards; ++i) {
    const Board b = test::random_game(random, 10 + i % 40);
    const double discs = 16 * learner.network().sum(b);
    engine.set_board(b);
    error += std::abs(to_discs(engine.evaluate()) - std::clamp(discs, -64.0, 64.0)) / kBoards;
    spread += std::abs(discs) / kBoards;
  }
  CHECK(spread > 1);
  CHECK(error < spread / 4);  // rounding
}
