// SPDX-License-Identifier: MIT
/// Plain minimax, the reference for the midgame search.
#pragma once

#include "engine/core/search/midgame.h"
#include "tests/support/boards.h"
#include "tests/support/core.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>

namespace sumi::test {

/// Values at the leaves are static. A pass costs a ply. With one ply left, a position that must
/// pass has its static value. A finished game has its score at any depth.
template <class StaticValue>
Value minimax(const StaticValue& value, const Board& b, int depth) {
  if (rules::game_over(b)) return to_value(final_score(b));
  if (depth == 0 || (depth == 1 && rules::must_pass(b))) return value(b);
  if (rules::must_pass(b)) return -minimax(value, b.passed(), depth - 1);
  Value best = -kInfinity;
  for (Bitboard left = rules::legal_moves(b); left != 0; left &= left - 1) {
    const Square s = first_square(left);
    best = std::max(best, -minimax(value, b.played(s, rules::flips(b, s)), depth - 1));
  }
  return best;
}

/// Searches random moves of random positions with `eval`, with full and null windows, and requires
/// the values of minimax() with `value`.
template <class E, class StaticValue>
void compare_with_minimax(const E& eval, const StaticValue& value, std::uint64_t seed, int count,
                          int max_depth) {
  SplitMix64 random(seed);
  int searched = 0;
  for (int i = 0; i < count; ++i) {
    // Late enough for passes and game ends within the depth.
    const Board b = random_game(random, i % 2 ? 4 + random.below(6) : 10 + random.below(40));
    const Bitboard legal = rules::legal_moves(b);
    if (legal == 0) continue;
    ThreadFixture fixture;  // fresh: entries of deeper searches may be more exact
    const int depth = 1 + random.below(max_depth);
    const Square s = random_square(random, legal);
    auto worker = fixture.worker<8>(eval);
    worker.midgame.set_root(b);
    const Value want = -minimax(value, b.played(s, rules::flips(b, s)), depth - 1);
    CAPTURE(b.own, b.opp, index(s), depth);
    REQUIRE(worker.midgame.search_child(b, s, depth, -kInfinity, kInfinity) == want);
    ++searched;

    ThreadFixture other;
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
  CHECK(searched > count / 2);
}

}  // namespace sumi::test
