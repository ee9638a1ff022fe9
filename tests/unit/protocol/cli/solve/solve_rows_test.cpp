// SPDX-License-Identifier: MIT
/// What `sumi solve` writes, in each format.
#include "engine/game/notation.h"
#include "protocol/cli/solve/solve_rows.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

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

TEST_CASE("a table has the line, or all moves, and what the file says instead", "[solve]") {
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

TEST_CASE("JSON has the moves with their lines", "[solve]") {
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

TEST_CASE("CSV has as many columns as its header, quoted where they must be", "[solve]") {
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

TEST_CASE("OBF lines are read again with the scores that were found", "[solve]") {
  for (const SolveMode mode : {kBest, kAll}) {
    const auto line = parse_obf_line(row(SolveFormat::kObf, mode, {}));
    REQUIRE(line.has_value());
    REQUIRE(line->has_value());
    CHECK((*line)->moves.size() == (mode.all_moves ? 2 : 1));
    CHECK((*line)->score == DiscDiff{2});
    CHECK(agrees(**line, solution(true), false) == true);
  }
}

TEST_CASE("totals and titles are in the language", "[solve]") {
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
