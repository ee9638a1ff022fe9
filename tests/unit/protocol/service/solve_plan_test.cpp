// SPDX-License-Identifier: MIT
#include "protocol/service/solve.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::protocol;

namespace {

constexpr SolveMachine kMachine{8, 16 * 1024};

SolvePlan plan(std::optional<int> jobs, std::optional<int> threads, bool single, int hash_mib = 256,
               SolveMachine machine = kMachine) {
  return plan_solving(jobs, threads, single, hash_mib, machine).value();
}

}  // namespace

TEST_CASE("one position gets all processors; each of many positions gets one", "[solve]") {
  CHECK(plan({}, {}, true).jobs == 1);
  CHECK(plan({}, {}, true).threads == 8);
  CHECK(plan({}, {}, false).jobs == 8);
  CHECK(plan({}, {}, false).threads == 1);
}

TEST_CASE("requested numbers of jobs and threads are used", "[solve]") {
  CHECK(plan(3, 5, false).jobs == 3);
  CHECK(plan(3, 5, false).threads == 5);
  CHECK(plan(3, {}, false).threads == 1);
  CHECK(plan({}, 3, false).jobs == 2);
  CHECK(plan({}, 16, false).jobs == 1);
  CHECK(plan({}, 2, true).threads == 2);
}

TEST_CASE("tables of the default jobs take at most half of the memory", "[solve]") {
  CHECK(plan({}, {}, false, 2048).jobs == 4);
  CHECK(plan({}, {}, false, 64 * 1024).jobs == 1);
  CHECK(plan({}, {}, false, 2048, {8, 0}).jobs == 8);
}

TEST_CASE("tables larger than the memory are refused", "[solve]") {
  CHECK(plan(8, {}, false, 2048).jobs == 8);
  CHECK(plan(1, {}, false, 64 * 1024).jobs == 1);
  const auto refused = plan_solving(9, {}, false, 2048, kMachine);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().message ==
        "jobs: 9 tables of --hash-mib 2048 are 18432 MiB, and this machine has 16384: take fewer "
        "jobs or smaller tables");
}

TEST_CASE("the machine's processors and memory are known", "[solve]") {
  CHECK(solve_machine().processors >= 1);
  CHECK(solve_machine().memory_mib > 64);
}
