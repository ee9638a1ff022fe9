// SPDX-License-Identifier: MIT
#include "engine/game/fast_rules.h"
#include "engine/game/rules.h"
#include "tests/support/boards.h"

#include <catch2/catch.hpp>

using namespace sumi;

TEST_CASE("fast rules are the rules, on boards of every size", "[rules]") {
  SplitMix64 random(811);
  for (int i = 0; i < 1500; ++i) {
    const int size = 4 + 2 * (i % 3);
    Board b = test::random_fill(random, 20 + random.below(100), 20 + random.below(100));
    b = {b.own & squares_of(size), b.opp & squares_of(size)};
    const Bitboard moves = rules::legal_moves(b, size);
    REQUIRE(fast_rules::legal_moves(b, size) == moves);
    for (Bitboard left = b.empty() & squares_of(size); left != 0; left &= left - 1) {
      REQUIRE(fast_rules::flips(b, first_square(left)) ==
              rules::flips(b, first_square(left), size));
    }
  }
}

TEST_CASE("lines do not run around the edge of the board", "[rules]") {
  // Row 1 is ------XO, row 4 OX------: a2 does not follow h1, nor h3 a4.
  const Board wrapped{Bitboard{1} << 6 | Bitboard{1} << 25, Bitboard{1} << 7 | Bitboard{1} << 24};
  CHECK(fast_rules::legal_moves(wrapped) == 0);
  // Six discs from edge to edge: the longest line there is.
  const Board longest{Bitboard{1} << 7, 0x7E};
  CHECK(fast_rules::legal_moves(longest) == 1);
  CHECK(fast_rules::flips(longest, Square::kA1) == 0x7E);
  CHECK(fast_rules::play(longest, Square::kA1) == Board{0, 0xFF});
}
