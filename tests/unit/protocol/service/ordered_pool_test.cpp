// SPDX-License-Identifier: MIT
#include "protocol/service/ordered_pool.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

using namespace sumi::protocol;

namespace {

using Work = OrderedWork<int, int>;

/// The numbers 0..count-1, which are their own results; reports are added to `told`.
Work numbers(int count, std::vector<int>& told) {
  Work work;
  work.take = [next = 0, count](std::stop_token) mutable -> std::optional<int> {
    return next < count ? std::optional(next++) : std::nullopt;
  };
  work.make_work = [] {
    return [](int item, std::stop_token) -> std::optional<int> { return item; };
  };
  work.report = [&told](const int& done) { told.push_back(done); };
  work.tick = [] {};
  work.interrupted = [] { return false; };
  return work;
}

std::vector<int> up_to(int count) {
  std::vector<int> all;
  for (int i = 0; i < count; ++i) all.push_back(i);
  return all;
}

void await(const std::atomic<bool>& flag) {
  while (!flag) std::this_thread::yield();
}

}  // namespace

TEST_CASE("results are reported in order", "[ordered]") {
  const int threads = GENERATE(1, 2, 5);
  std::vector<int> told;
  Work work = numbers(1000, told);
  std::atomic<int> workers{0};
  work.make_work = [&workers] {
    ++workers;
    return [](int item, std::stop_token) -> std::optional<int> {
      if (item % 7 == 0) std::this_thread::yield();
      return item;
    };
  };
  CHECK(run_in_order(threads, 16, work));
  CHECK(told == up_to(1000));
  CHECK(workers == threads);
}

TEST_CASE("a long item limits how many items are taken ahead of it", "[ordered]") {
  std::vector<int> told;
  Work work = numbers(100, told);
  std::atomic<int> taken{0};
  std::atomic<bool> full{false};
  work.take = [&, next = 0](std::stop_token) mutable -> std::optional<int> {
    if (next == 100) return std::nullopt;
    taken = next + 1;
    return next++;
  };
  work.make_work = [&] {
    return [&](int item, std::stop_token) -> std::optional<int> {
      if (item == 7) full = true;
      if (item == 0) {
        await(full);
        CHECK(taken <= 8);
      }
      return item;
    };
  };
  CHECK(run_in_order(2, 8, work));
  CHECK(told == up_to(100));
}

TEST_CASE("a window of 0 counts as 1", "[ordered]") {
  std::vector<int> told;
  CHECK(run_in_order(2, 0, numbers(0, told)));
  CHECK(told.empty());
  CHECK(run_in_order(2, 0, numbers(10, told)));
  CHECK(told == up_to(10));
}

TEST_CASE("an interruption ends the work early, and results are reported with gaps", "[ordered]") {
  std::vector<int> told;
  Work work = numbers(1000000, told);
  std::atomic<bool> stuck{false}, beyond{false};
  work.make_work = [&] {
    return [&](int item, std::stop_token stop) -> std::optional<int> {
      if (item == 3) {
        stuck = true;
        while (!stop.stop_requested()) std::this_thread::yield();
        return std::nullopt;
      }
      if (item > 3) beyond = true;
      return item;
    };
  };
  work.interrupted = [&] { return stuck && beyond; };
  CHECK_FALSE(run_in_order(2, 64, work));
  REQUIRE(told.size() > 3);
  CHECK(std::vector(told.begin(), told.begin() + 3) == up_to(3));
  CHECK(told[3] > 3);
  CHECK(std::is_sorted(told.begin(), told.end()));
}

TEST_CASE("an exception is thrown after all threads have stopped", "[ordered]") {
  std::vector<int> told;
  Work work = numbers(1000000, told);
  std::atomic<int> at_work{0};
  const auto careful = [&at_work](int bad) {
    return [&at_work, bad] {
      return [&at_work, bad](int item, std::stop_token) -> std::optional<int> {
        ++at_work;
        const struct Leave {
          std::atomic<int>& count;
          ~Leave() { --count; }
        } leave{at_work};
        if (item == bad) throw std::runtime_error("bad item");
        return item;
      };
    };
  };
  SECTION("from a thread") {
    work.make_work = careful(50);
    CHECK_THROWS_WITH(run_in_order(3, 16, work), "bad item");
    CHECK(told.size() <= 50);
  }
  SECTION("from the report callback") {
    work.make_work = careful(-1);
    work.report = [](const int& done) {
      if (done == 20) throw std::runtime_error("closed");
    };
    CHECK_THROWS_WITH(run_in_order(3, 16, work), "closed");
  }
  CHECK(at_work == 0);
}
