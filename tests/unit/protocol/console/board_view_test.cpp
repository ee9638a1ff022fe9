// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/console/board_view.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sumi;
using namespace sumi::protocol;

namespace {

Game after(std::initializer_list<std::string_view> moves, int size = 8) {
  Game game(start_position(size));
  for (const std::string_view move : moves)
    REQUIRE(game.play(*parse_square(move, size)).has_value());
  return game;
}

}  // namespace

TEST_CASE("without colours the board has letters and brackets", "[console]") {
  const std::vector<std::string> lines = board_lines(after({"f5"}), {});
  const std::vector<std::string> expected = {
      "  A B C D E F G H  ", "1 . . . . . . . . 1", "2 . . . . . . . . 2", "3 . . . . . . . . 3",
      "4 . . . O X * . . 4", "5 . . . X X[X]. . 5", "6 . . . * . * . . 6", "7 . . . . . . . . 7",
      "8 . . . . . . . . 8", "  A B C D E F G H  "};
  CHECK(lines == expected);
}

TEST_CASE("brackets may cross the edges of a small board", "[console]") {
  const std::vector<std::string> lines = board_lines(after({"d3"}, 4), {});
  const std::vector<std::string> expected = {"  A B C D  ", "1 . . . . 1", "2 . O X * 2",
                                             "3 . X X[X]3", "4 . * . * 4", "  A B C D  "};
  CHECK(lines == expected);
}

TEST_CASE("colours end before the right border", "[console]") {
  for (const bool unicode : {false, true}) {
    const std::vector<std::string> lines = board_lines(after({"f5"}), {true, unicode});
    REQUIRE(lines.size() == 10);
    CHECK(lines[0] == "   A  B  C  D  E  F  G  H   ");
    for (std::size_t i = 1; i < 9; ++i) CHECK(lines[i].ends_with("\x1b[0m " + std::to_string(i)));
    CHECK((lines[5].find("\u25CF") != lines[5].npos) == unicode);
    CHECK((lines[5].find(" X ") != lines[5].npos) != unicode);
  }
}

TEST_CASE("a pass is not marked as the last move", "[console]") {
  Game game(*parse_position("OX------OX------" + std::string(48, '-') + "X"));
  CHECK(last_move(game) == nullptr);
  REQUIRE(game.play(Square::kPass).has_value());
  CHECK(last_move(game) == nullptr);
}
