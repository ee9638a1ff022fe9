// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/service/solve.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::protocol;

namespace {

const std::string kBoard = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO-";

ObfLine obf(const std::string& text) { return **parse_obf_line(text); }

Line line_of(const std::vector<std::string>& moves) {
  Line line;
  for (const std::string& move : moves) line.push_back(*parse_square(move));
  return line;
}

Solution found(int score, const std::vector<std::string>& moves) {
  Solution solution;
  solution.score = {score};
  solution.line = line_of(moves);
  return solution;
}

/// All moves with scores, best first.
Solution found_all(const std::vector<std::pair<std::string, int>>& moves) {
  Solution solution = found(moves.front().second, {moves.front().first});
  for (const auto& [move, score] : moves) solution.moves.push_back({{score}, line_of({move})});
  return solution;
}

}  // namespace

TEST_CASE("a solution is compared with the best score in the file", "[solve]") {
  const std::string start(to_text(Position{}));
  CHECK(agrees(obf(start), found(0, {"d3"}), false) == std::nullopt);
  CHECK(agrees(obf(start + "; D3:+2;"), found(2, {"c4"}), false) == true);
  CHECK(agrees(obf(start + "; D3:+2;"), found(4, {"d3"}), false) == false);
  CHECK(agrees(obf(start + "; +2;"), found(2, {"c4"}), false) == true);
}

TEST_CASE("if all moves are listed, a solution is compared with the score of its own move",
          "[solve]") {
  const std::string start(to_text(Position{}));
  const ObfLine every = obf(start + "; D3:+2; C4:+2; F5:+0; E6:-2;");
  CHECK(agrees(every, found(2, {"d3"}), false) == true);
  CHECK(agrees(every, found(2, {"c4"}), false) == true);
  CHECK(agrees(every, found(2, {"f5"}), false) == false);
  const ObfLine some = obf(start + "; D3:+2; F5:+0;");
  CHECK(agrees(some, found(2, {"f5"}), false) == true);
}

TEST_CASE("with wld, solutions are compared by sign", "[solve]") {
  const std::string start(to_text(Position{}));
  const ObfLine every = obf(start + "; D3:+8; C4:+2; F5:+0; E6:-2;");
  CHECK(agrees(every, found(1, {"c4"}), true) == true);
  CHECK(agrees(every, found(64, {"d3"}), true) == true);
  CHECK(agrees(every, found(1, {"f5"}), true) == false);
  CHECK(agrees(every, found(0, {"f5"}), true) == false);
  CHECK(agrees(every, found(-1, {"d3"}), true) == false);
}

TEST_CASE("a pass or a finished game is compared by score alone", "[solve]") {
  CHECK(agrees(obf(kBoard + " O; PA:-64;"), found(-64, {"pass", "h8"}), false) == true);
  CHECK(agrees(obf(std::string(64, 'X') + " O; -64;"), found(-64, {}), false) == true);
  CHECK(agrees(obf(std::string(64, 'X') + " O; -64;"), found(64, {}), false) == false);
}

TEST_CASE("the scores of all moves are compared with the listed scores", "[solve]") {
  const std::string start(to_text(Position{}));
  const Solution every = found_all({{"d3", 2}, {"c4", 2}, {"f5", 0}, {"e6", -2}});
  CHECK(agrees(obf(start), every, false) == std::nullopt);
  CHECK(agrees(obf(start + "; D3:+2; C4:+2; F5:+0; E6:-2;"), every, false) == true);
  CHECK(agrees(obf(start + "; D3:+2; E6:-2;"), every, false) == true);
  CHECK(agrees(obf(start + "; +2;"), every, false) == true);

  const ObfLine wrong = obf(start + "; D3:+2; C4:+2; F5:+0; E6:-4;");
  CHECK(agrees(wrong, every, false) == false);
  CHECK(agrees(wrong, found(2, {"d3"}), false) == true);  // only the best move's score counts
  const auto differing = disagreements(wrong, every, false);
  REQUIRE(differing.size() == 1);
  CHECK(differing[0] == ObfMove{*parse_square("e6"), {-4}});
  CHECK(agrees(wrong, found_all({{"d3", 1}, {"c4", 1}, {"f5", 0}, {"e6", -1}}), true) == true);
  CHECK(agrees(wrong, found_all({{"d3", 1}, {"c4", 1}, {"f5", -1}, {"e6", -1}}), true) == false);
}

TEST_CASE("a solution is written as an OBF line that agrees with it", "[solve]") {
  const Position start;
  const Solution every = found_all({{"d3", 2}, {"c4", 2}, {"f5", 0}, {"e6", -2}});
  const ObfLine line = to_obf_line(start, every);
  CHECK(line.position == start);
  REQUIRE(line.moves.size() == 4);
  CHECK(line.moves[3] == ObfMove{*parse_square("e6"), {-2}});
  CHECK(agrees(line, every, false) == true);
  const ObfLine best = to_obf_line(start, found(2, {"d3", "c3"}));
  REQUIRE(best.moves.size() == 1);
  CHECK(best.moves[0] == ObfMove{*parse_square("d3"), {2}});
  CHECK(to_obf_line(start, found(-64, {})).score == DiscDiff{-64});
  CHECK(agrees(obf(to_obf(line)), every, false) == true);
}

TEST_CASE("every mode has a name", "[solve]") {
  CHECK(to_text(SolveMode{}) == "score");
  CHECK(to_text(SolveMode{true, false}) == "wld");
  CHECK(to_text(SolveMode{false, true}) == "all");
  CHECK(to_text(SolveMode{true, true}) == "all-wld");
}
