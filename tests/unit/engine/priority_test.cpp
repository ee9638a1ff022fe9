// SPDX-License-Identifier: MIT
#include "engine/engine.h"
#include "tests/support/small_engine.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <sys/resource.h>

using namespace sumi;

TEST_CASE("searches run at low priority on request", "[engine][thread]") {
  Engine engine(test::small_engine());
  const auto niceness = [&] {
    std::atomic<int> found = -1;
    engine.go({.depth = 2},
              {[&](const SearchUpdate&) { found = getpriority(PRIO_PROCESS, 0); }, {}});
    engine.wait();
    return found.load();
  };
  const int own = getpriority(PRIO_PROCESS, 0);
  CHECK(niceness() == own);
  engine.set_niceness(19);
  CHECK(niceness() == 19);
  CHECK(getpriority(PRIO_PROCESS, 0) == own);
}
