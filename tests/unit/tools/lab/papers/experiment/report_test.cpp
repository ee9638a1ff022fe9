// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/papers/experiment/experiment.h"
#include "tools/lab/papers/systems/net_learner.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <stop_token>
#include <string>

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

namespace {

lab::PaperTable sample() {
  return {"s0-wins",
          "Wins",
          {"player", "wins", "note"},
          {{text_cell("a, \"b\""), interval_cell(12.34, 10, 15), text_cell("x|y")},
           {text_cell("long name"), number_cell(7), text_cell("-")}}};
}

}  // namespace

TEST_CASE("report: a table is written as text, Markdown and CSV", "[experiment]") {
  CHECK(to_terminal(sample()) ==
        "Wins\n"
        "player                    wins  note\n"
        "a, \"b\"     12.3 (10.0 to 15.0)   x|y\n"
        "long name                    7     -\n");
  CHECK(to_markdown(sample()) ==
        "| player | wins | note |\n|---|---:|---:|\n"
        "| a, \"b\" | 12.3 (10.0 to 15.0) | x\\|y |\n| long name | 7 | - |\n");
  CHECK(to_csv(sample()) ==
        "player,wins,wins lower,wins upper,note\n"
        "\"a, \"\"b\"\"\",12.34,10,15,x|y\nlong name,7,7,7,-\n");
}

TEST_CASE("report: short rows have blank cells", "[experiment]") {
  lab::PaperTable table = sample();
  table.rows[1].resize(1);
  CHECK_THAT(to_csv(table), Contains("\nlong name,,,,\n"));
  CHECK_THAT(to_markdown(table), Contains("| long name |  |  |\n"));
  CHECK_THAT(to_terminal(table), Contains("\nlong name\n"));
}

TEST_CASE("report: files are written", "[experiment]") {
  const test::TemporaryFolder folder;
  ExperimentSetup setup;
  setup.folder = folder.file("out");
  ExperimentReport report{{sample()}, {{"s0-picture", "<svg/>"}}, {"It wins."}};
  const Experiment experiment{"S0", "A try", nullptr};
  const ReportOrigin origin{"sumi-lab experiment S0 --seeds 3", 3, 12.4};
  write_report(experiment, report, setup, origin);
  CHECK(read_file(folder.file("out/s0-wins.csv")).value() == to_csv(sample()));
  CHECK(read_file(folder.file("out/s0-picture.svg")).value() == "<svg/>");
  CHECK_THAT(read_file(folder.file("out/s0.md")).value(),
             Contains("# S0: A try\n\n`sumi-lab experiment S0 --seeds 3`, seeds 1 to 3, commit ") &&
                 Contains(" processors, 12 s.\n\n- It wins.\n") &&
                 Contains("## Wins\n\n| player") && Contains("![s0-picture](s0-picture.svg)"));
  const auto json = protocol::Json::parse(read_file(folder.file("out/s0.json")).value());
  CHECK(json["experiment"] == "S0");
  CHECK(json["command"] == origin.command);
  CHECK(json["seeds"] == 3);
  CHECK(json["tables"][0]["rows"][0][1]["lower"] == 10);
  CHECK(json["tables"][0]["rows"][0][0].contains("value") == false);
  report.tables[0].name = "../evil";
  CHECK_THROWS_AS(write_report(experiment, report, setup, origin), FatalError);
}

TEST_CASE("experiments: all are listed, stop on request and format their cells", "[experiment]") {
  std::string ids;
  for (const Experiment& experiment : experiments()) ids += std::string(experiment.id) + " ";
  CHECK(ids == "S1 S2 S3 S4 S5 S6 axis players players-time ");
  std::stop_source source;
  ExperimentSetup setup;
  setup.stop = source.get_token();
  CHECK_NOTHROW(check_stop(setup));
  source.request_stop();
  CHECK_THROWS_AS(check_stop(setup), ExperimentStopped);
  CHECK(wins_cell({749, 0, 251, 0}).text == "749 (721-775)");
  CHECK(percent_cell({0.968, 0.961, 0.974}).text == "96.8 (96.1 to 97.4)");
}

using Numbers = std::vector<double>;

TEST_CASE("experiments: few values deviate by Student's t", "[experiment]") {
  // Mean 3, standard deviation sqrt(2.5): t = (3 - 0) / sqrt(2.5 * (1 / 5 + 1 / 5)) = 3 with 4
  // degrees of freedom, one-sided p = 0.01997, of a normal variable 2.0542.
  CHECK(deviation_of_means({1, 2, 3, 4, 5}, 0, 5) == Approx(2.0542).margin(0.001));
  CHECK(deviation_of_means({1, 2, 3, 4, 5}, 6, 5) == Approx(-2.0542).margin(0.001));
  CHECK(deviation_of_means({1, 2, 3, 4, 5}, 3, 5) == 0);
  // t = 3 / sqrt(2) with 1 degree of freedom: p = arctan(sqrt(2) / 3) / pi = 0.1402.
  CHECK(deviation_of_means({2, 4}, 0, 2) == Approx(1.0793).margin(0.001));
  CHECK(deviation_of_means({7, 7, 7}, 0, 1) == 0);
  CHECK(deviation_of_means({0, 1e-9, 0}, 1e200, 1) < -30);
}

TEST_CASE("an experiment's measurements are kept until its report exists", "[experiment]") {
  const test::TemporaryFolder folder;
  ExperimentSetup setup;
  setup.folder = folder.path();
  setup.seed = 3;
  int measured = 0;
  const auto get = [&](const std::string& key) {
    return memoized(setup, "S4", key, [&] { return Numbers{0.1 + ++measured, -1e300}; });
  };
  const Numbers one = get("one");
  CHECK(get("two") != one);
  CHECK(get("one") == one);
  CHECK(measured == 2);
  CHECK_THROWS_AS(memoized(setup, "S4", "three", []() -> Numbers { throw ExperimentStopped(); }),
                  ExperimentStopped);
  get("three");
  CHECK(measured == 3);

  setup.seed = 4;
  get("one");
  CHECK(measured == 4);
  setup.seed = 3;
  remove_journal(setup, "S4");
  get("one");
  CHECK(measured == 5);
}

namespace {

/// The report of a seed that measured `value`.
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

TEST_CASE("seeds' report: has means, intervals, and rows per seed", "[experiment]") {
  const ExperimentReport mean =
      mean_report({7, 8, 9}, {report_of(50, "x"), report_of(52, "x"), report_of(57, "y")});
  REQUIRE(mean.tables.size() == 2);
  CHECK(mean.tables[0].name == "s0-wins-seeds");
  CHECK(mean.tables[0].file_only);
  CHECK(to_csv(mean.tables[0]) ==
        "seed,player,paper,ours,deviation,best\n"
        "7,a,50,50,0,x\n8,a,50,52,2,x\n9,a,50,57,7,y\n");
  const auto& row = mean.tables[1].rows[0];
  CHECK(row[1].text == "50");                   // the paper's figure, equal for all seeds
  CHECK(row[2].text == "53.0 (44.0 to 62.0)");  // sqrt(13 / 3) times Student's 4.303
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

TEST_CASE("seeds' report: tables with different rows stay separate", "[experiment]") {
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

TEST_CASE("a parameter is the user's or the paper's", "[experiment]") {
  ExperimentSetup setup;
  setup.folder = "out";
  CHECK(parameter(setup, "rate", 0.1) == 0.1);
  CHECK(learn_folder(setup, "s2-paper") == "out/s2-paper-1");
  setup.parameters = {{"rate", 0.25}, {"hidden", 60}};
  CHECK(parameter(setup, "rate", 0.1) == 0.25);
  CHECK(count_parameter(setup, "hidden", 40) == 60);
  CHECK(learn_folder(setup, "s2-paper") == "out/s2-paper-1-hidden-60-rate-0.25");
}

using namespace sumi;

namespace {

TdSettings tiny(std::uint64_t seed) {
  TdSettings settings;
  settings.net.seed = seed;
  settings.net.size = 4;
  settings.net.measured_games = 5;
  settings.hidden = 8;
  return settings;
}

std::vector<NetRun> two_runs() {
  std::vector<NetRun> runs;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    runs.push_back(
        {"net-" + std::to_string(seed), std::make_unique<TdLearner>(tiny(seed)), 40, 20});
  }
  return runs;
}

double won(const Tally& tally) { return static_cast<double>(tally.won); }
double points(const Tally& tally) { return won(tally) + 0.5 * static_cast<double>(tally.drawn); }

}  // namespace

TEST_CASE("net runs: each is trained once", "[experiment]") {
  const test::TemporaryFolder folder;
  ExperimentSetup setup;
  setup.folder = folder.path();
  setup.threads = 2;
  auto runs = two_runs();
  learn_all(setup, "learning", runs);
  TdLearner alone(tiny(2));
  alone.advance(40, {});
  CHECK(runs[1].learner->network().layers == alone.network().layers);
  CHECK(runs[0].learner->network().layers != alone.network().layers);

  const auto line = mean_line(setup, "both", {&runs[0], &runs[1]}, "error");
  const auto first = mean_line(setup, "first", {&runs[0]}, "error");
  const auto second = mean_line(setup, "second", {&runs[1]}, "error");
  REQUIRE(line.points.size() == 3);
  REQUIRE(first.points.size() == 3);
  REQUIRE(second.points.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(line.points[i].x == 20 * static_cast<double>(i));
    CHECK(first.points[i].y > 0);
    CHECK(line.points[i].y == Approx((first.points[i].y + second.points[i].y) / 2));
  }

  auto again = two_runs();
  learn_all(setup, "learning", again);
  CHECK(again[1].learner->network().layers == alone.network().layers);
}

TEST_CASE("net runs: a stop request ends them", "[experiment]") {
  const test::TemporaryFolder folder;
  std::stop_source source;
  source.request_stop();
  ExperimentSetup setup;
  setup.folder = folder.path();
  setup.stop = source.get_token();
  auto runs = two_runs();
  CHECK_THROWS_AS(learn_all(setup, "learning", runs), ExperimentStopped);
}

TEST_CASE("net runs: proportions of one network's games and of several networks'", "[experiment]") {
  const Tally good{3, 1, 0, 0}, bad{1, 0, 3, 0};
  const Estimate one = proportion_over({good}, won), halves = proportion_over({good}, points);
  CHECK(one.value == 0.75);
  CHECK(one.lower == proportion_of(3, 4).lower);
  CHECK(one.upper == proportion_of(3, 4).upper);
  CHECK(halves.value == 0.875);
  CHECK(halves.lower == proportion_of(3, 4).lower);
  CHECK(halves.upper == proportion_of(4, 4).upper);
  const Estimate both = proportion_over({good, bad}, won), wanted = mean_of({0.75, 0.25});
  CHECK(both.value == 0.5);
  CHECK(both.lower == std::max(wanted.lower, 0.0));
  CHECK(both.upper == std::min(wanted.upper, 1.0));
}
