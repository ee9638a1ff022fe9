// SPDX-License-Identifier: MIT
/// The evaluator `pattern` with random weights against a slow reference.
#include "engine/core/evaluators/pattern_evaluator.h"
#include "engine/core/search/midgame.h"
#include "engine/game/symmetry.h"
#include "tests/support/boards.h"
#include "tests/support/core.h"
#include "tests/support/minimax.h"
#include "tests/support/pattern_weights.h"

#include <catch2/catch.hpp>

#include <climits>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace sumi;
using namespace sumi::SUMI_ISA;

namespace {

const PatternWeights& random_weights() {
  static const QuantisedPatterns quantised = [] {
    SplitMix64 random(211);
    const ErrorModel error{{1, 2, 3, 4, 5, 6, 7, 8}, {8}, {9}, 500};
    return QuantisedPatterns(test::drawn_pattern_weights([&] { return random.below(601) - 300; }),
                             error);
  }();
  static const PatternWeights weights = quantised.view();
  return weights;
}

Value slow_pattern_value(const Board& b) {
  return compress_estimate(test::pattern_units(random_weights(), b));
}

Value full_value(const PatternEvaluator& eval, const Board& b) {
  PatternEvaluator::State state;
  eval.reset(b, state);
  return eval.value(b, state);
}

void check_state(const PatternEvaluator& eval, const Board& b,
                 const PatternEvaluator::State& state) {
  CAPTURE(b.own, b.opp);
  REQUIRE(state.values == pattern_indices(b));
  REQUIRE(eval.value(b, state) == slow_pattern_value(b));
}

}  // namespace

TEST_CASE("incremental pattern indices equal those of the whole board", "[pattern]") {
  const PatternEvaluator eval(random_weights());
  SplitMix64 random(223);
  long moves = 0, passes = 0;
  for (int game = 0; game < 1500; ++game) {
    Board b = kStartBoard;
    PatternEvaluator::State states[2];
    eval.reset(b, states[0]);
    for (int ply = 0; !rules::game_over(b); ++ply) {
      const PatternEvaluator::State& parent = states[ply % 2];
      PatternEvaluator::State& child = states[(ply + 1) % 2];
      const Bitboard legal = rules::legal_moves(b);
      if (legal == 0) {
        eval.pass(parent, child);
        b = b.passed();
        ++passes;
      } else {
        const Square s = test::random_square(random, legal);
        const Bitboard flipped = rules::flips(b, s);
        eval.advance(b, parent, s, flipped, child);
        b = b.played(s, flipped);
        ++moves;
      }
      check_state(eval, b, child);
    }
  }
  CHECK(moves > 80'000);
  CHECK(passes > 500);
}

TEST_CASE("pattern indices follow any change of discs", "[pattern]") {
  const PatternEvaluator eval(random_weights());
  SplitMix64 random(227);
  PatternEvaluator::State state, child;
  for (int i = 0; i < 5000; ++i) {
    const int own = random.below(257), opp = random.below(257 - own);
    const Board b = test::random_fill(random, own, opp);
    eval.reset(b, state);
    check_state(eval, b, state);
    eval.pass(state, child);
    check_state(eval, b.passed(), child);
    if (b.empty() == 0 || b.opp == 0) continue;
    const Square s = test::random_square(random, b.empty());
    const Bitboard flipped = bit(test::random_square(random, b.opp));
    eval.advance(b, state, s, flipped, child);
    check_state(eval, b.played(s, flipped), child);
  }
}

TEST_CASE("all eight images of a board have the same value", "[pattern]") {
  const PatternEvaluator eval(random_weights());
  SplitMix64 random(229);
  int different = 0;
  for (int i = 0; i < 1000; ++i) {
    const Board b = test::random_game(random, random.below(60));
    const Value value = full_value(eval, b);
    for (int s = 1; s < kSymmetries; ++s) {
      CAPTURE(b.own, b.opp, s);
      REQUIRE(full_value(eval, symmetric(b, s)) == value);
    }
    different += value != full_value(eval, kStartBoard);
  }
  CHECK(different > 900);
}

TEST_CASE("weights may be loaded after the evaluator is constructed", "[pattern]") {
  PatternWeights weights;
  const PatternEvaluator eval(weights);
  weights = random_weights();
  CHECK(full_value(eval, kStartBoard) == slow_pattern_value(kStartBoard));
  CHECK(&eval.error() == &weights.error);
}

TEST_CASE("an estimate of any size is less than a win of all discs", "[evaluator]") {
  Value last = compress_estimate(INT_MIN);
  CHECK(last == -kMaxEstimate);
  for (int units = -70'000; units <= 70'000; ++units) {
    const Value value = compress_estimate(units);
    REQUIRE(value >= last);
    REQUIRE(value > to_value({-64}));
    REQUIRE(value < to_value({64}));
    REQUIRE(compress_estimate(-units) == -value);
    if (units >= -56 * 128 && units <= 56 * 128) REQUIRE(value.units == units);
    last = value;
  }
  CHECK(compress_estimate(INT_MAX) == kMaxEstimate);
  CHECK(compress_estimate(70 * 128) > compress_estimate(69 * 128));
}

TEST_CASE("a search with patterns returns the minimax value", "[pattern][midgame]") {
  test::compare_with_minimax(PatternEvaluator(random_weights()), slow_pattern_value, 233, 200, 4);
}
