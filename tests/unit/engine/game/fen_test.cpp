// SPDX-License-Identifier: MIT
/// FEN of cutegames and Edax.
#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "tests/support/boards.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

using namespace sumi;

namespace {

/// The position by to_text(), or the error.
std::string read(std::string_view fen) {
  const Result<Position> position = parse_fen(fen);
  return position ? to_text(*position) : "error: " + position.error().message;
}

Position after(std::initializer_list<std::string_view> moves, int size = 8) {
  Game game(start_position(size));
  for (const std::string_view move : moves) {
    REQUIRE(game.play(*parse_square(move, size)));
  }
  return game.position();
}

}  // namespace

TEST_CASE("the FEN of the start position is that of cutegames", "[fen]") {
  CHECK(to_fen(Position{}) == "8/8/8/3ox3/3xo3/8/8/8 x");
  CHECK(to_fen(start_position(6)) == "6/6/2ox2/2xo2/6/6 x");
  CHECK(to_fen(start_position(4)) == "4/1ox1/1xo1/4 x");
  for (const int size : {4, 6, 8}) {
    CAPTURE(size);
    CHECK(parse_fen(to_fen(start_position(size))).value() == start_position(size));
  }
}

TEST_CASE("FEN ranks start at the top with x and o, at the bottom with p and P", "[fen]") {
  // Black has e4 d5 e5 f5, White d4.
  const Position f5 = after({"f5"});
  CHECK(to_fen(f5) == "8/8/8/3ox3/3xxx2/8/8/8 o");
  CHECK(read("8/8/8/3ox3/3xxx2/8/8/8 o") == to_text(f5));
  CHECK(read("8/8/8/3ppp2/3Pp3/8/8/8 w") == to_text(f5));

  const std::string corners = "X------O" + std::string(56, '-');
  CHECK(read("x6o/8/8/8/8/8/8/8 x") == corners + " X");
  CHECK(read("8/8/8/8/8/8/8/p6P b") == corners + " X");
  CHECK(read("6/6/6/6/6/p4P w") == "X----O" + std::string(30, '-') + " O");
}

TEST_CASE("FENs are read in all known forms", "[fen]") {
  const std::string start = to_text(Position{}), white = start.substr(0, 65) + "O";
  for (const std::string_view fen :
       {"8/8/8/3ox3/3xo3/8/8/8 x", "8/8/8/3OX3/3XO3/8/8/8 X", "8/8/8/3oX3/3xO3/8/8/8 b",
        "  8/8/8/3ox3/3xo3/8/8/8 \t black \r\n", "8/8/8/3ox3/3xo3/8/8/8 x - - 0 1",
        "44/8/35/111ox3/12xo21/8/8/8 x", "8/8/8/3pP3/3Pp3/8/8/8 b",
        "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1"}) {
    CAPTURE(fen);
    CHECK(read(fen) == start);
  }
  CHECK(read("8/8/8/3ox3/3xo3/8/8/8 o") == white);
  CHECK(read("8/8/8/3pP3/3Pp3/8/8/8 w") == white);
  CHECK(read("8/8/8/8/8/8/8/8 w") == std::string(64, '-') + " O");
}

TEST_CASE("FENs survive writing and reading", "[fen]") {
  SplitMix64 random(7);
  for (int i = 0; i < 500; ++i) {
    const Board board = test::random_fill(random, random.below(128), random.below(128));
    const int size = 4 + 2 * random.below(3);
    const Bitboard squares = squares_of(size);
    const Color mover = random.below(2) == 0 ? Color::kBlack : Color::kWhite;
    const Position position{{board.own & squares, board.opp & squares}, mover, size};
    CAPTURE(to_text(position), to_fen(position));
    CHECK(parse_fen(to_fen(position)).value() == position);
  }
}

TEST_CASE("errors in FENs name the fault", "[fen]") {
  struct Case {
    std::string_view text, part;
  };
  for (const Case& c : {
           Case{"", "'' has 1 ranks, not 8 (6, 4)"},
           Case{"8/8/8 x", "'8/8/8 x' has 3 ranks"},
           Case{"8/8/8/8/8/8/8/8/8 x", "has 9 ranks"},
           Case{"8/8/8/3ox3/3xo3/8/8/8", "does not say who is to move"},
           Case{"8/8/8/3ox3/3xo3/8/8/8 z", "color: 'z'"},
           Case{"8/8/8/3ox3/3xo2/8/8/8 x", "'3xo2' has 7 squares, not 8"},
           Case{"8/8/8/3ox3/3xo4/8/8/8 x", "'3xo4' has 9 squares, not 8"},
           Case{"8/8/8/3ox3x/3xo3/8/8/8 x", "'3ox3x' is longer than 8 squares"},
           Case{"8/8/8/3ox3//8/8/8 x", "'' has 0 squares, not 8"},
           Case{"8/8/8/3oy3/3xo3/8/8/8 x", "'3oy3' has 'y'"},
           Case{"8/8/8/3ox3/3pP3/8/8/8 x", "'3ox3' has 'o'"},
           Case{"6/6/2ox2/2xo3/6/6 x", "'2xo3' has 7 squares, not 6"},
           Case{"8/8/8/3o03/3xo3/8/8/8 x", "'3o03' has '0'"},
           Case{"9/8/8/3ox3/3xo3/8/8/8 x", "'9' has '9'"},
           Case{"8/8/8/3pP3/3Pp3/8/8/8[PPpp] w", "is longer than 8 squares"},
       }) {
    CAPTURE(c.text);
    CHECK_THAT(read(c.text), Catch::Contains(std::string(c.part)));
  }
}

TEST_CASE("no text crashes the FEN reader", "[fen]") {
  test::check_bad_input(
      [](std::string_view text) { return parse_fen(text); },
      {"8/8/8/3ox3/3xo3/8/8/8 x", "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1", "6/6/2ox2/2xo2/6/6 o"},
      "12345678/xoXOpPbw -");
}
