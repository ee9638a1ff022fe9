// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/cli/solve/solve_watch.h"
#include "tests/support/stderr_capture.h"

#include <catch2/catch.hpp>

#include <string>

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

TEST_CASE("what takes long is told before, and each bound that is found", "[solve]") {
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
  // The latest of what comes quickly, and nothing behind the end.
  const std::string told = capture.text();
  watch.update(start, found, 1.6);
  watch.tick(bar);
  CHECK(capture.text() == told);
  watch.end(start);
  watch.update(start, found, 3);
  watch.tick(bar);
  CHECK(capture.text() == told);
}

TEST_CASE("what is solved at once needs no words", "[solve]") {
  const test::StderrCapture capture;
  ProgressBar bar(false, "positions");
  SolveWatch watch(1, Language::kEnglish);
  const std::string full(64, 'X');
  CHECK_FALSE(watch.begin(problem_of(full + " X")));
  CHECK_FALSE(watch.begin(
      problem_of(std::string(40, 'X') + std::string(5, 'O') + std::string(19, '-') + " X")));
  CHECK_FALSE(watch.begin(problem_of("------------------------------------ X")));  // over
  watch.tick(bar);
  CHECK(capture.text().empty());
}

TEST_CASE("times are told as well as they are known", "[solve]") {
  CHECK(rough_time(90, Language::kEnglish) == "some 2 min");
  CHECK(rough_time(5 * 3600, Language::kEnglish) == "some 5 h");
  CHECK(rough_time(12 * 86400, Language::kEnglish) == "some 10 days");
  CHECK(rough_time(83456 * 365.25 * 86400, Language::kEnglish) == "some 80000 years");
  CHECK(expected_nodes(20) == Approx(2.3e6));
  CHECK(expected_nodes(60) > 1e18);
}
