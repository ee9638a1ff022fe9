// SPDX-License-Identifier: MIT
#include "engine/game/game_record.h"
#include "protocol/report/svg_board.h"
#include "tests/support/markup.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi;
using namespace sumi::protocol;

TEST_CASE("a board as a picture", "[svg]") {
  const std::string start = to_svg(Position{});
  CHECK(test::markup_fault(start) == "");
  CHECK(test::count_of(start, "<circle") == 4);
  CHECK_THAT(start, Catch::Contains("viewBox=\"0 0 80 80\""));
  // Black on e4 and d5.
  CHECK_THAT(start, Catch::Contains("<g fill=\"#141414\"><circle cx=\"45\" cy=\"35\" r=\"4.1\"/>"
                                    "<circle cx=\"35\" cy=\"45\" r=\"4.1\"/></g>"));

  const GameRecord game = parse_game("f5").value();
  const std::string marked = to_svg(game.replay().position(), game.moves.back());
  CHECK(test::markup_fault(marked) == "");
  CHECK_THAT(marked, Catch::Contains("<circle cx=\"55\" cy=\"45\" r=\"1.2\""));
  CHECK(to_svg(Position{}, Square::kPass) == start);

  const std::string small = to_svg(start_position(4));
  CHECK_THAT(small, Catch::Contains("viewBox=\"0 0 40 40\"") &&
                        Catch::Contains("<circle cx=\"25\" cy=\"15\" r=\"4.1\"/>"));
}
