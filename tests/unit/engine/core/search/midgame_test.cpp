// SPDX-License-Identifier: MIT
/// The midgame search against plain minimax with the same evaluator.
#include "engine/core/search/midgame.h"
#include "tests/support/boards.h"
#include "tests/support/core.h"
#include "tests/support/minimax.h"

#include <catch2/catch.hpp>

#include <bit>
#include <cstdlib>

using namespace sumi;
using namespace sumi::SUMI_ISA;

namespace {

template <Evaluator E>
Value static_value(const E& eval, const Board& b) {
  typename E::State state;
  eval.reset(b, state);
  return eval.value(b, state);
}

/// Adds tempo and parity for the side to move at the leaves.
template <Evaluator E>
void compare_with_minimax() {
  const E eval;
  const auto leaf_value = [&](const Board& b) {
    return clamp_estimate(static_value(eval, b).units + eval.error().leaf_correction(b.empties()));
  };
  test::compare_with_minimax(eval, leaf_value, 11, 300, 5);
}

}  // namespace

TEST_CASE("the midgame search returns the minimax value", "[midgame]") {
  compare_with_minimax<MobilityEvaluator<8>>();
  compare_with_minimax<TableEvaluator<8>>();
}

TEST_CASE("ProbCut to the end of the game does not use the tempo", "[midgame][probcut]") {
  const PatternWeights& shipped = test::shipped_weights();
  PatternWeights none = shipped, much = shipped;
  none.error.tempo = {};
  much.error.tempo.fill(700);
  SplitMix64 random(16);
  int compared = 0, cut = 0;
  while (compared < 60) {
    const Board b = test::random_game(random, 14 + 2 * random.below(3));
    if (rules::legal_moves(b) == 0) continue;
    const Value alpha{(random.below(21) - 10) * 4 * Value::kPerDisc};
    const auto probcut = [&](const PatternWeights& weights) {
      const PatternEvaluator eval(weights);
      test::ThreadFixture fixture;
      auto worker = fixture.worker<8>(eval, 73);
      worker.midgame.set_root(b);
      return worker.midgame.probcut(b, hash(b), legal_moves<8>(b), b.empties(), 0, alpha,
                                    Value{alpha.units + 2 * Value::kPerDisc});
    };
    const auto want = probcut(none);
    CAPTURE(b.own, b.opp, alpha.units);
    REQUIRE(probcut(much) == want);
    ++compared;
    cut += want != Midgame<PatternEvaluator, 8>::ProbcutResult::kNone;
  }
  CHECK(cut > 10);
  CHECK(cut < 55);
}

TEST_CASE("a reply in the table causes a cutoff without a search", "[midgame]") {
  const TableEvaluator<8> eval;
  SplitMix64 random(12);
  for (int i = 0; i < 50; ++i) {
    const Board b = test::random_game(random, 20 + random.below(30));
    const Bitboard legal = rules::legal_moves(b);
    if (legal == 0) continue;
    test::ThreadFixture fixture;
    const Board child = play(b, test::random_square(random, legal));
    const int depth = 4 + random.below(4);
    const auto nodes = [&](int known_depth) {
      fixture.tt.store(
          child, hash(child),
          {-kInfinity, to_value({-20}), known_depth, 100, false, Square::kPass, Square::kPass});
      auto worker = fixture.worker<8>(eval);
      worker.midgame.set_root(b);
      const Value value =
          worker.midgame.search(b, hash(b), depth, 0, to_value({15}), {to_value({15}).units + 1});
      if (worker.thread.nodes == 0) CHECK(value == to_value({20}));
      return worker.thread.nodes;
    };
    CHECK(nodes(depth - 2) > 0);  // not deep enough
    fixture.tt.clear();
    CHECK(nodes(depth - 1) == 0);
  }
}

TEST_CASE("a cheap ProbCut comes first, and suffices far from the window", "[midgame][probcut]") {
  const PatternEvaluator eval = test::shipped_patterns();
  SplitMix64 random(14);
  int cut = 0;
  for (int i = 0; i < 40; ++i) {
    const Board b = test::random_game(random, 30 + random.below(16));
    if (rules::legal_moves(b) == 0 || std::popcount(b.own) <= kFewDiscs) continue;
    const auto search = [&](int depth, Value beta, std::uint64_t& nodes) {
      test::ThreadFixture fixture;
      auto worker = fixture.worker<8>(eval, 73);
      worker.midgame.set_root(b);
      const Value value = worker.midgame.search(b, hash(b), depth, 0, Value{beta.units - 1}, beta);
      nodes = worker.thread.nodes;
      return value;
    };
    const int depth = kCheapProbeMinDepth + random.below(5);
    const int margin = ProbcutMargins(eval.error(), 73).at(depth, Probe::kCheap, b.empties());
    const Value beta{static_value(eval, b).units - 15 * Value::kPerDisc};
    const int shallow = probcut_depth(depth, Probe::kCheap), empties = b.empties();
    const Value threshold{beta.units + margin + eval.error().leaf_correction(empties - shallow) -
                          eval.error().leaf_correction(empties - depth)};
    if (std::abs(threshold.units) > 40 * Value::kPerDisc) continue;
    std::uint64_t probe_nodes = 0, nodes = 0;
    if (search(shallow, threshold, probe_nodes) < threshold) continue;
    ++cut;
    CAPTURE(b.own, b.opp, depth);
    CHECK(search(depth, beta, nodes) == beta);
    CHECK(nodes == probe_nodes);
  }
  CHECK(cut > 20);
}

TEST_CASE("evaluators are antisymmetric between the sides and within the range of estimates",
          "[evaluator]") {
  SplitMix64 random(13);
  for (int i = 0; i < 5000; ++i) {
    const int own = random.below(257), opp = random.below(257 - own);
    const Board b = test::random_fill(random, own, opp);
    const auto check = [&](const auto& eval) {
      const Value value = static_value(eval, b);
      CAPTURE(b.own, b.opp, value.units);
      REQUIRE(value <= kMaxEstimate);
      REQUIRE(value >= -kMaxEstimate);
      REQUIRE(static_value(eval, b.passed()) == -value);
    };
    check(MobilityEvaluator<8>());
    check(TableEvaluator<8>());
  }
}

TEST_CASE("`mobility` counts moves, and `table` adds up square values", "[evaluator]") {
  CHECK(static_value(MobilityEvaluator<8>(), kStartBoard) == Value{0});
  const Board three_to_one{bit(Square{27}), bit(Square{28}) | bit(Square{35}) | bit(Square{36})};
  const int more = std::popcount(rules::legal_moves(three_to_one)) -
                   std::popcount(rules::legal_moves(three_to_one.passed()));
  CHECK(static_value(MobilityEvaluator<8>(), three_to_one) == Value{128 * more});

  const Board corner{bit(Square::kA1), bit(Square{9})};
  CHECK(static_value(TableEvaluator<8>(), corner) > to_value({10}));
}
