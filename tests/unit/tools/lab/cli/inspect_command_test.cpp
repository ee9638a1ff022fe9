// SPDX-License-Identifier: MIT
#include "tests/support/adder_learner.h"
#include "tests/support/command_fixture.h"
#include "tests/support/markup.h"
#include "tests/support/networks.h"
#include "tools/lab/cli/commands.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

namespace {

/// A network of S2's or S3's kind with eight hidden units.
std::string write_net(const test::CommandFixture& lab, NetworkInputs inputs, NetworkOutput output) {
  SplitMix64 random(7);
  return lab.write("net", write_network(test::random_network(random, inputs, output, {8}, 0.5f)));
}

void learn(const std::string& folder, int seed) {
  test::Adder adder(seed);
  run_learner(adder, {folder, 10, 5}, [] { return false; }, {}).value();
}

}  // namespace

TEST_CASE("inspect command: a player's opinion of each move", "[inspect]") {
  const test::CommandFixture lab(kInspectCommand);
  const std::string dp = lab.run({"dp", "--size", "4", "--svg", lab.file("dp.svg")});
  CHECK_THAT(dp, Contains("Black to move; dp plays ") && Contains("\nb1 ") && Contains(" -10"));
  CHECK(test::markup_fault(lab.read("dp.svg")) == "");

  const std::string terms = lab.run({"greedy:bpfscn:2:5:1", "f5d6"});
  CHECK_THAT(terms, Contains(" BP ") && Contains(" FS ") && Contains("CN\n"));

  CHECK_THAT(lab.run({"random"}), Contains("compares no moves"));
}

TEST_CASE("inspect command: outputs and units of networks", "[inspect]") {
  const test::CommandFixture lab(kInspectCommand);
  const std::string s2 = write_net(lab, NetworkInputs::kDiscs, NetworkOutput::kBlackWhite);
  CHECK_THAT(lab.run({"greedy:mlp:" + s2, "f5"}),
             Contains("Black wins +0.") && Contains("White wins +0.") && Contains(", unit "));
  const std::string unit = lab.run({s2, "--unit", "8", "--svg", lab.file("unit.svg")});
  CHECK_THAT(unit, Contains("Weights of unit 8 of 8\n") && Contains("\na black disc\n") &&
                       Contains("\na white disc\n"));
  CHECK(test::markup_fault(lab.read("unit.svg")) == "");
  CHECK(lab.run({"greedy:mlp:" + s2, "--unit", "8"}) == unit);

  const std::string s3 = write_net(lab, NetworkInputs::kFlips, NetworkOutput::kMoverWins);
  CHECK_THAT(lab.run({"greedy:mlp:" + s3, "f5"}), Contains("opponent wins +0."));
  CHECK_THAT(lab.run({s3, "--unit", "1"}), Contains("\ndiscs that a reply turns"));
}

TEST_CASE("inspect command: wrong arguments give readable errors", "[inspect]") {
  const test::CommandFixture lab(kInspectCommand);
  const std::string net = write_net(lab, NetworkInputs::kDiscs, NetworkOutput::kBlackWhite);
  CHECK_THAT(lab.fault({}), Contains("which player?"));
  CHECK_THAT(lab.fault({"oracle"}), Contains("player: 'oracle' is not one of"));
  CHECK_THAT(lab.fault({"dp"}), Contains("plays on 4x4 only"));
  CHECK_THAT(lab.fault({net, "--unit", "9"}), Contains("--unit: '9'"));
  CHECK_THAT(lab.fault({net, "f5", "--unit", "1"}), Contains("--unit takes no position"));
  CHECK_THAT(lab.fault({"random", std::string(63, 'X') + "- X"}), Contains("has no move"));
  lab.write("kept.svg", "a diary");
  CHECK_THAT(lab.fault({"dp", "--size", "4", "--svg", lab.file("kept.svg")}),
             Contains("holds no SVG picture"));
}

TEST_CASE("curves command: several runs share a chart", "[curves]") {
  const test::CommandFixture lab(kCurvesCommand);
  learn(lab.file("one"), 1);
  for (int seed = 1; seed <= 3; ++seed) {
    learn(lab.file("all") + "/seed-" + std::to_string(seed), seed);
  }
  const std::string text = lab.run({lab.file("one"), lab.file("all"), "-o", lab.file("both.svg")});
  CHECK_THAT(text, Contains("sum_total") && Contains("one") && Contains("54 to 56") &&
                       Contains("all") && Contains(" 110 "));
  const std::string svg = lab.read("both.svg");
  CHECK(test::markup_fault(svg) == "");
  CHECK(test::count_of(svg, "class=\"line") == 4);  // as many samples in the legend
  CHECK_THAT(svg, Contains("numbers") && Contains("sum_total"));
  CHECK_THAT(lab.fault({lab.file("one"), "-m", "wins", "-o", lab.file("x.svg")}),
             Contains("--metric: one has no 'wins'; it has sum_total, steps_count"));
  CHECK_THAT(lab.fault({lab.file("none")}), Contains("holds no run of a learner"));
  CHECK_THAT(lab.fault({}), Contains("which runs?"));
}
