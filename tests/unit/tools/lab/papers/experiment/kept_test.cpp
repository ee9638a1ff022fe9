// SPDX-License-Identifier: MIT
#include "tests/support/temporary_folder.h"
#include "tools/lab/papers/experiment/kept.h"
#include "tools/lab/papers/experiment/runs.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::lab;
using Numbers = std::vector<double>;

TEST_CASE("What an experiment has measured is not measured again until its report is there",
          "[experiment]") {
  const test::TemporaryFolder folder;
  ExperimentSetup setup;
  setup.folder = folder.path();
  setup.seed = 3;
  int measured = 0;
  const auto get = [&](const std::string& key) {
    return kept(setup, "S4", key, [&] { return Numbers{0.1 + ++measured, -1e300}; });
  };
  const Numbers one = get("one");
  CHECK(get("two") != one);
  CHECK(get("one") == one);
  CHECK(measured == 2);
  CHECK_THROWS_AS(kept(setup, "S4", "three", []() -> Numbers { throw ExperimentStopped(); }),
                  ExperimentStopped);
  get("three");
  CHECK(measured == 3);

  setup.seed = 4;
  get("one");
  CHECK(measured == 4);
  setup.seed = 3;
  forget_kept(setup, "S4");
  get("one");
  CHECK(measured == 5);
}
