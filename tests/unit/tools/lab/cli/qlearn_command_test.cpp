// SPDX-License-Identifier: MIT
/// `sumi-lab qlearn`, tiny.
#include "engine/player.h"
#include "tests/support/command_fixture.h"
#include "tools/lab/cli/commands.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

TEST_CASE("qlearn command: learns, goes on, and the engine reads the table", "[qlearn]") {
  const test::CommandFixture lab(kQlearnCommand);
  const auto learn = [&](const char* steps, const char* folder, const char* threads) {
    return lab.run({"--size", "4", "--steps", steps, "--measure-every", "20", "--measured-games",
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

TEST_CASE("qlearn command: what cannot be done is said", "[qlearn]") {
  const test::CommandFixture lab(kQlearnCommand);
  const auto fault = [&](const char* option, const char* value) {
    return lab.fault({"--out", lab.file("x"), option, value});
  };
  CHECK(fault("--size", "5") == "--size: '5' is not 4, 6 or 8");
  CHECK_THAT(fault("--faults", "identity"), Contains("--faults: 'identity' is not one of "
                                                     "identity-keys, written-after, "));
  CHECK_THAT(fault("--faults", ""), Contains("names no fault"));
  CHECK_THAT(fault("--eta", "0"), Contains("--eta: '0'"));
  CHECK_THAT(fault("--symmetric", "maybe"), Contains("is not yes or no"));
  CHECK_THAT(fault("--opponents", "nobody"), Contains("--opponents: ") && Contains("nobody"));
  CHECK_THAT(fault("--measured-games", "0"), Contains("--measured-games: '0'"));
  CHECK_THAT(lab.fault({}), Contains("--out"));
}
