// SPDX-License-Identifier: MIT
/// The middle-game search against plain minimax over the same evaluator.
#include "engine/core/midgame.h"
#include "tests/support/boards.h"
#include "tests/support/core.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::SUMI_ISA;

namespace {

template <Evaluator E>
Value static_value(const E& eval, const Board& b) {
  typename E::State state;
  eval.reset(b, state);
  return eval.value(b, state);
}

/// A pass costs a ply; a finished game is worth its score at any depth.
template <Evaluator E>
Value minimax(const E& eval, const Board& b, int depth) {
  if (rules::game_over(b)) return to_value(final_score(b));
  if (depth == 0) return static_value(eval, b);
  if (rules::must_pass(b)) return -minimax(eval, b.passed(), depth - 1);
  Value best = -kInfinity;
  for (Bitboard left = rules::legal_moves(b); left != 0; left &= left - 1) {
    const Square s = first_square(left);
    best = std::max(best, -minimax(eval, b.played(s, rules::flips(b, s)), depth - 1));
  }
  return best;
}

template <Evaluator E>
void compare_with_minimax(int count, int max_depth) {
  const E eval;
  SplitMix64 random(11);
  for (int i = 0; i < count; ++i) {
    // Late enough that games end and sides pass within the depth.
    const Board b = test::random_game(random, i % 2 ? 4 + random.below(6) : 10 + random.below(40));
    const Bitboard legal = rules::legal_moves(b);
    if (legal == 0) continue;
    test::ThreadFixture fixture;  // a fresh table: entries of deeper searches may say more
    const int depth = 1 + random.below(max_depth);
    const Square s = test::random_square(random, legal);
    auto worker = fixture.worker<8>(eval);
    worker.midgame.set_root(b);
    const Value want = -minimax(eval, b.played(s, rules::flips(b, s)), depth - 1);
    CAPTURE(b.own, b.opp, index(s), depth);
    REQUIRE(worker.midgame.search_child(b, s, depth, -kInfinity, kInfinity) == want);

    test::ThreadFixture other;
    auto again = other.worker<8>(eval);
    again.midgame.set_root(b);
    const Value alpha{want.units - 400 + random.below(800)}, beta{alpha.units + 1};
    const Value bound = again.midgame.search_child(b, s, depth, alpha, beta);
    if (bound <= alpha) {
      REQUIRE(want <= bound);
    } else {
      REQUIRE(want >= bound);
    }
  }
}

}  // namespace

TEST_CASE("the search finds the minimax value", "[midgame]") {
  compare_with_minimax<MobilityEvaluator<8>>(300, 5);
  compare_with_minimax<TableEvaluator<8>>(300, 5);
}

TEST_CASE("a reply that the table knows refutes without a search", "[midgame]") {
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
    CHECK(nodes(depth - 2) > 0);  // not sure enough
    fixture.tt.clear();
    CHECK(nodes(depth - 1) == 0);
  }
}

TEST_CASE("the cheap probe comes first, and is enough far from the window", "[midgame][probcut]") {
  const PatternEvaluator eval = test::shipped_patterns();
  SplitMix64 random(14);
  int cut = 0;
  for (int i = 0; i < 40; ++i) {
    const Board b = test::random_game(random, 30 + random.below(16));
    if (rules::legal_moves(b) == 0) continue;
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
    const Value bar{beta.units + margin};
    std::uint64_t probe_nodes = 0, nodes = 0;
    if (search(probcut_depth(depth, Probe::kCheap), bar, probe_nodes) < bar) continue;
    ++cut;
    CAPTURE(b.own, b.opp, depth);
    CHECK(search(depth, beta, nodes) == beta);
    CHECK(nodes == probe_nodes);
  }
  CHECK(cut > 20);
}

TEST_CASE("evaluators are fair and stay inside their range", "[evaluator]") {
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

TEST_CASE("mobility counts moves, table weighs squares", "[evaluator]") {
  CHECK(static_value(MobilityEvaluator<8>(), kStartBoard) == Value{0});
  const Board three_to_one{bit(Square{27}), bit(Square{28}) | bit(Square{35}) | bit(Square{36})};
  const int more = std::popcount(rules::legal_moves(three_to_one)) -
                   std::popcount(rules::legal_moves(three_to_one.passed()));
  CHECK(static_value(MobilityEvaluator<8>(), three_to_one) == Value{128 * more});

  const Board corner{bit(Square::kA1), bit(Square{9})};  // A1 against B2
  CHECK(static_value(TableEvaluator<8>(), corner) > to_value({10}));
}
