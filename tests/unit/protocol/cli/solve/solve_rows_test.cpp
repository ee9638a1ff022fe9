// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/cli/solve/solve_rows.h"
#include "tests/support/stderr_capture.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>

using namespace sumi;
using namespace sumi::protocol;

namespace {

const std::string kStartSquares =
    "---------------------------OX------XO---------------------------";

Problem problem(const std::string& obf) {
  Problem made{"some, file.obf:3", **parse_obf_line(obf)};
  made.index = 7;
  return made;
}

Solution solution(bool all_moves) {
  Solution made{{2}, {}, 1000, 0.5, {}};
  made.line.push_back(*parse_square("d3"));
  if (!all_moves) return made;
  Line other;
  other.push_back(*parse_square("c4"));
  made.moves = {{{2}, made.line}, {{-4}, other}};
  return made;
}

std::string row(SolveFormat format, SolveMode mode, std::optional<bool> ok,
                const std::string& scores = "") {
  return make_solve_rows({format, mode, Language::kEnglish})
      ->row(problem(kStartSquares + " X;" + scores), solution(mode.all_moves), ok);
}

constexpr SolveMode kBest{}, kAll{false, true}, kAllSigns{true, true};

}  // namespace

TEST_CASE("a table shows the line or all moves, and an expected score that differs", "[solve]") {
  const std::string front = "    7       60     +2    d3          1000     0.500    2.00k  ";
  CHECK(row(SolveFormat::kTable, kBest, {}) == front + "–      d3\n");
  CHECK(row(SolveFormat::kTable, kBest, true, "D3:2") == front + "ok     d3\n");
  CHECK(row(SolveFormat::kTable, kBest, false, "+6") ==
        front + "WRONG  d3\n       (expected +6)\n");
  CHECK(row(SolveFormat::kTable, kAll, {}) == front + "–      d3 +2\n       c4 -4\n");
  CHECK(row(SolveFormat::kTable, kAll, false, "D3:2;C4:-2") ==
        front + "WRONG  d3 +2\n       c4 -4 (expected c4 -2)\n");
  CHECK(row(SolveFormat::kTable, kAllSigns, {}).find("d3 win\n       c4 loss\n") !=
        std::string::npos);
}

TEST_CASE("JSON contains the moves and their lines", "[solve]") {
  const auto json = nlohmann::json::parse(row(SolveFormat::kJson, kAll, false, "D3:2;C4:-2"));
  CHECK(json["index"] == 7);
  CHECK(json["score"] == 2);
  CHECK(json["expected"] == 2);
  CHECK(json["ok"] == false);
  CHECK(json["source"] == "some, file.obf:3");
  REQUIRE(json["moves"].size() == 2);
  CHECK(json["moves"][1]["move"] == "c4");
  CHECK(json["moves"][1]["score"] == -4);
  CHECK(json["moves"][1]["pv"] == nlohmann::json::array({"c4"}));
  CHECK_FALSE(nlohmann::json::parse(row(SolveFormat::kJson, kBest, {})).contains("moves"));
}

TEST_CASE("CSV rows have as many columns as the header, and are quoted where necessary",
          "[solve]") {
  const auto rows = make_solve_rows({SolveFormat::kCsv, kAll, Language::kEnglish});
  CHECK(rows->header() ==
        "index,position,empties,score,move,nodes,seconds,pv,expected,ok,wld,source,moves\r\n");
  CHECK(row(SolveFormat::kCsv, kAll, true, "D3:2") ==
        "7," + kStartSquares +
            " X,60,2,d3,1000,0.500000,d3,2,true,false,\"some, file.obf:3\",d3:2 c4:-4\r\n");
  CHECK(row(SolveFormat::kCsv, kBest, {}) ==
        "7," + kStartSquares + " X,60,2,d3,1000,0.500000,d3,,,false,\"some, file.obf:3\"\r\n");
  CHECK(rows->total({}).empty());
}

TEST_CASE("OBF lines can be read back with their new scores", "[solve]") {
  for (const SolveMode mode : {kBest, kAll}) {
    const auto line = parse_obf_line(row(SolveFormat::kObf, mode, {}));
    REQUIRE(line.has_value());
    REQUIRE(line->has_value());
    CHECK((*line)->moves.size() == (mode.all_moves ? 2 : 1));
    CHECK((*line)->score == DiscDiff{2});
    CHECK(agrees(**line, solution(true), false) == true);
  }
}

TEST_CASE("totals and titles are in the user's language", "[solve]") {
  SolveTotals totals{12, 4, 1000, 8, 3, 0.5};
  CHECK(total_text(totals, Language::kEnglish) ==
        "total: 12 positions, 8 checked, 3 wrong, 4 unreadable, 1000 nodes, 0.500 s, 2.00k "
        "nodes/s\n");
  const std::string japanese = total_text(totals, Language::kJapanese);
  CHECK(japanese != total_text(totals, Language::kEnglish));
  for (const char* part : {"12", "3", "4", "1000", "0.500", "2.00k"}) {
    CHECK(japanese.find(part) != std::string::npos);
  }
  const SolveStyle style{SolveFormat::kTable, kAll, Language::kJapanese};
  CHECK(make_solve_rows(style)->header().find("全") != std::string::npos);
}

using namespace sumi;
using namespace sumi::protocol;
using Catch::Contains;

namespace {

Problem problem_of(const std::string& position) {
  ObfLine line;
  line.position = parse_position(position).value();
  Problem problem{"file.obf:3", line};
  problem.index = 7;
  return problem;
}

}  // namespace

TEST_CASE("long solves are announced, and their bounds are reported", "[solve]") {
  const test::StderrCapture capture;
  ProgressBar bar(false, "positions");
  SolveWatch watch(2, Language::kEnglish);
  const Problem start = problem_of("start");
  REQUIRE(watch.begin(start));
  watch.tick(bar);
  CHECK_THAT(capture.text(), Contains("sumi: file.obf:3: 60 empties take about ") &&
                                 Contains(" years (at 20.0M nodes/s)"));
  SearchReport found;
  found.line.push_back(*parse_square("f5"));
  found.lower = to_value({2});
  found.depth = 12;
  found.selectivity = 73;
  found.nodes = 1'234'567;
  watch.update(start, found, 1.5);
  watch.tick(bar);
  CHECK_THAT(capture.text(), Contains("sumi: file.obf:3: f5 >= +2.00 at depth 12@73% of 60, "
                                      "1.23M nodes, 1.500 s\n"));
  // Of fast updates only the latest is reported, and none after the end.
  const std::string told = capture.text();
  watch.update(start, found, 1.6);
  watch.tick(bar);
  CHECK(capture.text() == told);
  watch.end(start);
  watch.update(start, found, 3);
  watch.tick(bar);
  CHECK(capture.text() == told);
}

TEST_CASE("a fast solve prints no progress", "[solve]") {
  const test::StderrCapture capture;
  ProgressBar bar(false, "positions");
  SolveWatch watch(1, Language::kEnglish);
  const std::string full(64, 'X');
  CHECK_FALSE(watch.begin(problem_of(full + " X")));
  CHECK_FALSE(watch.begin(
      problem_of(std::string(40, 'X') + std::string(5, 'O') + std::string(19, '-') + " X")));
  CHECK_FALSE(
      watch.begin(problem_of("------------------------------------ X")));  // a finished game
  watch.tick(bar);
  CHECK(capture.text().empty());
}

TEST_CASE("estimated times are rounded", "[solve]") {
  CHECK(rough_time(90, Language::kEnglish) == "some 2 min");
  CHECK(rough_time(5 * 3600, Language::kEnglish) == "some 5 h");
  CHECK(rough_time(12 * 86400, Language::kEnglish) == "some 10 days");
  CHECK(rough_time(83456 * 365.25 * 86400, Language::kEnglish) == "some 80000 years");
  CHECK(expected_nodes(20) == Approx(2.3e6));
  CHECK(expected_nodes(60) > 1e18);
}
