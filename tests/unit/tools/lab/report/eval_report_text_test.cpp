// SPDX-License-Identifier: MIT
#include "tests/support/hand_boards.h"
#include "tests/support/markup.h"
#include "tools/lab/report/eval_report_text.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace sumi;
using namespace sumi::lab;

namespace {

const std::vector<EvalDepth> kDepths = {{0, 100}, {8, 73}};

ErrorSums sums(std::vector<int> errors, bool solved = false) {
  ErrorSums s;
  for (const int e : errors) s.add({Value{e * 128}, Square::kPass, solved, true}, {0});
  return s;
}

std::vector<StageErrors> stages() {
  return {{60, 61, {sums({3}), sums({0})}}, {24, 25, {sums({-5, 1}), sums({0, -1}, true)}}};
}

std::vector<SetChoices> sets() {
  MoveChoices plain, searched;
  plain.errors = sums({2, -4});
  searched.judged = 4;
  searched.best = 3;
  searched.scored = 3;
  searched.lost = 6;
  searched.lost_squares = 36;
  searched.errors = sums({1, -1});
  return {{"a-name-that-is-too-long", {plain, searched}}};
}

}  // namespace

TEST_CASE("eval report: the table of errors") {
  CHECK(errors_text(stages(), kDepths) ==
        "empties  positions    depth      MAE      RMS     bias    s.e.   solved\n"
        "     60          1   static    3.000    3.000   +3.000   0.000        0\n"
        "                      8@73%    0.000    0.000   +0.000   0.000        0\n"
        "  24-25          2   static    3.000    3.606   -2.000   2.121        0\n"
        "                      8@73%    0.500    0.707   -0.500   0.354        2\n"
        "    all          3   static    3.000    3.416   -0.333   1.963        0\n"
        "                      8@73%    0.333    0.577   -0.333   0.272        2\n");
}

TEST_CASE("eval report: even and odd numbers of empties apart") {
  std::vector<StageErrors> all = stages();
  for (StageErrors& stage : all) stage.max_empties = stage.min_empties;
  CHECK_FALSE(totals_by_parity(all));  // 60 and 24
  all.push_back(all.back());
  all.back().min_empties = all.back().max_empties = 23;
  const auto totals = totals_by_parity(all);
  REQUIRE(totals);
  CHECK((*totals)[0].positions() == 3);
  CHECK((*totals)[1].positions() == 2);
  CHECK((*totals)[1].by_depth[0].bias() == -2);
  const std::string text = errors_text(all, kDepths);
  CHECK(text.find("   even          3   static    3.000    3.416   -0.333") != text.npos);
  CHECK(text.find("    odd          2   static    3.000    3.606   -2.000") != text.npos);
  CHECK(errors_json(all, kDepths)["odd"][1]["bias"] == -0.5);
  CHECK_FALSE(errors_json(stages(), kDepths).contains("odd"));
}

TEST_CASE("eval report: the table of choices fits 80 columns") {
  const std::string text = choices_text(sets(), kDepths);
  CHECK(text ==
        "file               depth  judged  best %   lost    MAE    RMS    bias  solved\n"
        "a-name-that-is-t  static       0       -      -   3.00   3.16   -1.00       0\n"
        "                   8@73%       4    75.0   2.00   1.00   1.00   +0.00       0\n"
        "Chosen moves without a score: 1 (not best, and not in `lost`)\n");
}

TEST_CASE("eval report: JSON") {
  const protocol::Json errors = errors_json(stages(), kDepths);
  CHECK(errors["stages"][0]["empties"] == protocol::Json({60, 60}));
  CHECK(errors["stages"][1]["empties"] == protocol::Json({24, 25}));
  CHECK(errors["stages"][1]["positions"] == 2);
  const protocol::Json& searched = errors["stages"][1]["by_depth"][1];
  CHECK(searched["depth"] == 8);
  CHECK(searched["selectivity"] == 73);
  CHECK(searched["mae"] == 0.5);
  CHECK(searched["bias"] == -0.5);
  CHECK(searched["solved"] == 2);
  CHECK(errors["all"][0]["mae"] == 3.0);

  const protocol::Json choices = choices_json(sets(), kDepths);
  REQUIRE(choices.size() == 1);
  CHECK(choices[0]["file"] == "a-name-that-is-too-long");
  CHECK_FALSE(choices[0]["by_depth"][0].contains("best_percent"));
  CHECK_FALSE(choices[0]["by_depth"][0].contains("discs_lost"));
  CHECK(choices[0]["by_depth"][1]["best_percent"] == 75.0);
  CHECK(choices[0]["by_depth"][1]["discs_lost"] == 2.0);
  CHECK(choices[0]["by_depth"][1]["positions"] == 2);
}

TEST_CASE("eval report: pictures") {
  const std::string lines = errors_svg(stages(), kDepths);
  CHECK(test::markup_fault(lines) == "");
  CHECK(test::count_of(lines, "class=\"line l") == 4);  // two lines, and their samples
  CHECK_THAT(lines, Catch::Contains(">depth 8@73%<") && Catch::Contains(">static<"));

  const std::vector<StageErrors> one = {stages()[1]};
  const std::string bars = errors_svg(one, kDepths);
  CHECK(test::markup_fault(bars) == "");
  CHECK(test::count_of(bars, "class=\"bar") == 2);
  CHECK_THAT(bars, Catch::Contains("24-25 empties"));

  const std::string lost = choices_svg(sets(), kDepths);
  CHECK(test::markup_fault(lost) == "");
  CHECK(test::count_of(lost, "class=\"bar") == 1);  // the evaluator alone chooses nothing
}
