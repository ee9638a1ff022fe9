// SPDX-License-Identifier: MIT
#include "book/build/build_plan.h"
#include "book/build/leaf_search.h"
#include "tests/support/book_work.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <optional>
#include <set>
#include <vector>

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

namespace {

const std::atomic<bool> kGoOn = false;

/// So late that every search is a solution: what is added is worth what was expected of it.
constexpr int kEmpties = 8, kSolving = 10;

BuildGoal late_goal(SplitMix64& random, int plies, int max_loss, int empties = kEmpties) {
  BuildGoal goal;
  goal.roots = {random_book_position(random, empties)};
  goal.plies = plies;
  goal.max_loss = {max_loss * Value::kPerDisc};
  goal.level = kSolving;
  return goal;
}

}  // namespace

TEST_CASE("positions are added in the order of their deviation", "[book][plan]") {
  SplitMix64 random(91);
  LeafSearch search(work_setup().engine);
  std::size_t adds = 0, levels = 0;
  for (int round = 0; round < 4; ++round) {
    const BuildGoal goal = late_goal(random, 4, 8);
    const TemporaryBook book;
    BuildPlan plan(*book, goal, BuildPlan::Kind::kBuild);
    std::vector<double> deviations;
    while (const std::optional<LeafTask> task = plan.take(kGoOn)) {
      const BuildProgress before = plan.progress();
      plan.put(*task, search.search(task->board, task->moves, task->level).value());
      if (plan.progress().added > before.added) deviations.push_back(before.deviation);
    }
    CHECK(plan.progress().waiting == 0);
    CHECK(deviations.size() == book->size());
    CHECK(std::ranges::is_sorted(deviations));
    adds += deviations.size();
    levels += std::set(deviations.begin(), deviations.end()).size();
    const NaiveWalk walk(*book, goal);
    CHECK(walk.missing == 0);
    CHECK(walk.unsearched == 0);
    CHECK(book->find(goal.roots[0])->score == to_value({BruteForce{}.solve(goal.roots[0])}));
  }
  CHECK(adds > 100);
  CHECK(levels > 15);
}

TEST_CASE("the parent of a new position follows it", "[book][plan]") {
  SplitMix64 random(93);
  LeafSearch search(work_setup().engine);
  const BuildGoal goal = late_goal(random, 4, 8);
  const TemporaryBook book;
  BuildPlan plan(*book, goal, BuildPlan::Kind::kBuild);
  std::optional<Board> added;
  int followed = 0;
  while (const std::optional<LeafTask> task = plan.take(kGoOn)) {
    if (added) {
      const auto before = parents(*book, *added);
      if (std::ranges::find(before, task->board) != before.end()) ++followed;
    }
    const std::uint64_t size = book->size();
    plan.put(*task, search.search(task->board, task->moves, task->level).value());
    added = book->size() > size ? std::optional(task->board) : std::nullopt;
  }
  // All but the root, and children without which nothing of the parent lies within the goal.
  CHECK(book->size() > 5);
  CHECK(followed > static_cast<int>(book->size()) / 2);
}

TEST_CASE("nothing is searched twice at a time, and the order of results is free", "[book][plan]") {
  SplitMix64 random(97);
  LeafSearch search(work_setup().engine);
  std::size_t most = 0;
  for (int round = 0; round < 2; ++round) {
    const BuildGoal goal = late_goal(random, 4, 64, 6);  // every move, so few empties do
    const TemporaryBook book;
    BuildPlan plan(*book, goal, BuildPlan::Kind::kBuild);
    std::vector<LeafTask> at_work;
    while (true) {
      std::optional<LeafTask> task;
      while (at_work.size() < 20 && (task = plan.take(kGoOn))) {
        const auto same = [&](const LeafTask& other) { return other.board == task->board; };
        REQUIRE(std::ranges::none_of(at_work, same));
        at_work.push_back(*task);
        most = std::max(most, at_work.size());
      }
      if (at_work.empty()) break;
      const int i = random.below(static_cast<int>(at_work.size()));
      std::swap(at_work[static_cast<std::size_t>(i)], at_work.back());
      const LeafTask done = at_work.back();
      at_work.pop_back();
      plan.put(done, search.search(done.board, done.moves, done.level).value());
      REQUIRE(plan.progress().positions == book->size());
    }
    const NaiveWalk walk(*book, goal);
    CHECK(walk.missing == 0);
    CHECK(walk.unsearched == 0);
    CHECK(check_tree(*book).faulty == 0);
  }
  CHECK(most == 20);
}

TEST_CASE("what was begun is completed by plans that know only the book", "[book][plan]") {
  SplitMix64 random(101);
  LeafSearch search(work_setup().engine);
  for (const bool level_changes : {false, true}) {
    BuildGoal goal;
    goal.plies = 6;
    goal.max_loss = {2 * Value::kPerDisc};
    goal.level = 3;
    const TemporaryBook book;
    int plans = 0, searched = 0;
    // As after a kill: what is taken last is not put.
    for (bool done = false; !done; ++plans) {
      REQUIRE(plans < 1000);
      BuildPlan plan(*book, goal, BuildPlan::Kind::kBuild);
      for (int puts = random.below(9);; --puts) {
        const std::optional<LeafTask> task = plan.take(kGoOn);
        done = !task;
        if (done || puts == 0) break;
        plan.put(*task, search.search(task->board, task->moves, task->level).value());
        ++searched;
      }
      REQUIRE(check_tree(*book).faulty == 0);
      if (level_changes) goal.level = 3 + plans % 2;
    }
    CHECK(plans > 5);
    CHECK(searched <= 3 * static_cast<int>(book->size()));
    const NaiveWalk walk(*book, goal);
    CHECK(walk.missing == 0);
    CHECK(walk.unsearched == 0);
  }
}

TEST_CASE("a plan that is to stop takes nothing", "[book][plan]") {
  const TemporaryBook book;
  const BuildGoal goal;
  BuildPlan plan(*book, goal, BuildPlan::Kind::kBuild);
  const std::atomic<bool> stop = true;
  CHECK(!plan.take(stop));
}
