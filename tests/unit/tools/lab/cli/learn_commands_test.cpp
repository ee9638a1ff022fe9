// SPDX-License-Identifier: MIT
/// `sumi-lab sweep`, `genetic` and `experiment`, tiny.
#include "tests/support/command_fixture.h"
#include "tools/lab/cli/commands.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

TEST_CASE("sweep command: measures all weights, and goes on", "[sweep]") {
  const test::CommandFixture lab(kSweepCommand);
  const auto sweep = [&](const char* folder, const char* threads, protocol::Args more) {
    more.insert(more.end(),
                {"--largest", "1", "--games", "2", "-j", threads, "--out", lab.file(folder)});
    return lab.run(more);
  };
  CHECK_THAT(sweep("a", "1", {"--steps", "3"}), Contains("3 of 3 weights"));
  CHECK_THAT(sweep("a", "2", {}), Contains("7 of 7 weights") && Contains("Best: BP:FS:CN "));
  sweep("b", "1", {});
  for (const char* name : {"/result", "/history.csv", "/sweep.csv", "/sweep.svg"}) {
    CAPTURE(name);
    CHECK(read_file(lab.file("a") + name).value() == read_file(lab.file("b") + name).value());
  }
}

TEST_CASE("sweep command: what cannot be done is said", "[sweep]") {
  const test::CommandFixture lab(kSweepCommand);
  const auto fault = [&](const char* option, const char* value) {
    return lab.fault({"--out", lab.file("x"), option, value});
  };
  CHECK_THAT(fault("--largest", "21"), Contains("--largest: '21'"));
  CHECK_THAT(fault("--faults", "x"), Contains("player greedy"));
  CHECK_THAT(fault("--flags", "+loud"), Contains("player greedy"));
  CHECK(fault("--steps", "x") == "--steps: 'x' is not in 0..1000000000000");
  CHECK_THAT(lab.fault({}), Contains("--out"));
}

TEST_CASE("genetic command: what cannot be done is said", "[genetic]") {
  const test::CommandFixture lab(kGeneticCommand);
  const auto fault = [&](const char* option, const char* value) {
    return lab.fault({"--out", lab.file("x"), option, value});
  };
  for (const char* human :
       {"", "1,2", "1,2,3,4,5,6,7,8,101", "1,2,3,4,5,6,7,8,9,10", "a,,,,,,,,"}) {
    CHECK_THAT(fault("--human", human), Contains("is not nine numbers in -100..100"));
  }
  CHECK_THAT(fault("--fitness-games", "3"), Contains("--fitness-games: '3' is not even"));
  CHECK_THAT(fault("--crossover", "1.5"), Contains("--crossover: '1.5' is not a number"));
  CHECK_THAT(fault("--population", "1"), Contains("--population: '1'"));
}

TEST_CASE("experiment command: names are checked before anything runs", "[experiment]") {
  const test::CommandFixture lab(kExperimentCommand);
  CHECK(lab.fault({"S1", "S9"}) ==
        "'S9' is not one of S1, S2, S3, S4, S5, S6, players, players-time, all");
  CHECK_THAT(lab.fault({}), Contains("which experiment? S1"));
}

TEST_CASE("experiment command: parameters are for those that have them", "[experiment]") {
  const test::CommandFixture lab(kExperimentCommand);
  const auto fault = [&](const protocol::Args& args) {
    protocol::Args all{"--out", lab.file("x")};
    all.insert(all.end(), args.begin(), args.end());
    return lab.fault(all);
  };
  CHECK(fault({"S4", "--hidden", "60"}) == "--hidden: plays no part in S4, but in S2, S3");
  CHECK(fault({"S2", "--hidden", "2.5"}) == "--hidden: '2.5' is no whole number");
  CHECK(fault({"S2", "--hidden", "0"}) == "--hidden: '0' is not a number in 1..1024");
  CHECK(fault({"S2", "--seeds", "0"}) == "--seeds: '0' is not in 1..1000");
}

TEST_CASE("experiment command: several seeds, with numbers of one's own", "[experiment]") {
  const test::CommandFixture lab(kExperimentCommand);
  const std::string text =
      lab.run({"S2", "--quick", "--episodes", "100", "--networks", "1", "--hidden", "4", "--games",
               "10", "--seeds", "2", "-j", "2", "--out", lab.file("s2")});
  CHECK_THAT(text, Contains("means of 2 seeds") && Contains("Seed 2: Corrected it wins"));
  CHECK_THAT(lab.read("s2/s2-against-random-seeds.csv"), Contains("seed,network,networks,"));
  const std::string settings =
      lab.read("s2/s2-paper-1-quick-2-episodes-100-games-10-hidden-4-networks-1/learner.json");
  CHECK_THAT(settings, Contains("130,\n   4,\n   2"));
  CHECK_THAT(lab.read("s2/s2.json"), Contains("\"hidden\": 4.0"));
}

TEST_CASE("learners' commands: several seeds", "[sweep]") {
  const test::CommandFixture lab(kSweepCommand);
  const std::string text = lab.run({"--largest", "1", "--games", "2", "--seeds", "2", "--seed", "5",
                                    "--snapshot-every", "3", "-j", "2", "--out", lab.file("a")});
  CHECK_THAT(text, Contains("seed-5 ") && Contains("mean ") && Contains("seed-6: Best: BP:FS:CN "));
  for (const char* name : {"a/seeds.csv", "a/history.csv", "a/seed-6/sweep.svg",
                           "a/seed-5/result-3", "a/seed-5/result-6"}) {
    CAPTURE(name);
    CHECK(!lab.read(name).empty());
  }
}
