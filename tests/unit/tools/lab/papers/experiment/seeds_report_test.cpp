// SPDX-License-Identifier: MIT
/// One report of several seeds', and deviations counted.
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/papers/experiment/runs.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

namespace {

/// What a seed that measured `value` reports.
ExperimentReport report_of(double value, const std::string& best) {
  ExperimentReport report;
  report.tables.push_back({"s0-wins",
                           "Wins",
                           {"player", "paper", "ours", "deviation", "best"},
                           {{text_cell("a"), number_cell(50), number_cell(value, 1),
                             deviation_cell(value - 50), text_cell(best)}}});
  protocol::LineChart chart;
  chart.lines = {{"a", {{0, 1, 1, 1}, {1, value, value, value}}}};
  report.pictures = {{"s0-curve", chart}, {"s0-map", "<svg/>"}};
  report.findings = {"It wins " + best + "."};
  return report;
}

}  // namespace

TEST_CASE("seeds' report: means, intervals, rows a seed", "[experiment]") {
  const ExperimentReport mean =
      mean_report({7, 8, 9}, {report_of(50, "x"), report_of(52, "x"), report_of(57, "y")});
  REQUIRE(mean.tables.size() == 2);
  CHECK(mean.tables[0].name == "s0-wins-seeds");
  CHECK(mean.tables[0].file_only);
  CHECK(to_csv(mean.tables[0]) ==
        "seed,player,paper,ours,deviation,best\n"
        "7,a,50,50,0,x\n8,a,50,52,2,x\n9,a,50,57,7,y\n");
  const auto& row = mean.tables[1].rows[0];
  CHECK(row[1].text == "50");                   // the paper's, the same in all
  CHECK(row[2].text == "53.0 (44.0 to 62.0)");  // sqrt(13 / 3) by Student's 4.303
  CHECK(row[4].text == "varies");
  CHECK_THAT(mean.tables[1].title, Contains("Wins; means of 3 seeds"));
  REQUIRE(mean.pictures.size() == 4);
  const auto& chart = std::get<protocol::LineChart>(mean.pictures[0].drawing);
  CHECK(chart.band);
  CHECK(chart.lines[0].points[1].y == 53);
  CHECK(chart.lines[0].points[1].upper == Approx(61.957).margin(0.01));
  CHECK(mean.pictures[2].name == "s0-map-seed-8");
  CHECK(mean.findings ==
        std::vector<std::string>{"Seed 7: It wins x.", "Seed 8: It wins x.", "Seed 9: It wins y."});
}

TEST_CASE("seeds' report: tables of other rows are kept one by one", "[experiment]") {
  ExperimentReport other = report_of(52, "x");
  other.tables[0].rows[0][0] = text_cell("b");
  const ExperimentReport mean = mean_report({1, 2}, {report_of(50, "x"), other});
  REQUIRE(mean.tables.size() == 3);
  CHECK(mean.tables[1].name == "s0-wins-seed-1");
  CHECK(mean.tables[2].name == "s0-wins-seed-2");
  CHECK(mean_report({1}, {other}).tables[0].name == "s0-wins");
}

TEST_CASE("deviations are marked and counted", "[experiment]") {
  CHECK(deviation_cell(1.96).text == "+2.0");
  CHECK(deviation_cell(-2.44).text == "-2.4 *");
  CHECK(deviation_cell(3.01).text == "+3.0 **");
  ExperimentReport report = report_of(52.5, "x");
  report.tables.push_back(report_of(46, "x").tables[0]);
  report.tables.push_back(report_of(46, "x").tables[0]);
  report.tables.back().file_only = true;
  const DeviationCount count = count_deviations(report);
  CHECK(count.all == 2);
  CHECK(count.beyond_2 == 2);
  CHECK(count.beyond_3 == 1);
}

TEST_CASE("a parameter is the user's, or the paper's", "[experiment]") {
  ExperimentSetup setup;
  setup.folder = "out";
  CHECK(parameter(setup, "rate", 0.1) == 0.1);
  CHECK(learn_folder(setup, "s2-paper") == "out/s2-paper-1");
  setup.parameters = {{"rate", 0.25}, {"hidden", 60}};
  CHECK(parameter(setup, "rate", 0.1) == 0.25);
  CHECK(count_parameter(setup, "hidden", 40) == 60);
  // Learners with other settings have other folders.
  CHECK(learn_folder(setup, "s2-paper") == "out/s2-paper-1-hidden-60-rate-0.25");
}
