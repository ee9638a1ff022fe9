// SPDX-License-Identifier: MIT
#include "protocol/cli/commands.h"
#include "tests/support/command_fixture.h"
#include "tests/support/markup.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi;
using Catch::Contains;

namespace {

const std::string kStart = "---------------------------OX------XO--------------------------- X";

std::string board(const protocol::Args& args) {
  protocol::Args all = args;
  all.insert(all.end(), {"--lang", "en"});
  return test::CommandFixture(protocol::kBoardCommand).run(all);
}

}  // namespace

TEST_CASE("sumi board shows a position after moves as text", "[board_command]") {
  const std::string text = board({"f5", "d6", "--last"});
  CHECK_THAT(text, Contains("5 . . . O X X . . 5\n") && Contains("6 . . .[O]. . . . 6\n") &&
                       Contains("Black to move."));
  CHECK(board({kStart}) == board({}));
  CHECK_THAT(board({"--size", "4"}), Contains("4 . . . . 4\n"));
  CHECK_THAT(board({"f5", "--legal"}),
             Contains("4 . . . O X * . . 4\n") && Contains("White to move."));
  CHECK_THAT(board({"e6f4e3f6g5d6e7f5c5"}), Contains("The game is over."));
}

TEST_CASE("sumi board draws a position as SVG", "[board_command]") {
  const std::string svg = board({"f5", "--svg", "--marks", "f6=! f4=?", "--scores", "d6=+2 f4=-1",
                                 "--coordinates", "--pixels", "200"});
  CHECK(test::markup_fault(svg.substr(0, svg.size() - 1)) == "");
  CHECK_THAT(svg, Contains(">!</text>") && Contains(">?</text>") && Contains(">+2</text>") &&
                      Contains("width=\"200\"") && Contains("#ffe27a") && Contains("#b3261e"));
}

TEST_CASE("sumi board shows the scores of an OBF line", "[board_command]") {
  CHECK_THAT(board({kStart + "; d3:+2; c4:-4;"}),
             Contains("3 .  .  .  +2 .") && Contains("4 .  .  -4 O  X"));
  const std::string svg = board({kStart + "; d3:+2; c4:-4;", "--svg"});
  CHECK(test::count_of(svg, "<text") == 2);
  CHECK(test::count_of(svg, "#ffe27a") == 1);  // the best move
}

TEST_CASE("sumi board writes to a file", "[board_command]") {
  const test::CommandFixture fixture(protocol::kBoardCommand);
  CHECK(fixture.run({"--svg", "-o", fixture.file("board.svg")}) == "");
  CHECK_THAT(read_file(fixture.file("board.svg")).value(), Contains("<svg"));
}

TEST_CASE("errors of sumi board quote the word at fault", "[board_command]") {
  const test::CommandFixture fixture(protocol::kBoardCommand);
  CHECK_THAT(fixture.fault({"f9"}), Contains("'f9' is not a move"));
  CHECK_THAT(fixture.fault({kStart + "; d9:+2;"}), Contains("'d9'"));
  CHECK_THAT(fixture.fault({"% only a comment;"}), Contains("neither a file nor a position"));
  CHECK_THAT(fixture.fault({"--marks", "d3"}), Contains("--marks: 'd3' is not SQUARE=TEXT"));
  CHECK_THAT(fixture.fault({"--marks", "pass=1"}), Contains("'pass=1'"));
  CHECK_THAT(fixture.fault({"--scores", "i9=1"}), Contains("--scores: 'i9=1'"));
  CHECK_THAT(fixture.fault({"--pixels", "0"}), Contains("1..10000"));
  CHECK_THAT(fixture.fault({"--lang", "xx"}), Contains("--lang") && Contains("xx"));
}
