// SPDX-License-Identifier: MIT
/// Many networks learned at a time, and what is said of their games.
#include "tests/support/temporary_folder.h"
#include "tools/lab/papers/experiment/net_runs.h"
#include "tools/lab/papers/td/td_learner.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <stop_token>
#include <string>

using namespace sumi;
using namespace sumi::lab;

namespace {

TdSettings tiny(std::uint64_t seed) {
  TdSettings settings;
  settings.net.seed = seed;
  settings.net.size = 4;
  settings.net.measured_games = 5;
  settings.hidden = 8;
  return settings;
}

std::vector<NetRun> two_runs() {
  std::vector<NetRun> runs;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    runs.push_back(
        {"net-" + std::to_string(seed), std::make_unique<TdLearner>(tiny(seed)), 40, 20});
  }
  return runs;
}

double won(const Tally& tally) { return static_cast<double>(tally.won); }
double points(const Tally& tally) { return won(tally) + 0.5 * static_cast<double>(tally.drawn); }

}  // namespace

TEST_CASE("net runs: all are learned, once", "[experiment]") {
  const test::TemporaryFolder folder;
  ExperimentSetup setup;
  setup.folder = folder.path();
  setup.threads = 2;
  auto runs = two_runs();
  learn_all(setup, "learning", runs);
  TdLearner alone(tiny(2));
  alone.advance(40, {});
  CHECK(runs[1].learner->network().layers == alone.network().layers);
  CHECK(runs[0].learner->network().layers != alone.network().layers);

  const auto line = mean_line(setup, "both", {&runs[0], &runs[1]}, "error");
  const auto first = mean_line(setup, "first", {&runs[0]}, "error");
  const auto second = mean_line(setup, "second", {&runs[1]}, "error");
  REQUIRE(line.points.size() == 3);
  REQUIRE(first.points.size() == 3);
  REQUIRE(second.points.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(line.points[i].x == 20 * static_cast<double>(i));
    CHECK(first.points[i].y > 0);
    CHECK(line.points[i].y == Approx((first.points[i].y + second.points[i].y) / 2));
  }

  auto again = two_runs();
  learn_all(setup, "learning", again);
  CHECK(again[1].learner->network().layers == alone.network().layers);
}

TEST_CASE("net runs: a stop is heard", "[experiment]") {
  const test::TemporaryFolder folder;
  std::stop_source source;
  source.request_stop();
  ExperimentSetup setup;
  setup.folder = folder.path();
  setup.stop = source.get_token();
  auto runs = two_runs();
  CHECK_THROWS_AS(learn_all(setup, "learning", runs), ExperimentStopped);
}

TEST_CASE("net runs: shares of one network's games and of several's", "[experiment]") {
  const Tally good{3, 1, 0, 0}, bad{1, 0, 3, 0};
  const Share one = share_over({good}, won), halves = share_over({good}, points);
  CHECK(one.value == 0.75);
  CHECK(one.lower == share_of(3, 4).lower);
  CHECK(one.upper == share_of(3, 4).upper);
  CHECK(halves.value == 0.875);
  CHECK(halves.lower == share_of(3, 4).lower);
  CHECK(halves.upper == share_of(4, 4).upper);
  const Share both = share_over({good, bad}, won), wanted = mean_of({0.75, 0.25});
  CHECK(both.value == 0.5);
  CHECK(both.lower == std::max(wanted.lower, 0.0));
  CHECK(both.upper == std::min(wanted.upper, 1.0));
}
