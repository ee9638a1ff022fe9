// SPDX-License-Identifier: MIT
#include "protocol/session/search_runner.h"
#include "tests/support/scripted_peer.h"
#include "tests/support/small_engine.h"
#include "tests/support/stop_delay.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;

namespace {

struct Fixture {
  Engine engine{test::small_engine()};
  test::ScriptedPeer peer;
  std::unique_ptr<SearchRunner> runner = std::make_unique<SearchRunner>(engine, peer);
  std::vector<int> depths;  ///< of the reports
  int results = 0;

  SearchRunner::Listener listener(Millis interval) {
    return {.on_update = [this](const SearchUpdate& update) { depths.push_back(update.depth); },
            .on_done = [this](const SearchUpdate&) { ++results; },
            .interval = interval};
  }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "the last iteration is reported once, before the result", "[runner]") {
  const Millis interval = GENERATE(Millis{0}, Millis{50}, Millis{60'000});
  runner->start(kStartBoard, {.depth = 8}, listener(interval));
  CHECK(runner->running());
  peer.run_until([this] { return results > 0; });
  CHECK_FALSE(runner->running());
  REQUIRE_FALSE(depths.empty());
  CHECK(depths.back() == 8);
  CHECK(std::ranges::is_sorted(depths));
  CHECK(std::ranges::adjacent_find(depths) == depths.end());
  peer.run_for(Millis(60));
  CHECK(results == 1);
  CHECK(depths.back() == 8);
}

TEST_CASE_METHOD(Fixture, "only the newest of several updates is reported", "[runner]") {
  runner->start(kStartBoard, {.depth = 8}, listener(Millis{0}));
  engine.wait();  // all eight iterations before the first poll
  peer.run_until([this] { return results > 0; });
  CHECK(depths == std::vector{8});
}

TEST_CASE_METHOD(Fixture, "updates keep their minimum interval", "[runner]") {
  runner->start(kStartBoard, {}, listener(Millis{60'000}));
  peer.run_until([this] { return !depths.empty(); });
  peer.run_for(Millis(100));
  CHECK(depths.size() == 1);
  runner->stop();
  peer.run_until([this] { return results > 0; });
  CHECK(depths.size() == 2);
}

TEST_CASE_METHOD(Fixture, "a stopped search reports its result within 50 ms", "[runner]") {
  double best = 10;
  for (int i = 0; i < 5; ++i) {
    runner->start(kStartBoard, {}, listener(Millis{50}));
    peer.run_for(Millis(60));
    const StopWatch watch;
    runner->stop();
    peer.run_until([&] { return results > i; });
    best = std::min(best, watch.seconds());
  }
  CHECK(best < test::kMaxStopDelay);
}

TEST_CASE_METHOD(Fixture, "a destroyed runner reports nothing", "[runner]") {
  runner->start(kStartBoard, {}, listener(Millis{0}));
  std::this_thread::sleep_for(Millis(20));
  runner.reset();
  peer.run_for(Millis(60));
  CHECK(depths.empty());
  CHECK(results == 0);
}

TEST_CASE_METHOD(Fixture, "the next search may start in the result callback", "[runner]") {
  SearchRunner::Listener again = listener(Millis{0});
  again.on_done = [this](const SearchUpdate&) {
    ++results;
    runner->start(kStartBoard, {.depth = 3}, listener(Millis{0}));
  };
  runner->start(kStartBoard, {.depth = 2}, std::move(again));
  peer.run_until([this] { return results == 2; });
  CHECK(depths.back() == 3);
}
