// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/papers/learn/learner.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

namespace {

/// Adds up the numbers of its steps.
class Adder final : public Learner {
 public:
  explicit Adder(int seed = 1) : seed_(seed) {}

  std::string_view unit() const override { return "numbers"; }
  protocol::Json settings() const override { return {{"seed", seed_}}; }
  std::uint64_t steps() const override { return steps_; }
  void advance(std::uint64_t steps, const std::stop_token& stop) override {
    for (std::uint64_t i = 0; i < steps && !stop.stop_requested(); ++i) sum += ++steps_;
  }
  std::vector<Metric> measure(const std::stop_token&) const override {
    ++measured;
    const auto value = static_cast<double>(sum);
    return {{"sum_total", value, value - 1, value + 1}, {"steps_count", double(steps_), 0, 0}};
  }
  std::string save() const override {
    return std::to_string(steps_) + " " + std::to_string(sum) + "\n";
  }
  Result<void> load(std::string_view state) override {
    const std::string text(state);
    unsigned long long steps = 0, total = 0;
    if (std::sscanf(text.c_str(), "%llu %llu", &steps, &total) != 2) {
      return Error{ErrorCode::kBadFile, "no sum"};
    }
    steps_ = steps;
    sum = total;
    return {};
  }
  std::string result() const override { return std::to_string(sum) + "\n"; }
  std::string_view result_kind() const override { return "sum"; }

  std::uint64_t sum = 0;
  mutable int measured = 0;

 private:
  int seed_;
  std::uint64_t steps_ = 0;
};

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

TEST_CASE("learner: files, a row at both ends and every so many steps", "[learn]") {
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
  // All is done: nothing is measured again.
  Adder again;
  CHECK(run(again, {path, 10, 4}).value());
  CHECK(again.sum == 55);
  CHECK(again.measured == 0);
}

TEST_CASE("learner: interrupted and resumed, the same bytes", "[learn]") {
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

TEST_CASE("learner: a longer plan goes on, and drops the row of the shorter one's end", "[learn]") {
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

TEST_CASE("learner: other settings and junk are refused in words", "[learn]") {
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

TEST_CASE("learner: many rows close together", "[learn]") {
  const test::TemporaryFolder folder;
  Adder adder;
  CHECK(run(adder, {folder.file("a"), 100, 1}).value());
  CHECK(adder.sum == 5050);
  CHECK(adder.measured == 101);
}

TEST_CASE("learner: a run of no steps measures what it began with", "[learn]") {
  const test::TemporaryFolder folder;
  Adder adder;
  CHECK(run(adder, {folder.file("none"), 0, 0}).value());
  CHECK(adder.measured == 1);
  CHECK(read_history(folder.file("none")).value().size() == 1);
  CHECK_FALSE(read_history(folder.file("nowhere")));
}
