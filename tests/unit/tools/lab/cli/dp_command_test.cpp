// SPDX-License-Identifier: MIT
/// `sumi-lab dp`, tiny.
#include "tests/support/command_fixture.h"
#include "tools/lab/cli/commands.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

TEST_CASE("dp command: counts, without a method", "[dp]") {
  const test::CommandFixture lab(kDpCommand);
  const std::string text = lab.run({});
  CHECK_THAT(text, Contains("\nblack   51943") && Contains("\nboth    88764") && Contains(" -8 "));
}

TEST_CASE("dp command: learns, goes on, and is the same then", "[dp]") {
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

TEST_CASE("dp command: what cannot be done is said", "[dp]") {
  const test::CommandFixture lab(kDpCommand);
  const std::string out = lab.file("x");
  CHECK_THAT(
      lab.fault({"--method", "guess", "--out", out}),
      Contains("--method: 'guess' is not one of policy-evaluation, ") && Contains("q-learning"));
  CHECK_THAT(lab.fault({"--out", out}), Contains("--method: wanted"));
  CHECK_THAT(lab.fault({"--method", "sarsa"}), Contains("--out"));
  CHECK_THAT(lab.fault({"--method", "sarsa", "--out", out, "--epsilon", "2"}),
             Contains("--epsilon: '2'"));
  CHECK_THAT(lab.fault({"--method", "sarsa", "--out", out, "--order", "backward"}),
             Contains("--order: plays no part in sampling"));
  CHECK_THAT(lab.fault({"--method", "printed", "--out", out, "--step", "1"}),
             Contains("--step: plays no part in sweeps"));
  CHECK_THAT(lab.fault({"--method", "printed", "--out", out, "--order", "up"}),
             Contains("--order: 'up' is not forward or backward"));
  CHECK_THAT(lab.fault({"words"}), Contains("'words'"));
}
