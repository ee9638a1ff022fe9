// SPDX-License-Identifier: MIT
#include "engine/player.h"
#include "engine/weights/network_file.h"
#include "tests/support/command_fixture.h"
#include "tools/lab/cli/commands.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

TEST_CASE("sweep command: measures all weights, and resumes", "[sweep]") {
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

TEST_CASE("sweep command: the faults have the names of other learners", "[sweep]") {
  const test::CommandFixture lab(kSweepCommand);
  const auto run = [&](const char* folder, protocol::Args faults) {
    faults.insert(faults.end(), {"--largest", "1", "--games", "20", "--out", lab.file(folder)});
    lab.run(faults);
    return read_file(lab.file(folder) + "/sweep.csv").value();
  };
  const std::string corrected = run("a", {});
  CHECK(run("b", {"--faults", "none"}) == corrected);
  CHECK(run("c", {"--faults", "paper"}) != corrected);
}

TEST_CASE("sweep command: wrong arguments give readable errors", "[sweep]") {
  const test::CommandFixture lab(kSweepCommand);
  const auto fault = [&](const char* option, const char* value) {
    return lab.fault({"--out", lab.file("x"), option, value});
  };
  CHECK_THAT(fault("--largest", "21"), Contains("--largest: '21'"));
  CHECK_THAT(fault("--faults", "x"), Contains("player greedy"));
  CHECK_THAT(fault("--faults", ""), Contains("player greedy"));
  CHECK_THAT(fault("--flags", "+loud"), Contains("player greedy"));
  CHECK(fault("--steps", "x") == "--steps: 'x' is not in 0..1000000000000");
  CHECK_THAT(lab.fault({}), Contains("--out"));
}

TEST_CASE("genetic command: wrong arguments give readable errors", "[genetic]") {
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
        "'S9' is not one of S1, S2, S3, S4, S5, S6, axis, players, players-time, all");
  CHECK_THAT(lab.fault({}), Contains("which experiment? S1"));
}

TEST_CASE("experiment command: parameters need an experiment that has them", "[experiment]") {
  const test::CommandFixture lab(kExperimentCommand);
  const auto fault = [&](const protocol::Args& args) {
    protocol::Args all{"--out", lab.file("x")};
    all.insert(all.end(), args.begin(), args.end());
    return lab.fault(all);
  };
  CHECK(fault({"S4", "--hidden", "60"}) == "--hidden has no effect in S4, only in S2, S3");
  CHECK(fault({"S2", "--hidden", "2.5"}) == "--hidden: '2.5' is not a whole number");
  CHECK(fault({"S2", "--hidden", "0"}) == "--hidden: '0' is not a number in 1..1024");
  CHECK(fault({"S2", "--seeds", "0"}) == "--seeds: '0' is not in 1..1000");
}

TEST_CASE("experiment command: several seeds, with the user's parameters", "[experiment]") {
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

TEST_CASE("learner commands: several seeds", "[sweep]") {
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

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

namespace {

protocol::Args tiny(const std::string& folder, const protocol::Args& more = {}) {
  protocol::Args args{"--out",           folder, "--steps",         "6",
                      "--measure-every", "3",    "--measure-games", "4"};
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

}  // namespace

TEST_CASE("td command: trains the same network for any number of threads", "[td]") {
  const test::CommandFixture lab(kTdCommand);
  const auto learn = [&](const std::string& folder, protocol::Args more) {
    more.insert(more.end(), {"--hidden", "12", "--size", "4"});
    return lab.run(tiny(lab.file(folder), more));
  };
  const std::string text = learn("one", {"--faults", "paper"});
  CHECK_THAT(text, Contains("wins_black_percent") && Contains("error"));
  constexpr const char* kAll = "part-of-units,changed-first,all-positive,last-thrice,drawn-after";
  learn("two", {"--faults", kAll, "-j", "3"});
  const std::string network = read_file(lab.file("one/result")).value();
  CHECK(network == read_file(lab.file("two/result")).value());
  const auto parsed = parse_network(network);
  REQUIRE(parsed);
  CHECK(parsed->layers[0].outputs == 12);
  learn("three", {});
  CHECK(network != read_file(lab.file("three/result")).value());
}

TEST_CASE("returns command: trains a network", "[returns]") {
  const test::CommandFixture lab(kReturnsCommand);
  lab.run(tiny(lab.file("one"), {"--hidden", "12,5", "--size", "4", "--squared-error"}));
  const auto network = read_network(lab.file("one/result"));
  REQUIRE(network);
  CHECK(network->layers.size() == 3);
  CHECK(network->layers[1].outputs == 5);
}

TEST_CASE("td and returns commands: wrong arguments give readable errors", "[td][returns]") {
  const test::CommandFixture td(kTdCommand), returns(kReturnsCommand);
  const auto fault = [&](const test::CommandFixture& lab, const protocol::Args& more) {
    return lab.fault(tiny(lab.file("none"), more));
  };
  CHECK(fault(td, {"--faults", "part-of-units,late"}) ==
        "--faults: 'late' is not one of part-of-units, changed-first, all-positive, last-thrice, "
        "drawn-after; or say none or paper");
  CHECK(fault(td, {"--hidden", "40,20"}) == "--hidden: '40,20' is not in 1..1024");
  CHECK(fault(td, {"--size", "5"}) == "--size: '5' is not 4, 6 or 8");
  CHECK_THAT(fault(td, {"--epsilon", "1.5"}), Contains("--epsilon: '1.5' is not"));
  CHECK(fault(returns, {"--hidden", "64,"}) ==
        "--hidden: '64,' is not 1 to 7 numbers in 1..1024 with commas between");
  CHECK_THAT(fault(returns, {"--gamma", "2"}), Contains("--gamma: '2' is not"));
}

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

TEST_CASE("qlearn command: learns, resumes, and the engine reads the table", "[qlearn]") {
  const test::CommandFixture lab(kQlearnCommand);
  const auto learn = [&](const char* steps, const char* folder, const char* threads) {
    return lab.run({"--size", "4", "--steps", steps, "--measure-every", "20", "--measure-games",
                    "5", "-j", threads, "--out", lab.file(folder)});
  };
  CHECK_THAT(learn("20", "a", "1"), Contains("20 of 20 rounds"));
  learn("40", "a", "2");
  learn("40", "b", "1");
  for (const char* name : {"/result", "/history.csv", "/rounds.csv"}) {
    CAPTURE(name);
    CHECK(read_file(lab.file("a") + name).value() == read_file(lab.file("b") + name).value());
  }
  CHECK(make_move_player("qtable:" + lab.file("a") + "/result", 4));
}

TEST_CASE("qlearn command: wrong arguments give readable errors", "[qlearn]") {
  const test::CommandFixture lab(kQlearnCommand);
  const auto fault = [&](const char* option, const char* value) {
    return lab.fault({"--out", lab.file("x"), option, value});
  };
  CHECK(fault("--size", "5") == "--size: '5' is not 4, 6 or 8");
  CHECK_THAT(fault("--faults", "identity"), Contains("--faults: 'identity' is not one of "
                                                     "identity-keys, written-after, "));
  CHECK_THAT(fault("--faults", ""), Contains("names no fault"));
  CHECK_THAT(fault("--faults", "all"), Contains("say none or paper"));
  CHECK_THAT(fault("--eta", "0"), Contains("--eta: '0'"));
  CHECK_THAT(fault("--symmetric", "maybe"), Contains("is not yes or no"));
  CHECK_THAT(fault("--opponents", "nobody"), Contains("--opponents: ") && Contains("nobody"));
  CHECK_THAT(fault("--measure-games", "0"), Contains("--measure-games: '0'"));
  CHECK_THAT(lab.fault({}), Contains("--out"));
}

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

TEST_CASE("dp command: prints counts without a method", "[dp]") {
  const test::CommandFixture lab(kDpCommand);
  const std::string text = lab.run({});
  CHECK_THAT(text, Contains("\nblack   51943") && Contains("\nboth    88764") && Contains(" -8 "));
}

TEST_CASE("dp command: learns, and resumes to the same result", "[dp]") {
  const test::CommandFixture lab(kDpCommand);
  CHECK_THAT(lab.run({"--method", "value-iteration", "--steps", "1", "--out", lab.file("value")}),
             Contains("qtable"));
  const auto episodes = [&](const char* steps, const char* folder) {
    return lab.run(
        {"--method", "sarsa", "--steps", steps, "--measure-every", "0", "--out", lab.file(folder)});
  };
  episodes("1000", "a");
  episodes("2000", "a");
  episodes("2000", "b");
  CHECK(read_file(lab.file("a/result")).value() == read_file(lab.file("b/result")).value());
  CHECK(read_file(lab.file("a/history.csv")).value() ==
        read_file(lab.file("b/history.csv")).value());
}

TEST_CASE("dp command: wrong arguments give readable errors", "[dp]") {
  const test::CommandFixture lab(kDpCommand);
  const std::string out = lab.file("x");
  CHECK_THAT(
      lab.fault({"--method", "guess", "--out", out}),
      Contains("--method: 'guess' is not one of policy-evaluation, ") && Contains("q-learning"));
  CHECK_THAT(lab.fault({"--out", out}), Contains("missing --method"));
  CHECK_THAT(lab.fault({"--method", "sarsa"}), Contains("--out"));
  CHECK_THAT(lab.fault({"--method", "sarsa", "--out", out, "--epsilon", "2"}),
             Contains("--epsilon: '2'"));
  CHECK_THAT(lab.fault({"--method", "sarsa", "--out", out, "--order", "backward"}),
             Contains("--order: has no effect in sampling"));
  CHECK_THAT(lab.fault({"--method", "printed", "--out", out, "--step-size", "1"}),
             Contains("--step-size: has no effect in sweeps"));
  CHECK_THAT(lab.fault({"--method", "printed", "--out", out, "--order", "up"}),
             Contains("--order: 'up' is not forward or backward"));
  CHECK_THAT(lab.fault({"words"}), Contains("'words'"));
}
