// SPDX-License-Identifier: MIT
#include "tests/support/command_fixture.h"
#include "tools/lab/cli/commands.h"

#include <catch2/catch.hpp>

#include <filesystem>

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

namespace {

const protocol::Args kTiny = {"--evaluator", "table",  "--nodes", "300",         "--pairs",
                              "1",           "--rate", "0.05",    "--iterations"};

class Lab : public test::CommandFixture {
 public:
  Lab() : CommandFixture(kTuneCommand) {}

  std::string tune(const std::string& iterations, const protocol::Args& more) const {
    protocol::Args args = kTiny;
    args.push_back(iterations);
    args.insert(args.end(), more.begin(), more.end());
    return run(args);
  }
};

}  // namespace

TEST_CASE("tune command: table, history and checkpoint do not depend on the number of threads",
          "[tune]") {
  const Lab lab;
  const auto run = [&](const std::string& threads) {
    return lab.tune("6", {"-j", threads, "--csv", lab.file(threads + ".csv"), "--checkpoint",
                          lab.file(threads + ".json"), "--verify", "4"});
  };
  const std::string text = run("1");
  CHECK_THAT(text, Contains("6 of 6 iterations\n"));
  CHECK_THAT(text, Contains("\nmidgame-mobility         8") && Contains("0..40") &&
                       Contains("\nsolve-leap "));
  CHECK_THAT(text, !Contains("prelude-leap"));
  CHECK_THAT(text, Contains("\nTuned against default: ") && Contains("; Elo ") &&
                       Contains("; discs a game "));
  CHECK(run("3") == text);
  CHECK(read_file(lab.file("1.csv")).value() == read_file(lab.file("3.csv")).value());
  CHECK(read_file(lab.file("1.json")).value() == read_file(lab.file("3.json")).value());
  const std::string csv = read_file(lab.file("1.csv")).value();
  CHECK(run("1") == text);
  CHECK(read_file(lab.file("1.csv")).value() == csv);
}

TEST_CASE("tune command: tunes only the named parameters", "[tune]") {
  const Lab lab;
  const std::string text = lab.tune("2", {"--parameters", "aspiration,solve-leap"});
  CHECK_THAT(text, Contains("\naspiration ") && Contains("\nsolve-leap "));
  CHECK_THAT(text, !Contains("midgame"));
  CHECK(lab.tune("2", {"--parameters", "aspiration,solve-leap"}) == text);
}

TEST_CASE("tune command: wrong arguments give readable errors and write nothing", "[tune]") {
  const Lab lab;
  const std::string there = lab.file("there");
  write_file(there, "mine\n").value();
  CHECK(lab.fault({"--parameters", "speed"}) ==
        "--parameters: 'speed' is not one of midgame-mobility, midgame-potential, midgame-value, "
        "solve-mobility, solve-potential, solve-value, solve-parity, probcut-percent, "
        "tempo-percent, aspiration, "
        "solve-aspiration, solve-leap, all");
  CHECK_THAT(lab.fault({"--parameters", ""}), Contains("'' is not one of"));
  CHECK_THAT(lab.fault({"--parameters", "aspiration,"}), Contains("'' is not one of"));
  CHECK(lab.fault({"--parameters", "prelude-leap"}) ==
        "--parameters: 'prelude-leap' has no effect in games limited by nodes");
  CHECK(lab.fault({"--parameters", "aspiration,aspiration"}) ==
        "--parameters: 'aspiration' is given twice");
  CHECK(lab.fault({"--iterations", "0"}) == "--iterations: '0' is not in 1..1000000");
  CHECK(lab.fault({"--pairs", "many"}) == "--pairs: 'many' is not in 1..10000");
  CHECK(lab.fault({"--nodes", "0"}) == "--nodes: '0' is not in 1..1000000000");
  CHECK(lab.fault({"--verify", "-1"}) == "--verify: '-1' is not in 0..1000000");
  for (const char* rate : {"0", "-1", "nan", "inf", "1.5", "", " 0.1", "0.1x"}) {
    CAPTURE(rate);
    CHECK_THAT(lab.fault({"--rate", rate}), Contains("is not a number above 0, up to 1"));
  }
  CHECK_THAT(lab.fault({"--random-plies", "0-60"}), Contains("MIN-MAX within 1-50"));
  CHECK(lab.fault({"--openings", there, "--random-plies", "8"}) ==
        "--openings and --random-plies exclude each other");
  CHECK_THAT(lab.fault({"--openings", lab.file("nothing")}), Contains("--openings: "));
  CHECK_THAT(lab.fault({"--openings", there}),
             Contains("--openings: file '" + there + "', line 1: "));
  CHECK_THAT(lab.fault({"--evaluator", "best"}), Contains("'best'"));
  CHECK_THAT(lab.fault({"--threads", "0"}), Contains("--threads: '0'"));
  CHECK_THAT(lab.fault({"words"}), Contains("'words'"));
  CHECK_THAT(lab.fault({"--checkpoint", there}), Contains("holds no checkpoint"));
  CHECK_THAT(lab.fault({"--csv", there}), Contains("holds no history"));
  CHECK_THAT(lab.fault({"--csv", lab.file("no/where")}), Contains("no folder"));
  CHECK(read_file(there).value() == "mine\n");

  lab.tune("1", {"--checkpoint", lab.file("c.json")});
  const std::string before = read_file(lab.file("c.json")).value();
  protocol::Args other = kTiny;
  other.insert(other.end(), {"2", "--checkpoint", lab.file("c.json")});
  CHECK_THAT(lab.fault(other), Contains("c.json': begun with iterations 1, not 2"));
  CHECK(read_file(lab.file("c.json")).value() == before);
}
