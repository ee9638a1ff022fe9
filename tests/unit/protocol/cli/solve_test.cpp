// SPDX-License-Identifier: MIT
/// Where `sumi solve` gets its positions, and how it judges what it finds.
#include "engine/game/notation.h"
#include "protocol/cli/problem_source.h"
#include "protocol/cli/solve_report.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::protocol;

namespace {

const std::string kBoard = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO-";

std::vector<Problem> all(const std::vector<std::string>& arguments) {
  ProblemSource source(arguments);
  std::vector<Problem> problems;
  while (auto problem = source.next({})) problems.push_back(*problem);
  return problems;
}

ObfLine obf(const std::string& text) { return **parse_obf_line(text); }

Solution found(int score, std::vector<std::string> moves) {
  Solution solution;
  solution.score = {score};
  for (const std::string& move : moves) solution.line.push_back(*parse_square(move));
  return solution;
}

}  // namespace

TEST_CASE("positions come from the command line and from files, in order", "[solve]") {
  const test::TemporaryFolder folder;
  const std::string file =
      folder.write("file", "% comment\r\n\r\n" + kBoard + " X; H8:+64;\r\n" + kBoard + " O");
  const auto problems = all({kBoard + " X", file, "f5d6c3"});
  REQUIRE(problems.size() == 4);
  for (const Problem& problem : problems) REQUIRE(problem.line.has_value());
  CHECK(problems[0].source.empty());
  CHECK(problems[1].source == file + ":3");
  CHECK(problems[1].line->score == DiscDiff{64});
  CHECK(problems[2].source == file + ":4");
  CHECK(problems[2].line->position.to_move == Color::kWhite);
  CHECK(problems[3].line->position.board.empties() == 57);
  REQUIRE(problems[3].share.has_value());
  CHECK(*problems[3].share == 1.0);
}

TEST_CASE("what is no position is told by its place", "[solve]") {
  const auto missing = all({"no-such-file.obf"});
  REQUIRE(missing.size() == 1);
  CHECK(missing[0].line.error().message.starts_with("'no-such-file.obf' is neither a file nor"));
  const auto root = all({"/"});
  REQUIRE(root.size() == 1);
  CHECK(root[0].line.error().message.find("folder") != std::string::npos);
  CHECK_FALSE(all({""}).at(0).line.has_value());
  CHECK_FALSE(all({std::string(63, '-') + " X"}).at(0).line.has_value());

  const test::TemporaryFolder folder;
  const std::string file = folder.write(
      "file", "\xFF\xFE garbage\n" + kBoard + " X\n" + std::string(100'000, 'X') + "\n");
  const auto problems = all({file});
  REQUIRE(problems.size() == 3);
  CHECK(problems[0].source == file + ":1");
  CHECK_FALSE(problems[0].line.has_value());
  CHECK(problems[1].line.has_value());
  CHECK(problems[2].line.error().message == "line is longer than 65536 bytes");
}

TEST_CASE("a file of another kind is not told line by line", "[solve]") {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "garbage\n";
  const test::TemporaryFolder folder;
  const auto problems = all({folder.write("lines", text)});
  REQUIRE(problems.size() == 100);
  CHECK(problems[10].line.error().message.find("not told") != std::string::npos);
  CHECK(problems[11].line.error().message.empty());
}

TEST_CASE("binary data ends a file", "[solve]") {
  const test::TemporaryFolder folder;
  const std::string binary =
      folder.write("binary", std::string("\177ELF\0\0\n", 7) + kBoard + " X\n");
  REQUIRE(all({binary}).size() == 1);
  CHECK(all({binary})[0].line.error().message.starts_with("binary data"));
  CHECK(all({folder.write("empty", "")}).empty());
}

TEST_CASE("a byte order mark is no square", "[solve]") {
  const test::TemporaryFolder folder;
  CHECK(all({folder.write("file", "\xEF\xBB\xBF" + kBoard + " X\n")}).at(0).line.has_value());
}

TEST_CASE("a stop ends the reading", "[solve]") {
  std::stop_source stop;
  stop.request_stop();
  ProblemSource source({kBoard + " X"});
  CHECK_FALSE(source.next(stop.get_token()).has_value());
}

TEST_CASE("a solution is held to the file's best score", "[solve]") {
  const std::string start(to_text(Position{}));
  CHECK(agrees(obf(start), found(0, {"d3"}), false) == std::nullopt);
  CHECK(agrees(obf(start + "; D3:+2;"), found(2, {"c4"}), false) == true);
  CHECK(agrees(obf(start + "; D3:+2;"), found(4, {"d3"}), false) == false);
  CHECK(agrees(obf(start + "; +2;"), found(2, {"c4"}), false) == true);
}

TEST_CASE("and to the score of its own move if all are listed", "[solve]") {
  const std::string start(to_text(Position{}));
  const ObfLine every = obf(start + "; D3:+2; C4:+2; F5:+0; E6:-2;");
  CHECK(agrees(every, found(2, {"d3"}), false) == true);
  CHECK(agrees(every, found(2, {"c4"}), false) == true);
  CHECK(agrees(every, found(2, {"f5"}), false) == false);
  const ObfLine some = obf(start + "; D3:+2; F5:+0;");
  CHECK(agrees(some, found(2, {"f5"}), false) == true);
}

TEST_CASE("win, loss and draw are compared by sign", "[solve]") {
  const std::string start(to_text(Position{}));
  const ObfLine every = obf(start + "; D3:+8; C4:+2; F5:+0; E6:-2;");
  CHECK(agrees(every, found(1, {"c4"}), true) == true);
  CHECK(agrees(every, found(64, {"d3"}), true) == true);
  CHECK(agrees(every, found(1, {"f5"}), true) == false);
  CHECK(agrees(every, found(0, {"f5"}), true) == false);
  CHECK(agrees(every, found(-1, {"d3"}), true) == false);
}

TEST_CASE("a pass or a finished game is judged by the score alone", "[solve]") {
  CHECK(agrees(obf(kBoard + " O; PA:-64;"), found(-64, {"pass", "h8"}), false) == true);
  CHECK(agrees(obf(std::string(64, 'X') + " O; -64;"), found(-64, {}), false) == true);
  CHECK(agrees(obf(std::string(64, 'X') + " O; -64;"), found(64, {}), false) == false);
}
