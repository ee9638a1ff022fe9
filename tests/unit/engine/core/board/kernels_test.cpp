// SPDX-License-Identifier: MIT
/// The fast kernels against the plain rules.
#include "engine/core/board/last_flip.h"
#include "engine/core/board/moves.h"
#include "engine/core/board/shape.h"
#include "engine/core/search/transposition_table.h"
#include "tests/support/boards.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <iterator>
#include <unordered_set>

using namespace sumi;
using namespace sumi::SUMI_ISA;
using test::random_fill;

namespace {

/// Boards of every density, including one-sided ones.
template <class Check>
void on_random_boards(int count, const Check& check) {
  SplitMix64 random(2026);
  for (int i = 0; i < count; ++i) {
    const int own = random.below(257), opp = random.below(257 - own);
    check(random_fill(random, own, opp));
  }
}

}  // namespace

TEST_CASE("flips() agrees with the rules on every empty square", "[flip]") {
  on_random_boards(20'000, [](const Board& b) {
    for (Bitboard left = b.empty(); left != 0; left &= left - 1) {
      const Square s = first_square(left);
      if (flips(b, s) != rules::flips(b, s)) {
        CAPTURE(b.own, b.opp, index(s));
        REQUIRE(flips(b, s) == rules::flips(b, s));
      }
    }
  });
}

TEST_CASE("legal_moves() agrees with the rules", "[moves]") {
  on_random_boards(50'000, [](const Board& b) {
    if (legal_moves<8>(b) != rules::legal_moves(b)) {
      CAPTURE(b.own, b.opp);
      REQUIRE(legal_moves<8>(b) == rules::legal_moves(b));
    }
  });
}

TEST_CASE("the squares of small boards are the centre of the 8x8 board", "[moves]") {
  CHECK(std::popcount(kSquares<4>) == 16);
  CHECK(std::popcount(kSquares<6>) == 36);
  // Equal to the published 8x8 count until a game reaches the edge.
  CHECK(perft<6>(kStartBoard, 3) == 56);
  CHECK(perft<4>(kStartBoard, 1) == 4);
  CHECK((legal_moves<4>(Board{bit(Square{27}), bit(Square{26})}) & ~kSquares<4>) == 0);
}

TEST_CASE("count_last_flips() counts the flips of the last move", "[last_flip]") {
  SplitMix64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const Square last = static_cast<Square>(random.below(64));
    const Bitboard own = random.next() & (i % 3 ? random.next() : ~Bitboard{0}) & ~bit(last);
    const Board b{own, ~own & ~bit(last)};
    CAPTURE(own, index(last));
    REQUIRE(count_last_flips(own, last) == std::popcount(rules::flips(b, last)));
  }
}

TEST_CASE("perft agrees with the rules and with the published counts", "[perft]") {
  // https://www.aartbik.com/MISC/reversi.html
  constexpr std::uint64_t kLeaves[] = {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288};
  for (int depth = 0; depth < 10; ++depth) {
    CAPTURE(depth);
    CHECK(perft<8>(kStartBoard, depth) == kLeaves[depth]);
  }
  SplitMix64 random(3);
  for (int i = 0; i < 200; ++i) {
    const Board b = test::random_full(random, 1 + random.below(7), 64 + random.below(128));
    const int depth = random.below(9);
    CAPTURE(b.own, b.opp, depth);
    REQUIRE(perft<8>(b, depth) == rules::perft(b, depth));
  }
}

TEST_CASE("boards that differ in a few bits rarely share the low bits of their hash", "[hash]") {
  std::unordered_set<std::uint64_t> low_bits;
  int boards = 0;
  for (Bitboard own = kStartBoard.own; own < kStartBoard.own + 256; ++own) {
    for (int s = 32; s < 64; ++s) {
      low_bits.insert(hash(Board{own, Bitboard{1} << s}) & 0xFFFFF);
      ++boards;
    }
  }
  // 32 collisions are expected.
  CHECK(static_cast<int>(low_bits.size()) > boards - 80);
}

TEST_CASE("odd_quadrants() finds quadrants with an odd number of squares", "[parity]") {
  CHECK(odd_quadrants(0) == 0);
  CHECK(odd_quadrants(bit(Square::kA1)) == kQuadrants[0]);
  CHECK(odd_quadrants(bit(Square::kA1) | bit(Square{9})) == 0);
  CHECK(odd_quadrants(bit(Square::kA1) | bit(Square::kH8)) == (kQuadrants[0] | kQuadrants[3]));
  for (int s = 0; s < 64; ++s) {
    const Bitboard quadrant = quadrant_of(Square(s));
    CHECK((quadrant >> s & 1) == 1);
    CHECK(std::ranges::find(kQuadrants, quadrant) != std::end(kQuadrants));
  }
}
