// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"

#include <catch2/catch.hpp>

#include <set>
#include <string_view>

using namespace sumi;

namespace {

Square square(std::string_view text) { return parse_square(text).value(); }

Board random_board(SplitMix64& random) {
  const Bitboard discs = random.next(), side = random.next();
  return {discs & side, discs & ~side};
}

}  // namespace

TEST_CASE("each bit of a symmetry's number is a reflection", "[symmetry]") {
  const std::string_view b1_goes_to[] = {"b1", "g1", "b8", "g8", "a2", "a7", "h2", "h7"};
  for (int s = 0; s < kSymmetries; ++s) {
    CAPTURE(s);
    CHECK(to_text(symmetric(square("b1"), s)) == b1_goes_to[s]);
    CHECK(symmetric(Square::kPass, s) == Square::kPass);
  }
}

TEST_CASE("sets, boards and squares are transformed in the same way", "[symmetry]") {
  SplitMix64 random(8);
  for (int s = 0; s < kSymmetries; ++s) {
    const Board b = random_board(random);
    Bitboard own = 0;
    for (int i = 0; i < 64; ++i) {
      const Square from = static_cast<Square>(i);
      if (b.own & bit(from)) own |= bit(symmetric(from, s));
    }
    CAPTURE(s);
    CHECK(symmetric(b.own, s) == own);
    CHECK(symmetric(b, s) == Board{symmetric(b.own, s), symmetric(b.opp, s)});
  }
}

TEST_CASE("each symmetry has an inverse, and two symmetries combine to a third", "[symmetry]") {
  SplitMix64 random(8);
  const Bitboard x = random.next();
  std::set<Bitboard> images;
  for (int s = 0; s < kSymmetries; ++s) images.insert(symmetric(x, s));
  CHECK(images.size() == 8);
  for (int s = 0; s < kSymmetries; ++s) {
    CAPTURE(s);
    CHECK(symmetric(symmetric(x, s), inverse_symmetry(s)) == x);
    CHECK(symmetric(symmetric(x, inverse_symmetry(s)), s) == x);
    for (int t = 0; t < kSymmetries; ++t) CHECK(images.count(symmetric(symmetric(x, s), t)) == 1);
  }
}

TEST_CASE("symmetric boards have the same canonical board", "[symmetry]") {
  SplitMix64 random(64);
  for (int i = 0; i < 200; ++i) {
    const Board b = random_board(random);
    const CanonicalBoard canon = canonical(b);
    REQUIRE(symmetric(b, canon.symmetry) == canon.board);
    for (int s = 0; s < kSymmetries; ++s) {
      const Board image = symmetric(b, s);
      REQUIRE(canonical(image).board == canon.board);
      REQUIRE(symmetric(image, canonical(image).symmetry) == canon.board);
    }
  }
}

TEST_CASE("the canonical board is the smallest, first by own discs, then by the opponent's",
          "[symmetry]") {
  CHECK(canonical({bit(square("h8")), bit(square("g8"))}).board ==
        Board{bit(square("a1")), bit(square("b1"))});
  CHECK(canonical({bit(square("a1")), bit(square("a2"))}).symmetry == 4);
  CHECK(canonical(kStartBoard).board == kStartBoard);
  CHECK(canonical(kStartBoard).symmetry == 0);
}

TEST_CASE("legal moves are transformed like the board", "[symmetry][rules]") {
  SplitMix64 random(8);
  for (int i = 0; i < 100; ++i) {
    const Board b = random_board(random);
    for (int s = 0; s < kSymmetries; ++s) {
      REQUIRE(rules::legal_moves(symmetric(b, s)) == symmetric(rules::legal_moves(b), s));
    }
  }
}
