// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/papers/experiment/experiment.h"
#include "tools/lab/papers/experiment/runs.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

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

TEST_CASE("report: a table as aligned text, Markdown and CSV", "[experiment]") {
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

TEST_CASE("report: files", "[experiment]") {
  const test::TemporaryFolder folder;
  ExperimentSetup setup;
  setup.folder = folder.file("out");
  ExperimentReport report{{sample()}, {{"s0-picture", "<svg/>"}}, {"It wins."}};
  const Experiment experiment{"S0", "A try", nullptr};
  write_report(experiment, report, setup);
  CHECK(read_file(folder.file("out/s0-wins.csv")).value() == to_csv(sample()));
  CHECK(read_file(folder.file("out/s0-picture.svg")).value() == "<svg/>");
  CHECK_THAT(read_file(folder.file("out/s0.md")).value(),
             Contains("# S0: A try\n\n- It wins.\n") && Contains("## Wins\n\n| player") &&
                 Contains("![s0-picture](s0-picture.svg)"));
  const auto json = protocol::Json::parse(read_file(folder.file("out/s0.json")).value());
  CHECK(json["experiment"] == "S0");
  CHECK(json["tables"][0]["rows"][0][1]["lower"] == 10);
  CHECK(json["tables"][0]["rows"][0][0].contains("value") == false);
  report.tables[0].name = "../evil";
  CHECK_THROWS_AS(write_report(experiment, report, setup), FatalError);
}

TEST_CASE("experiments: the table, stop and cells", "[experiment]") {
  std::string ids;
  for (const Experiment& experiment : experiments()) ids += std::string(experiment.id) + " ";
  CHECK(ids == "S1 S2 S3 S4 S5 S6 players players-time ");
  std::stop_source source;
  ExperimentSetup setup;
  setup.stop = source.get_token();
  CHECK_NOTHROW(check_stop(setup));
  source.request_stop();
  CHECK_THROWS_AS(check_stop(setup), ExperimentStopped);
  CHECK(wins_cell({749, 0, 251, 0}).text == "749 (721-775)");
  CHECK(percent_cell({0.968, 0.961, 0.974}).text == "96.8 (96.1 to 97.4)");
}
