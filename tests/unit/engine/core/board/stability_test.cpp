// SPDX-License-Identifier: MIT
/// Discs found stable keep their colour in every continuation of small endgames.
#include "engine/core/board/stability.h"
#include "tests/support/boards.h"

#include <catch2/catch.hpp>

using namespace sumi;
using sumi::SUMI_ISA::StabilityTable;

namespace {

/// Discs of b.own that keep their colour in every continuation.
Bitboard kept_for_ever(const Board& b) {
  Bitboard kept = b.own;
  const auto moves_of = [&](const Board& mover, bool ours) {
    for (Bitboard left = rules::legal_moves(mover); left != 0; left &= left - 1) {
      const Square s = first_square(left);
      const Board child = mover.played(s, rules::flips(mover, s));
      // `child.own` is the opponent's.
      kept &= kept_for_ever(ours ? child.passed() : child);
    }
  };
  moves_of(b, true);
  moves_of(b.passed(), false);
  return kept;
}

}  // namespace

TEST_CASE("no continuation flips a stable disc", "[stability]") {
  const StabilityTable table;
  SplitMix64 random(7);
  int stable = 0, kept = 0;
  for (int i = 0; i < 3000; ++i) {
    const int empties = random.below(6);
    const Board b = i % 2 ? test::random_full(random, empties, 40 + random.below(176))
                          : test::random_game(random, empties);
    if (b.empties() > 6) continue;
    const Bitboard claimed = table.stable(b.own, b.opp), truth = kept_for_ever(b);
    CAPTURE(b.own, b.opp);
    REQUIRE((claimed & ~truth) == 0);
    stable += std::popcount(claimed);
    kept += std::popcount(truth);
  }
  CHECK(stable > kept * 8 / 10);
}

TEST_CASE("corners, edges and regions connected to a corner are stable", "[stability]") {
  const StabilityTable table;
  CHECK(table.stable(0, 0) == 0);
  CHECK(table.stable(kStartBoard.own, kStartBoard.opp) == 0);
  CHECK(table.stable(~Bitboard{0}, 0) == ~Bitboard{0});
  CHECK(table.stable(0x000000000000000F, 0) == 0x000000000000000F);
  CHECK(table.stable(0x0101010101010101, 0) == 0x0101010101010101);
  CHECK(table.stable(0x8080808080808080, 0x0101010101010101) == 0x8080808080808080);
  CHECK(table.stable(0x0000000001030307 | 0x0F, 0) == (0x0000000001030307 | 0x0F));
}
