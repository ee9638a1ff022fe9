// SPDX-License-Identifier: MIT
/// The rules themselves: they judge everything else, so they are held to boards drawn by hand and
/// to published counts.
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <string_view>

using namespace sumi;

namespace {

Board board(std::string_view text) { return parse_position(text).value().board; }
Square square(std::string_view text) { return parse_square(text).value(); }

/// The squares of a set, as a board would show them: X in the set.
std::string drawn(Bitboard set) { return to_text(make_position(set, 0, Color::kBlack)); }

std::string squares(std::string_view drawing) {
  return drawn(parse_position(drawing).value().discs(Color::kBlack));
}

/// Lines to all eight directions: open, closed, empty, and one that leaves the board.
constexpr std::string_view kStar = R"(
  X - - X - - X -
  - O - O - O - -
  - - O O O - - -
  X O O - O O O O
  - - O O O - - -
  - O - X - O - -
  X - - - - - O -
  - - - - - - - -)";

}  // namespace

TEST_CASE("a move turns what it encloses, to all sides", "[rules]") {
  CHECK(drawn(rules::flips(board(kStar), square("d4"))) == squares(R"(
    - - - - - - - -
    - X - X - X - -
    - - X X X - - -
    - X X - - - - -
    - - X X - - - -
    - X - - - - - -
    - - - - - - - -
    - - - - - - - -)"));
  CHECK(rules::flips(board(kStar), square("d3")) == 0);  // taken
  CHECK(rules::flips(board(kStar), square("h1")) == 0);  // turns nothing
  CHECK(rules::flips(board(kStar), Square::kPass) == 0);
}

TEST_CASE("lines end at the edge of the board", "[rules]") {
  // Whoever counts in bits sees A2 behind H1, A5 behind H4, H7 behind A8.
  const Board b = board(R"(
    - - - - - - - O
    X - - - - - - -
    - - - - - - - -
    - - - - - - O O
    X O - - - - - -
    - - - - - - - -
    - - - - - - - -
    O X - - - - - -)");
  CHECK(drawn(rules::legal_moves(b)) == squares(R"(
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - X - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -)"));
}

TEST_CASE("black opens on d3, c4, f5 or e6", "[rules]") {
  CHECK(rules::legal_moves(kStartBoard) ==
        (bit(square("d3")) | bit(square("c4")) | bit(square("f5")) | bit(square("e6"))));
  CHECK(rules::flips(kStartBoard, square("d3")) == bit(square("d4")));
}

TEST_CASE("passing and the end of the game", "[rules]") {
  struct Case {
    std::string_view text;
    bool must_pass, over;
  };
  const Case cases[] = {
      {"start", false, false},
      {"XO------ -------- -------- -------- -------- -------- -------- -------- O", true, false},
      {"XO------ -------- -------- -------- -------- -------- -------- -------- X", false, false},
      {"XX------ -------- -------- -------- -------- -------- -------- -------- O", false, true},
      {"-------- -------- -------- -------- -------- -------- -------- -------- X", false, true},
      {"XOXOXOXO XOXOXOXO XOXOXOXO XOXOXOXO XOXOXOXO XOXOXOXO XOXOXOXO XOXOXOXO X", false, true},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(rules::must_pass(board(c.text)) == c.must_pass);
    CHECK(rules::game_over(board(c.text)) == c.over);
  }
}

TEST_CASE("perft matches the published counts", "[rules]") {
  // A. Bik, http://www.aartbik.com/MISC/reversi.html
  constexpr std::uint64_t kLeaves[] = {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216};
  for (int depth = 0; depth <= 8; ++depth) {
    CAPTURE(depth);
    CHECK(rules::perft(kStartBoard, depth) == kLeaves[depth]);
  }
}

TEST_CASE("perft counts a pass as a ply and a finished game once", "[rules]") {
  // White must pass, black plays c1, and then the game is over.
  const Board b =
      board("XO------ -------- -------- -------- -------- -------- -------- -------- O");
  for (int depth = 0; depth <= 5; ++depth) CHECK(rules::perft(b, depth) == 1);
  const Board two =
      board("XO------ -------- -------- -------- -------- -------- -------- XO------ O");
  CHECK(rules::perft(two, 1) == 1);  // the pass
  CHECK(rules::perft(two, 2) == 2);
  CHECK(rules::perft(two, 3) == 2);  // passes again
  CHECK(rules::perft(two, 4) == 2);
  CHECK(rules::perft(two, 9) == 2);
}
