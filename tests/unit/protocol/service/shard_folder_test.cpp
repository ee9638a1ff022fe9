// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/machine.h"
#include "protocol/command/shards.h"
#include "protocol/service/shard_folder.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <ctime>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Contains;

namespace {

ShardWork solving(int depth = 4) {
  Json settings{{"depth", depth}, {"weights", "00ff"}};
  return {"solve", "positions", settings};
}

template <class T>
std::string fault_of(const Result<T>& result) {
  return result ? "none" : result.error().message;
}

void finish(const std::string& folder, Shard shard, bool done = true) {
  ShardFolder::join(folder, solving(), shard).value().end({10, 10}, done);
}

}  // namespace

TEST_CASE("a folder of shards accepts only one kind of work", "[shard]") {
  const test::TemporaryFolder base;
  const std::string folder = base.file("deep/run");
  finish(folder, {1, 2});
  CHECK_THAT(fault_of(ShardFolder::join(folder, solving(6), {2, 2})),
             Contains("was begun with depth 4, not 6"));
  CHECK_THAT(fault_of(ShardFolder::join(folder, solving(), {2, 3})),
             Contains("was begun with shards 2, not 3"));
  CHECK_THAT(
      fault_of(ShardFolder::join(folder, {"label", "positions", solving().settings}, {2, 2})),
      Contains("was begun with kind \"solve\", not \"label\""));
  CHECK_THAT(fault_of(whole_folder(folder, solving(6))), Contains("depth 4, not 6"));
  base.write("deep/run/shards.json", "{");
  CHECK_THAT(fault_of(ShardFolder::join(folder, solving(), {2, 2})),
             Contains("damaged shards.json"));
  CHECK_THAT(fault_of(read_shards(folder)), Contains("damaged shards.json"));
  CHECK_THAT(fault_of(read_shards(base.file("none"))),
             Contains("holds no shards: there is no shards.json"));
  CHECK_THAT(fault_of(ShardFolder::join("/dev/null/x", solving(), {1, 2})),
             Contains("cannot be made"));
}

TEST_CASE("shards that start at the same time agree on one folder", "[shard]") {
  const test::TemporaryFolder base;
  for (int round = 0; round < 20; ++round) {
    const std::string folder = base.file("run" + std::to_string(round));
    std::optional<Result<ShardFolder>> joined[4];
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
          joined[i].emplace(ShardFolder::join(folder, solving(i % 2), {i + 1, 4}));
        });
      }
    }
    CHECK(joined[0]->has_value() == joined[2]->has_value());
    CHECK(joined[1]->has_value() == joined[3]->has_value());
    CHECK(joined[0]->has_value() != joined[1]->has_value());
  }
}

TEST_CASE("only one process at a time works on a shard", "[shard]") {
  const test::TemporaryFolder base;
  {
    const auto first = ShardFolder::join(base.path(), solving(), {1, 2});
    REQUIRE(first.has_value());
    CHECK(first->path(".solved") == base.file("1-of-2.solved"));
    CHECK_THAT(fault_of(ShardFolder::join(base.path(), solving(), {1, 2})),
               Contains("another process works on shard 1/2"));
    CHECK(ShardFolder::join(base.path(), solving(), {2, 2}).has_value());
  }
  CHECK(ShardFolder::join(base.path(), solving(), {1, 2}).has_value());
}

TEST_CASE("only a complete folder is merged; otherwise missing shards are named", "[shard]") {
  const test::TemporaryFolder base;
  const std::string folder = base.path();
  finish(folder, {2, 5});
  finish(folder, {4, 5}, false);
  {
    auto running = ShardFolder::join(folder, solving(), {5, 5}).value();
    running.record({3, 10});
    CHECK_THAT(fault_of(whole_folder(folder, solving())),
               Contains("is not complete; shards missing: 1/5, 3/5; at work: 5/5; not done: 4/5"));
    const auto status = read_shards(folder).value();
    CHECK(status.count(ShardState::kRunning) == 1);
    CHECK(status.all[4].done == 3);
    CHECK(status.all[4].wanted == 10);
    CHECK_THAT(status_text(folder, status),
               Contains("solve in 5 shards: 1 done, 1 running, 1 stopped, 2 missing\n"
                        "stopped: 4/5\nmissing: 1/5, 3/5\n23 positions of 50 (46.0%)"));
    const Json json = status_json(status);
    CHECK(json["missing"] == 2);
    CHECK(json["units"] == 50.0);
    CHECK(json["all"][0]["state"] == "missing");
  }
  // A killed shard's last state is "running".
  CHECK(read_shards(folder).value().all[4].state == ShardState::kStopped);
  for (const int i : {1, 3, 4, 5}) finish(folder, {i, 5});
  const auto whole = whole_folder(folder, solving());
  REQUIRE(whole.has_value());
  CHECK(whole->paths(folder, ".solved").size() == 5);
  CHECK(whole->paths(folder, ".solved")[2] == folder + "/3-of-5.solved");
  CHECK(read_shards(folder).value().seconds_left() == 0);
  base.write("3-of-5.status", "{\"state\":\"do");
  CHECK_THAT(fault_of(whole_folder(folder, solving())), Contains("missing: 3/5"));
}

TEST_CASE("the status shows the rate and the time left", "[shard]") {
  const test::TemporaryFolder base;
  finish(base.path(), {1, 2});
  const auto write = [&](const std::string& host, std::int64_t age) {
    base.write("2-of-2.status", Json{{"shard", "2/2"},
                                     {"state", "running"},
                                     {"done", 60},
                                     {"wanted", 110},
                                     {"before", 10},
                                     {"seconds", 5.0},
                                     {"host", host},
                                     {"process", 7},
                                     {"updated", std::time(nullptr) - age}}
                                    .dump());
  };
  // On another machine, whose lock may be invisible here.
  write("elsewhere", 10);
  const auto status = read_shards(base.path()).value();
  CHECK(status.all[1].state == ShardState::kRunning);
  CHECK(status.rate() == 10);
  CHECK(status.wanted() == 120);
  CHECK(status.seconds_left() == 5);
  write("elsewhere", 1000);
  CHECK(read_shards(base.path()).value().all[1].state == ShardState::kStopped);
  write(host_name(), 10);
  CHECK(read_shards(base.path()).value().all[1].state == ShardState::kStopped);
}
