// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "tests/support/adder_learner.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/papers/learn/learner.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;
using test::Adder;

namespace {

bool never() { return false; }
void quiet(const LearnProgress&) {}

Result<bool> run(Learner& learner, const LearnRun& plan) {
  return run_learner(learner, plan, never, quiet);
}

std::string fault(Learner& learner, const LearnRun& plan) {
  const auto done = run(learner, plan);
  return done ? "none" : done.error().message;
}

}  // namespace

TEST_CASE("learner: files and rows at the start, every N steps and at the end", "[learn]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("new/deep");
  Adder adder;
  CHECK(run(adder, {path, 10, 4}).value());
  CHECK(adder.sum == 55);
  CHECK(adder.measured == 4);
  CHECK(read_file(path + "/history.csv").value() ==
        "steps,sum_total,sum_total_lower,sum_total_upper,steps_count\n"
        "0,0,-1,1,0\n4,10,9,11,4\n8,36,35,37,8\n10,55,54,56,10\n");
  CHECK(read_file(path + "/result").value() == "55\n");
  CHECK_THAT(read_file(path + "/curves.svg").value(), Contains("<svg "));
  CHECK_THAT(read_file(path + "/curves-count.svg").value(), Contains("<svg "));
  const auto json = protocol::Json::parse(read_file(path + "/history.json").value());
  CHECK(json[2]["sum_total"]["value"] == 36);
  CHECK(read_history(path).value().size() == 4);
  Adder again;
  CHECK(run(again, {path, 10, 4}).value());
  CHECK(again.sum == 55);
  CHECK(again.measured == 0);
}

TEST_CASE("learner: an interrupted run ends with the same bytes", "[learn]") {
  const test::TemporaryFolder folder;
  Adder whole;
  CHECK(run(whole, {folder.file("whole"), 100000, 30000}).value());
  int runs = 0;
  for (bool done = false; !done && runs < 100; ++runs) {
    Adder part;
    int looks = 0;
    done = run_learner(
               part, {folder.file("parts"), 100000, 30000}, [&] { return ++looks > 14; }, quiet)
               .value();
  }
  CHECK(runs > 1);
  for (const char* name : {"state", "history.csv", "history.json", "curves.svg", "result"}) {
    CAPTURE(name);
    CHECK(read_file(folder.file("whole") + "/" + name).value() ==
          read_file(folder.file("parts") + "/" + name).value());
  }
}

TEST_CASE("learner: a longer run resumes, and drops the shorter run's last row", "[learn]") {
  const test::TemporaryFolder folder;
  Adder first, second, whole;
  CHECK(run(first, {folder.file("a"), 5, 4}).value());
  CHECK(run(second, {folder.file("a"), 12, 4}).value());
  CHECK(run(whole, {folder.file("b"), 12, 4}).value());
  CHECK(read_file(folder.file("a") + "/state").value() ==
        read_file(folder.file("b") + "/state").value());
  CHECK_THAT(fault(first, {folder.file("a"), 7, 4}),
             Contains("holds 12 numbers already, more than 7"));
}

TEST_CASE("learner: other settings and junk give readable errors", "[learn]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("run");
  Adder adder;
  CHECK(run(adder, {path, 10, 5}).value());
  Adder other(2);
  CHECK_THAT(fault(other, {path, 10, 5}), Contains("was begun with seed 1, not 2"));
  const std::string state = read_file(path + "/state").value();
  for (const std::string& junk :
       {std::string(), std::string("junk\n"), std::string("{}\n"), state.substr(0, 20),
        state.substr(0, state.find('\n') + 1), state + "", std::string("[1]\n1 1\n")}) {
    write_file(path + "/state", junk).value();
    Adder fresh;
    CAPTURE(junk);
    CHECK((fault(fresh, {path, 10, 5}) == "none") == (junk == state));
  }
  write_file(path + "/learner.json", "{}").value();
  CHECK_THAT(fault(adder, {path, 10, 5}), Contains("does not belong to a learner"));
  write_file(folder.file("plain"), "").value();
  CHECK_THAT(fault(adder, {folder.file("plain") + "/x", 10, 5}), Contains("cannot be made"));
}

TEST_CASE("learner: rows may be close together", "[learn]") {
  const test::TemporaryFolder folder;
  Adder adder;
  CHECK(run(adder, {folder.file("a"), 100, 1}).value());
  CHECK(adder.sum == 5050);
  CHECK(adder.measured == 101);
}

TEST_CASE("learner: a run of no steps measures the initial state", "[learn]") {
  const test::TemporaryFolder folder;
  Adder adder;
  CHECK(run(adder, {folder.file("none"), 0, 0}).value());
  CHECK(adder.measured == 1);
  CHECK(read_history(folder.file("none")).value().size() == 1);
  CHECK_FALSE(read_history(folder.file("nowhere")));
}

TEST_CASE("learner: snapshots are kept, and do not depend on interruptions", "[learn]") {
  const test::TemporaryFolder folder;
  const LearnRun plan{folder.file("a"), 10, 4, 3};
  Adder adder;
  CHECK(run(adder, plan).value());
  for (const auto& [steps, sum] : {std::pair(0, 0), {3, 6}, {6, 21}, {9, 45}}) {
    CHECK(read_file(fmt::format("{}/result-{}", plan.folder, steps)).value() ==
          fmt::format("{}\n", sum));
  }
  CHECK_FALSE(read_file(plan.folder + "/result-10"));
  CHECK(read_history(plan.folder).value().size() == 4);
  int runs = 0;
  for (bool done = false; !done && runs < 100; ++runs) {
    Adder part;
    int looks = 0;
    done = run_learner(
               part, {folder.file("parts"), 100000, 0, 25000}, [&] { return ++looks > 14; }, quiet)
               .value();
  }
  CHECK(runs > 1);
  for (const std::uint64_t steps : {25000, 50000, 75000, 100000}) {
    CHECK(read_file(fmt::format("{}/result-{}", folder.file("parts"), steps)).value() ==
          fmt::format("{}\n", steps * (steps + 1) / 2));
  }
}

TEST_CASE("learner: its own files are written at the end, even of an interrupted run", "[learn]") {
  const test::TemporaryFolder folder;
  Adder adder;
  CHECK_FALSE(run_learner(
                  adder, {folder.file("a"), 100, 0}, [] { return true; }, quiet)
                  .value());
  CHECK(read_file(folder.file("a") + "/steps.txt").value() == fmt::format("{}\n", adder.steps()));
  Adder again;
  CHECK(run(again, {folder.file("a"), 100, 0}).value());
  CHECK(read_file(folder.file("a") + "/steps.txt").value() == "100\n");
}

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;
using test::Adder;

namespace {

std::vector<SeedRun> adders(int count) {
  std::vector<SeedRun> seeds;
  for (int i = 1; i <= count; ++i) {
    seeds.push_back({static_cast<std::uint64_t>(i), std::make_unique<Adder>(i)});
  }
  return seeds;
}

}  // namespace

TEST_CASE("seeds: each has a folder, and the parent folder the mean", "[learn]") {
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

TEST_CASE("seeds: interrupted runs end with the same bytes for any number of threads", "[learn]") {
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
  CHECK(read_file(folder.file("whole/result")).value() == whole.front().learner->result());
  for (const char* name : {"seeds.csv", "history.csv", "history.json", "curves.svg", "result"}) {
    CAPTURE(name);
    CHECK(read_file(folder.file("whole") + "/" + name).value() ==
          read_file(folder.file("parts") + "/" + name).value());
  }
}

TEST_CASE("seeds: wrong folders give readable errors", "[learn]") {
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
  auto wrong = adders(1);
  CHECK(run_seeds(wrong, {folder.file("two"), 5, 0}, {}, 1, never, {}).value());
  std::vector<SeedRun> other;
  other.push_back({1, std::make_unique<Adder>(2)});
  CHECK_THAT(run_seeds(other, {folder.file("two"), 5, 0}, {}, 1, never, {}).error().message,
             Contains("was begun with seed 1, not 2"));
}
