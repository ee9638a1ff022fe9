// SPDX-License-Identifier: MIT
#include "tests/support/command_fixture.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/long_work.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <unistd.h>

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

namespace {

template <class Lock>
std::string fault_of(const Lock& lock) {
  return lock ? "none" : lock.error().message;
}

}  // namespace

TEST_CASE("OutputLock: one process locks at a time, and the error names it", "[lock]") {
  const test::TemporaryFolder folder;
  {
    const auto held = OutputLock::of_folder(folder.path());
    REQUIRE(held);
    CHECK(fault_of(OutputLock::of_folder(folder.path())) ==
          fmt::format("folder '{}': another sumi-lab, process {}, writes to it; only one at a time "
                      "can",
                      folder.path(), getpid()));
    CHECK(fault_of(OutputLock::of_file(folder.file("x"))) == "none");
  }
  CHECK(folder.files() == 0);
  CHECK(OutputLock::of_folder(folder.path()));
  CHECK_THAT(fault_of(OutputLock::of_folder(folder.file("none"))), Contains("none"));
}

TEST_CASE("OutputLock: a lock file left by a kill is reused", "[lock]") {
  const test::TemporaryFolder folder;
  folder.write("sumi-lab.lock", "123456789\n");
  {
    const auto held = OutputLock::of_folder(folder.path());
    REQUIRE(held);
    CHECK(read_file(folder.file("sumi-lab.lock")).value() == fmt::format("{}\n", getpid()));
  }
  CHECK(folder.files() == 0);
}

TEST_CASE("OutputLock: parts are locked separately, each by one process", "[lock]") {
  const test::TemporaryFolder folder;
  {
    const auto one = OutputLock::of_part(folder.path(), {1, 2});
    const auto other = OutputLock::of_part(folder.path(), {2, 2});
    REQUIRE(one);
    REQUIRE(other);
    CHECK_THAT(fault_of(OutputLock::of_part(folder.path(), {2, 2})),
               Contains("shard 2/2 of folder '") && Contains(fmt::format("{}", getpid())));
    CHECK_THAT(fault_of(OutputLock::of_folder(folder.path())), Contains("another sumi-lab"));
    CHECK_THAT(fault_of(OutputLock::of_part(folder.path(), {1, 1})), Contains("another sumi-lab"));
  }
  CHECK(folder.files() == 0);
  const auto whole = OutputLock::of_folder(folder.path());
  REQUIRE(whole);
  CHECK_THAT(fault_of(OutputLock::of_part(folder.path(), {1, 2})),
             Contains(fmt::format("another sumi-lab, process {},", getpid())));
}

TEST_CASE("every command of sumi-lab that writes holds a lock", "[lock]") {
  struct Row {
    const protocol::Command& command;
    std::string lock;
    protocol::Args args;
  };
  const test::TemporaryFolder folder;
  const std::string made = folder.file("made"), positions = folder.file("in.pos");
  folder.write("in.pos", std::string("SUMIPOS\1\0\0\0\0\0\0\0\0", 16));
  const std::string out = folder.file("out.pos"), weights = folder.file("out.sumi"),
                    picture = folder.file("out.svg");
  const Row rows[] = {
      {kSelfplayCommand, made, {made, "--games", "1"}},
      {kLabelCommand, made, {positions, made}},
      {kTrainCommand, made, {"pattern", positions, "--out", weights, "--work", made}},
      {kTrainCommand, weights, {"pattern", positions, "--out", weights}},
      {kDataCommand, out, {"merge", positions, out}},
      {kEvalReportCommand, picture, {positions, "--svg", picture}},
      {kProbcutCommand, picture, {positions, "--svg", picture}},
      {kProbcutCommand, out, {positions, "--json", out}},
      {kDpCommand, made, {"--method", "value-iteration", "--out", made}},
      {kTdCommand, made, {"--out", made, "--steps", "1"}},
      {kReturnsCommand, made, {"--out", made, "--steps", "1"}},
      {kSweepCommand, made, {"--out", made, "--steps", "1"}},
      {kQlearnCommand, made, {"--out", made, "--steps", "1", "--size", "4"}},
      {kGeneticCommand, made, {"--out", made, "--steps", "1"}},
      {kExperimentCommand, made, {"S1", "--quick", "--out", made}},
      {kTuneCommand, out, {"--iterations", "1", "--checkpoint", out}},
      {kTuneCommand, out, {"--iterations", "1", "--csv", out}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.command.name, row.lock);
    if (row.lock == made) std::filesystem::create_directory(made);
    {
      const auto held =
          row.lock == made ? OutputLock::of_folder(made) : OutputLock::of_file(row.lock);
      REQUIRE(held);
      CHECK_THAT(test::CommandFixture(row.command).fault(row.args),
                 Contains(fmt::format("another sumi-lab, process {}, writes to it", getpid())));
    }
    CHECK(folder.files() == (row.lock == made ? 2 : 1));
    std::filesystem::remove_all(made);
  }
}
