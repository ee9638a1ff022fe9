// SPDX-License-Identifier: MIT
#include "tests/support/markup.h"
#include "tools/lab/papers/learn/history.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::lab;

namespace {

/// One of the two metrics has an interval.
LearnRow row(std::uint64_t steps, double value) {
  return {steps, {{"wins_percent", value, value, value}, {"error", value, value - 1, value + 1}}};
}

}  // namespace

TEST_CASE("history: intervals of means over seeds come from their spread alone", "[learn]") {
  const std::vector<std::vector<LearnRow>> runs{
      {row(0, 1), row(10, 4)}, {row(0, 1), row(10, 5)}, {row(0, 1), row(10, 9), row(20, 7)}};
  const std::vector<LearnRow> mean = mean_history(runs);
  REQUIRE(mean.size() == 2);  // not all runs have a row at 20
  CHECK(mean[1].steps == 10);
  const Metric& error = *find_metric(mean[1], "error");
  CHECK(error.value == 6);
  // The standard deviation is sqrt(7), Student's t for three values 4.303.
  CHECK(error.upper == Approx(6 + 4.3027 * std::sqrt(7.0 / 3)));
  CHECK(find_metric(mean[0], "error")->upper == 1);  // all equal
  CHECK_FALSE(find_metric(mean[0], "errors"));
}

TEST_CASE("history: a percentage stays within 0..100", "[learn]") {
  const std::vector<LearnRow> mean = mean_history({{row(0, 99)}, {row(0, 100)}, {row(0, 95)}});
  CHECK(find_metric(mean[0], "wins_percent")->upper == 100);
  CHECK(find_metric(mean[0], "error")->upper > 100);
}

TEST_CASE("history: the mean omits a metric that a run lacks", "[learn]") {
  LearnRow without = row(0, 1);
  without.metrics.pop_back();
  const std::vector<LearnRow> mean = mean_history({{row(0, 1)}, {without}});
  REQUIRE(mean.size() == 1);
  CHECK(mean[0].metrics.size() == 1);
}

TEST_CASE("history: one table has the rows of all seeds", "[learn]") {
  CHECK(seeds_csv({3, 4}, {{row(0, 1)}, {row(0, 2), row(5, 2.5)}}) ==
        "seed,steps,wins_percent,error,error_lower,error_upper\n"
        "3,0,1,1,0,2\n4,0,2,2,1,3\n4,5,2.5,2.5,1.5,3.5\n");
}

TEST_CASE("history: each unit has a chart, with a band if there are intervals", "[learn]") {
  const auto files = history_curves("games", {row(0, 1), row(10, 4)});
  REQUIRE(files.size() == 2);
  CHECK(files[0].first == "curves.svg");
  CHECK(files[0].second.find("class=\"band") == std::string::npos);
  CHECK(files[1].first == "curves-error.svg");
  CHECK(files[1].second.find("class=\"band") != std::string::npos);
  for (const auto& [name, svg] : files) CHECK(test::markup_fault(svg) == "");
  CHECK(history_curves("games", {}).empty());
  const protocol::ChartLine line = history_line({row(0, 1), {5, {}}, row(10, 4)}, "error", "a");
  CHECK(line.name == "a");
  REQUIRE(line.points.size() == 2);
  CHECK(line.points[1].upper == 5);
}
