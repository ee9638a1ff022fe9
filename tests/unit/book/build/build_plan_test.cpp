// SPDX-License-Identifier: MIT
#include "book/build/build_plan.h"
#include "book/build/leaf_search.h"
#include "engine/formats/codecs.h"
#include "tests/support/book_work.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

namespace {

Value discs(double discs) { return {static_cast<int>(discs * Value::kPerDisc)}; }

/// Requires that positions_within() and NaiveWalk agree.
std::size_t compare(const BookReader& book, const BuildGoal& goal) {
  const NaiveWalk naive(book, goal);
  const std::vector<GoalPosition> found = positions_within(book, goal);
  CAPTURE(goal.plies, goal.max_loss.units, goal.max_deviation.units, naive.ways);
  REQUIRE(found.size() == naive.reached.size());
  std::pair last(0, 0);
  for (const GoalPosition& position : found) {
    CHECK(position.board == canonical(position.board).board);
    const std::pair place(position.deviation.units, position.plies);
    REQUIRE(naive.reached.at(key_of(position.board)) == place);
    CHECK(last <= place);
    last = place;
  }
  return found.size();
}

}  // namespace

TEST_CASE("leaves that many games reached are searched first", "[book][goal]") {
  constexpr std::uint64_t kMany = std::uint64_t{1} << 60;  // counts as 30 discs
  BuildGoal goal;
  goal.plies = 3;
  goal.max_loss = kInfinity;
  goal.level = 0;
  const auto after = [](const std::string& moves) {
    return key_of(parse_game(moves).value().replay().position().board);
  };
  const auto order = [&goal] {
    const TemporaryBook book;
    const std::atomic<bool> stop = false;
    BuildPlan plan(*book, goal, BuildPlan::Kind::kBuild);
    LeafSearch search(work_setup().engine);
    std::vector<BoardKey> added;
    while (const auto task = plan.take(stop)) {
      if (!book->find(task->board)) added.push_back(key_of(task->board));
      plan.put(*task, *search.search(task->board, task->moves, 0));
    }
    return added;
  };
  std::vector<BoardKey> without = order();
  std::ranges::sort(without);
  for (const std::string reply : {"f5d6", "f5f6", "f5f4"}) {
    CAPTURE(reply);
    std::set<BoardKey> children;
    for (const char* const move : {"b5", "c3", "c4", "c5", "c6", "d3", "e3", "e6", "f3", "f7", "g4",
                                   "g5", "g7", "d2", "c7", "g3", "e7", "g6", "f6", "f4", "d6"}) {
      if (const auto game = parse_game(reply + move)) children.insert(after(reply + move));
    }
    REQUIRE(children.size() > 3);
    goal.games = [&](const Board& board) {
      const BoardKey key = key_of(board);
      const bool many = key == after("f5") || key == after(reply) || key == key_of(kStartBoard);
      return many ? kMany : 0;
    };
    std::vector<BoardKey> added = order();
    const auto first = std::ranges::find_if(
        added, [](const BoardKey& key) { return std::popcount(key.first | key.second) == 7; });
    REQUIRE(first != added.end());
    CHECK(children.contains(*first));
    std::ranges::sort(added);
    CHECK(added == without);
  }
}

TEST_CASE("positions within a goal are those that any path within it reaches", "[book][goal]") {
  SplitMix64 random(2026);
  std::size_t most = 0, least = 1'000'000;
  for (int round = 0; round < 3; ++round) {
    const TemporaryBook book;
    fill_book(*book, random, 60, 8);
    for (const double loss : {0.0, 2.0, 6.0, 65.0}) {
      for (const double deviation : {3.0, 9.0, 65.0}) {
        BuildGoal goal;
        goal.plies = 3 + random.below(8);
        goal.max_loss = discs(loss);
        goal.max_deviation = discs(deviation);
        const std::size_t count = compare(*book, goal);
        most = std::max(most, count);
        least = std::min(least, count);
      }
    }
  }
  CHECK(least < 10);
  CHECK(most > 100);
}

TEST_CASE("a goal may have several roots, in the book or outside it", "[book][goal]") {
  // Many late positions transpose.
  SplitMix64 random(7);
  const Board first = random_book_position(random, 9);
  const TemporaryBook book;
  fill_book(*book, random, 600, 6, first);
  std::vector<Board> boards;
  book->for_each([&](const Board& board, const BookEntry&) {
    if (first.empties() - board.empties() < 4) boards.push_back(board);
    return true;
  });
  std::size_t positions = 0;
  int shorter = 0;
  for (int round = 0; round < 20; ++round) {
    BuildGoal goal;
    goal.roots = {first};
    for (int i = 0; i < 4; ++i) {
      goal.roots.push_back(
          boards[static_cast<std::size_t>(random.below(static_cast<int>(boards.size())))]);
    }
    goal.roots.push_back(random_book_position(random, 30));
    goal.plies = 2 + random.below(3);
    goal.max_loss = discs(16);
    goal.max_deviation = discs(24);
    positions += compare(*book, goal);
    const NaiveWalk naive(*book, goal);
    for (const auto& [key, plies] : naive.fewest_plies) {
      if (plies < naive.reached.at(key).second) ++shorter;
    }
  }
  CHECK(positions > 400);
  // Some positions have a shorter path with a larger loss.
  CHECK(shorter > 0);
}

TEST_CASE("a root may be a position with a forced pass, but not a finished game", "[book][goal]") {
  SplitMix64 random(11);
  Board board = random_game(random, 10);
  while (!rules::must_pass(board)) board = random_game(random, 10);
  const TemporaryBook book;
  book->put(board.passed(), {});
  BuildGoal goal;
  goal.roots = {board};
  CHECK(compare(*book, goal) == 1);
  while (!rules::game_over(board)) board = random_game(random, 0);
  goal.roots = {board};
  CHECK(compare(*book, goal) == 0);
}

using namespace sumi;
using namespace sumi::book;

namespace {

const std::atomic<bool> kGoOn = false;

/// Every search solves, so new positions have the value that their parent predicts.
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

TEST_CASE("after a new position is searched, the next task is often its parent", "[book][plan]") {
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
  // The root has no parent, and not every parent gets a task.
  CHECK(book->size() > 5);
  CHECK(followed > static_cast<int>(book->size()) / 2);
}

TEST_CASE("no position is searched twice concurrently, and results may come in any order",
          "[book][plan]") {
  SplitMix64 random(97);
  LeafSearch search(work_setup().engine);
  std::size_t most = 0;
  for (int round = 0; round < 2; ++round) {
    const BuildGoal goal = late_goal(random, 4, 64, 6);
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

TEST_CASE("a new plan completes interrupted work from the book alone", "[book][plan]") {
  SplitMix64 random(101);
  LeafSearch search(work_setup().engine);
  for (const bool level_changes : {false, true}) {
    BuildGoal goal;
    goal.plies = 6;
    goal.max_loss = {2 * Value::kPerDisc};
    goal.level = 3;
    const TemporaryBook book;
    int plans = 0, searched = 0;
    // The last task's result is lost, as after a kill.
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

TEST_CASE("a stopped plan adds nothing", "[book][plan]") {
  const TemporaryBook book;
  const BuildGoal goal;
  BuildPlan plan(*book, goal, BuildPlan::Kind::kBuild);
  const std::atomic<bool> stop = true;
  CHECK(!plan.take(stop));
}

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

namespace {

BuildGoal round_goal(int plies, int max_loss, int level) {
  BuildGoal goal;
  goal.plies = plies;
  goal.max_loss = {max_loss * Value::kPerDisc};
  goal.level = level;
  return goal;
}

/// Searches each leaf with an empty table, as separate processes do.
std::vector<LeafAnswer> answers_to(const std::vector<LeafTask>& leaves) {
  LeafSearch search(work_setup().engine);
  std::vector<LeafAnswer> answers;
  for (const LeafTask& leaf : leaves) {
    search.clear_table();
    answers.push_back({leaf, search.search(leaf.board, leaf.moves, leaf.level).value()});
  }
  return answers;
}

/// Builds in rounds of at most `count` leaves, answered in random order. Returns the number of
/// leaves.
std::size_t build_by_rounds(BookStore& book, const BuildGoal& goal, std::size_t count,
                            SplitMix64& random, BuildPlan::Kind kind = BuildPlan::Kind::kBuild) {
  std::size_t searched = 0;
  while (true) {
    const auto leaves = next_leaves(book, goal, kind, count);
    REQUIRE(leaves.size() <= count);
    if (leaves.empty()) return searched;
    auto answers = answers_to(leaves);
    for (std::size_t i = answers.size(); i > 1; --i) {
      std::swap(answers[i - 1], answers[random.below(static_cast<int>(i))]);
    }
    const TakenRound taken = take_answers(book, answers);
    CHECK(taken.ignored == 0);
    CHECK(taken.added + taken.searched == leaves.size());
    searched += leaves.size();
  }
}

}  // namespace

TEST_CASE("a round contains each board once, and planning it does not change the book",
          "[book][round]") {
  SplitMix64 random(5);
  const TemporaryBook book;
  fill_book(*book, random, 20, 8);
  const Entries before = entries_of(*book);
  const BuildGoal goal = round_goal(10, 64, 3);
  const auto all = next_leaves(*book, goal, BuildPlan::Kind::kBuild, 100'000);
  REQUIRE(all.size() > 30);
  std::set<BoardKey> boards;
  for (const LeafTask& leaf : all) {
    CHECK(boards.insert(key_of(leaf.board)).second);
    CHECK(leaf.moves == moves_out(children(*book, leaf.board)));
    CHECK(leaf.level == 3);
  }
  const auto some = next_leaves(*book, goal, BuildPlan::Kind::kBuild, 10);
  REQUIRE(some.size() == 10);
  for (std::size_t i = 0; i < some.size(); ++i) CHECK(some[i].board == all[i].board);
  CHECK(entries_of(*book) == before);
}

TEST_CASE("rounds of any size reach the goal, whatever the order of their answers",
          "[book][round]") {
  const BuildGoal goal = round_goal(5, 2, 3);
  for (const std::size_t count : {1, 5, 64, 10'000}) {
    CAPTURE(count);
    const TemporaryBook book, again;
    SplitMix64 random(count), other(count + 1);
    build_by_rounds(*book, goal, count, random);
    build_by_rounds(*again, goal, count, other);
    CHECK(entries_of(*book) == entries_of(*again));
    const NaiveWalk walk(*book, goal);
    CHECK(walk.missing == 0);
    CHECK(walk.unsearched == 0);
    CHECK(walk.unscored == 0);
    CHECK(check_tree(*book).faulty == 0);
  }
}

TEST_CASE("rounds of one leaf build the same book as one thread", "[book][round]") {
  // Goals of fewer than 32 positions are planned after each result. The larger ones include all
  // moves, so the order of results does not matter.
  std::vector<BuildGoal> goals{round_goal(4, 2, 6), round_goal(5, 0, 4), round_goal(5, 64, 1)};
  SplitMix64 random(8);
  for (int i = 0; i < 6; ++i) {
    goals.push_back(round_goal(3, 1, 4));
    goals.back().roots = {random_book_position(random, 30)};
  }
  std::size_t sizes = 0;
  for (const BuildGoal& goal : goals) {
    const TemporaryBook alone, rounds;
    WorkSetup setup = work_setup();
    setup.clears_tables = goal.level > 1;
    REQUIRE(BookWorker(*alone, setup).build(goal) == BuildEnd::kDone);
    build_by_rounds(*rounds, goal, 1, random);
    CAPTURE(goal.level, alone->size());
    CHECK((alone->size() < 32 || goal.level == 1));
    CHECK(entries_of(*alone) == entries_of(*rounds));
    sizes += alone->size();
  }
  CHECK(sizes > 200);
}

TEST_CASE("rounds can deepen a book", "[book][round]") {
  const TemporaryBook book;
  BuildGoal goal = round_goal(4, 3, 1);
  REQUIRE(BookWorker(*book, work_setup()).build(goal) == BuildEnd::kDone);
  const std::uint64_t positions = book->size();
  goal.level = 3;
  SplitMix64 random(2);
  CHECK(build_by_rounds(*book, goal, 7, random, BuildPlan::Kind::kDeepen) > 0);
  CHECK(book->size() == positions);
  for (const GoalPosition& position : positions_within(*book, goal)) {
    const BookEntry entry = book->find(position.board).value();
    if (entry.leaf.state == Leaf::State::kMove && !entry.leaf.exact) CHECK(entry.level == 3);
  }
}

TEST_CASE("rounds add no leaves to a full book", "[book][round]") {
  const TemporaryBook book;
  BuildGoal goal = round_goal(60, 64, 1);
  goal.max_positions = 40;
  SplitMix64 random(3);
  build_by_rounds(*book, goal, 16, random);
  CHECK(book->size() == 40);
}

TEST_CASE("duplicate and obsolete answers are ignored", "[book][round]") {
  const TemporaryBook book;
  const BuildGoal goal = round_goal(5, 3, 2);
  auto answers = answers_to(next_leaves(*book, goal, BuildPlan::Kind::kBuild, 1));
  CHECK(take_answers(*book, answers).added == 1);
  for (int i = 0; i < 3; ++i) {
    answers = answers_to(next_leaves(*book, goal, BuildPlan::Kind::kBuild, 8));
    auto twice = answers;
    twice.insert(twice.end(), answers.begin(), answers.end());
    const TakenRound taken = take_answers(*book, twice);
    CHECK(taken.added + taken.searched == answers.size());
    CHECK(taken.ignored == answers.size());
  }
  const Entries before = entries_of(*book);
  CHECK(take_answers(*book, answers).ignored == answers.size());
  CHECK(entries_of(*book) == before);
  BuildGoal deeper = goal;
  deeper.level = 3;
  BookWorker(*book, work_setup()).deepen(deeper);
  CHECK(take_answers(*book, answers).ignored == answers.size());
  const auto old = answers_to(next_leaves(*book, goal, BuildPlan::Kind::kBuild, 1000));
  BookWorker(*book, work_setup()).build(deeper);
  const Entries built = entries_of(*book);
  CHECK(take_answers(*book, old).ignored == old.size());
  CHECK(entries_of(*book) == built);
}
