// SPDX-License-Identifier: MIT
/// The evaluator `nnue` with random weights against a slow reference.
#include "engine/core/evaluators/nnue_evaluator.h"
#include "engine/core/search/midgame.h"
#include "engine/game/symmetry.h"
#include "tests/support/boards.h"
#include "tests/support/core.h"
#include "tests/support/minimax.h"
#include "tests/support/nnue_weights.h"

#include <catch2/catch.hpp>

#include <set>

using namespace sumi;
using namespace sumi::SUMI_ISA;

namespace {

const NnueFile& drawn_net() {
  static const NnueFile file = [] {
    SplitMix64 random(311);
    return test::drawn_nnue(random);
  }();
  return file;
}

Value net_value(const NnueFile& file, const Board& b) {
  const NnueWeights weights = file.view();
  const NnueEvaluator eval(weights);
  NnueEvaluator::State state;
  eval.reset(b, state);
  return eval.value(b, state);
}

}  // namespace

TEST_CASE("the net equals its slow reference at every number of empties", "[nnue]") {
  SplitMix64 random(313);
  NnueFile one_table = drawn_net();
  one_table.rows.resize(NnueFile::kTableBytes);
  std::set<Value> said;
  for (int i = 0; i < 600; ++i) {
    const Board b = i < 300 ? test::random_game(random, i % 60)
                            : test::random_fill(random, random.below(129), random.below(129));
    CAPTURE(b.own, b.opp);
    const Value value = net_value(drawn_net(), b);
    REQUIRE(value == nnue_value(drawn_net(), b));
    REQUIRE(net_value(one_table, b) == nnue_value(one_table, b));
    said.insert(value);
  }
  CHECK(said.size() > 300);
}

TEST_CASE("integer sums of the largest allowed weights do not overflow", "[nnue]") {
  SplitMix64 random(317);
  const test::NnueRange largest{127, 16000, 127, 1 << 24, 2048, 56'000, 20'000, 1 << 26};
  NnueFile file = test::drawn_nnue(random, largest);
  const Board b = test::random_game(random, 30);
  // Of one sign, so activations and products are as large as possible.
  for (const int sign : {1, -1}) {
    for (std::int8_t& number : file.rows) number = 127;
    for (NnueHead& head : file.heads) {
      std::ranges::fill(head.start, std::int16_t{16000});
      for (int c = 1; c < NnueHead::kChannels; ++c) {
        head.skip[c] = static_cast<std::int16_t>(sign * 20'000);
      }
      for (auto& group : head.hidden) {
        for (auto& unit : group) {
          for (std::int8_t& weight : unit) weight = static_cast<std::int8_t>(sign * 127);
        }
      }
      // Keeps hidden units between 0 and 1.
      for (std::int32_t& bias : head.hidden_bias) {
        bias = -sign * 126 * 127 * NnueHead::kChannels + 64 * random.below(128);
      }
    }
    REQUIRE(net_value(file, b) == nnue_value(file, b));
  }
  for (int i = 0; i < 50; ++i) {
    const NnueFile other = test::drawn_nnue(random, largest);
    REQUIRE(net_value(other, b) == nnue_value(other, b));
  }
}

TEST_CASE("the net gives all eight images of a board the same value", "[nnue]") {
  SplitMix64 random(331);
  for (int i = 0; i < 200; ++i) {
    const Board b = test::random_game(random, random.below(60));
    const Value value = net_value(drawn_net(), b);
    for (int s = 1; s < kSymmetries; ++s) {
      CAPTURE(b.own, b.opp, s);
      REQUIRE(net_value(drawn_net(), symmetric(b, s)) == value);
    }
  }
}

TEST_CASE("a search with the net returns the minimax value", "[nnue][midgame]") {
  NnueWeights weights = drawn_net().view();
  weights.error.tempo = {};
  test::compare_with_minimax(
      NnueEvaluator(weights), [](const Board& b) { return nnue_value(drawn_net(), b); }, 337, 100,
      3);
}
