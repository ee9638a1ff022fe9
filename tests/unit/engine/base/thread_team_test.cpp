// SPDX-License-Identifier: MIT
/// A lost wake-up makes these tests hang.
#include "engine/base/thread_team.h"

#include <catch2/catch.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

using namespace sumi;

namespace {

constexpr int kHelpers = 3;

struct Count {
  std::array<std::atomic<int>, kHelpers> runs{};

  static void run(void* context, int helper) {
    ++static_cast<Count*>(context)->runs[static_cast<std::size_t>(helper)];
  }
};

/// Helpers that sleep until the next number and acknowledge it.
struct Mailbox {
  ThreadTeam& team;
  int last;
  std::atomic<int> number{0};
  std::array<std::atomic<int>, kHelpers> got{};
  std::atomic<int> wakes_without_mail{0};

  static void run(void* context, int helper) {
    Mailbox& box = *static_cast<Mailbox*>(context);
    std::atomic<int>& mine = box.got[static_cast<std::size_t>(helper)];
    while (mine < box.last) {
      const unsigned seen = box.team.wakes();
      const int number = box.number;
      if (mine == number) {
        box.team.sleep(seen);
        if (box.team.wakes() == seen) ++box.wakes_without_mail;
      } else {
        mine = number;
      }
    }
  }
};

}  // namespace

TEST_CASE("every helper does every job once", "[thread-team][thread]") {
  ThreadTeam team(kHelpers);
  CHECK(team.helpers() == kHelpers);
  Count one, other;
  for (int round = 1; round <= 2000; ++round) {
    Count& count = round % 2 ? one : other;
    team.start(&Count::run, &count);
    team.finish();
    for (const std::atomic<int>& runs : count.runs) REQUIRE(runs == (round + 1) / 2);
  }
}

TEST_CASE("the owner of a thread team works at the same time as its helpers",
          "[thread-team][thread]") {
  struct Meeting {
    std::atomic<bool> owner_came{false};
    std::atomic<int> done{0};
  } meeting;
  ThreadTeam team(kHelpers);
  team.start(
      [](void* context, int) {
        Meeting& place = *static_cast<Meeting*>(context);
        while (!place.owner_came) std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        ++place.done;
      },
      &meeting);
  CHECK(meeting.done == 0);
  meeting.owner_came = true;
  team.finish();
  CHECK(meeting.done == kHelpers);
}

TEST_CASE("no wake-up is lost, even just before the helper sleeps", "[thread-team][thread]") {
  ThreadTeam team(kHelpers);
  Mailbox box{team, 5000};
  team.start(&Mailbox::run, &box);
  for (int number = 1; number <= box.last; ++number) {
    box.number = number;
    team.wake();
    // The pause lets the helpers fall asleep; otherwise the wake-up comes just before.
    if (number % 500 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    for (const std::atomic<int>& got : box.got) {
      while (got != number) std::this_thread::yield();
    }
  }
  team.finish();
  CHECK(box.wakes_without_mail == 0);
}

TEST_CASE("a helper woken just before sleep() does not sleep", "[thread-team][thread]") {
  ThreadTeam team(1);
  const unsigned seen = team.wakes();
  team.wake();
  CHECK(team.wakes() != seen);
  team.sleep(seen);
}

TEST_CASE("a team ends after any number of jobs", "[thread-team][thread]") {
  for (int i = 0; i < 300; ++i) {
    ThreadTeam team(i % (kHelpers + 1));
    Count count;
    for (int jobs = i % 3; jobs > 0; --jobs) {
      team.start(&Count::run, &count);
      team.finish();
    }
    for (int helper = 0; helper < team.helpers(); ++helper) {
      REQUIRE(count.runs[static_cast<std::size_t>(helper)] == i % 3);
    }
  }
}
