// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "tests/support/adder_learner.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/papers/learn/seeds.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;
using test::Adder;

namespace {

bool never() { return false; }

std::vector<SeedRun> adders(int count) {
  std::vector<SeedRun> seeds;
  for (int i = 1; i <= count; ++i) {
    seeds.push_back({static_cast<std::uint64_t>(i), std::make_unique<Adder>(i)});
  }
  return seeds;
}

}  // namespace

TEST_CASE("seeds: each in a folder of its own, and their mean", "[learn]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("all");
  auto seeds = adders(3);
  std::uint64_t most = 0;
  CHECK(run_seeds(seeds, {path, 10, 5}, {}, 2, never, [&](std::uint64_t done) {
          most = done;
        }).value());
  CHECK(most <= 30);
  CHECK(read_file(path + "/seed-2/result").value() == "55\n");
  CHECK_THAT(read_file(path + "/seeds.csv").value(),
             Contains("seed,steps,sum_total,") && Contains("\n3,10,165,"));
  // 55, 110 and 165.
  CHECK_THAT(read_file(path + "/history.csv").value(),
             Contains("\n10,110,-26.6") || Contains("\n10,110,-26.7"));
  CHECK_THAT(read_file(path + "/curves.svg").value(), Contains("class=\"band"));
  const FolderHistories found = read_histories(path).value();
  CHECK(found.unit == "numbers");
  CHECK(found.seeds == std::vector<std::uint64_t>{1, 2, 3});
  CHECK(found.runs[2].back().metrics[0].value == 165);
  const FolderHistories one = read_histories(path + "/seed-3").value();
  CHECK(one.seeds.empty());
  CHECK(one.runs.size() == 1);
}

TEST_CASE("seeds: interrupted and resumed, the same bytes for any number of threads", "[learn]") {
  const test::TemporaryFolder folder;
  auto whole = adders(3);
  CHECK(run_seeds(whole, {folder.file("whole"), 50000, 10000}, {}, 1, never, {}).value());
  int runs = 0;
  for (bool done = false; !done && runs < 100; ++runs) {
    auto parts = adders(3);
    int looks = 0;
    done = run_seeds(parts, {folder.file("parts"), 50000, 10000}, {}, 2,
                     [&] { return ++looks > 3; }, {})
               .value();
  }
  for (const char* name : {"seeds.csv", "history.csv", "history.json", "curves.svg"}) {
    CAPTURE(name);
    CHECK(read_file(folder.file("whole") + "/" + name).value() ==
          read_file(folder.file("parts") + "/" + name).value());
  }
}

TEST_CASE("seeds: what cannot be done is said", "[learn]") {
  const test::TemporaryFolder folder;
  Adder adder;
  CHECK(run_learner(adder, {folder.file("one"), 5, 0}, never, {}).value());
  auto seeds = adders(2);
  CHECK_THAT(run_seeds(seeds, {folder.file("one"), 5, 0}, {}, 1, never, {}).error().message,
             Contains("holds the run of one seed"));
  CHECK_THAT(read_histories(folder.file("nowhere")).error().message,
             Contains("holds no run of a learner"));
  write_file(folder.file("one") + "/learner.json", "[]").value();
  CHECK_THAT(read_histories(folder.file("one")).error().message,
             Contains("does not belong to a learner"));
  // Another seed's run in a seed's folder.
  auto wrong = adders(1);
  CHECK(run_seeds(wrong, {folder.file("two"), 5, 0}, {}, 1, never, {}).value());
  std::vector<SeedRun> other;
  other.push_back({1, std::make_unique<Adder>(2)});
  CHECK_THAT(run_seeds(other, {folder.file("two"), 5, 0}, {}, 1, never, {}).error().message,
             Contains("was begun with seed 1, not 2"));
}
