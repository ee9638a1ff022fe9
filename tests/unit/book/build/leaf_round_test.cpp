// SPDX-License-Identifier: MIT
#include "book/build/leaf_round.h"
#include "book/build/leaf_search.h"
#include "tests/support/book_work.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <vector>

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

/// Searches each leaf with an empty table, as processes of their own would.
std::vector<LeafAnswer> answers_to(const std::vector<LeafTask>& leaves) {
  LeafSearch search(work_setup().engine);
  std::vector<LeafAnswer> answers;
  for (const LeafTask& leaf : leaves) {
    search.clear_table();
    answers.push_back({leaf, search.search(leaf.board, leaf.moves, leaf.level).value()});
  }
  return answers;
}

/// Rounds of at most `count` leaves until none is left, with the answers in any order. Returns how
/// many leaves were searched.
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

TEST_CASE("a round has each board once and changes nothing", "[book][round]") {
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

TEST_CASE("rounds of any size meet the goal, whatever the order of answers", "[book][round]") {
  const BuildGoal goal = round_goal(6, 2, 3);
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

TEST_CASE("rounds of one leaf make the book of one thread", "[book][round]") {
  // The builder plans anew after each result while its goal has fewer than 32 positions; in the
  // order of later results the book of all moves does not depend on it.
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
    setup.clears_tables = goal.level > 1;  // at level 1 nothing depends on the table
    REQUIRE(BookWorker(*alone, setup).build(goal) == BuildEnd::kDone);
    build_by_rounds(*rounds, goal, 1, random);
    CAPTURE(goal.level, alone->size());
    CHECK((alone->size() < 32 || goal.level == 1));
    CHECK(entries_of(*alone) == entries_of(*rounds));
    sizes += alone->size();
  }
  CHECK(sizes > 200);
}

TEST_CASE("rounds deepen a book", "[book][round]") {
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

TEST_CASE("a full book has no leaves to add", "[book][round]") {
  const TemporaryBook book;
  BuildGoal goal = round_goal(60, 64, 1);
  goal.max_positions = 40;
  SplitMix64 random(3);
  build_by_rounds(*book, goal, 16, random);
  CHECK(book->size() == 40);
}

TEST_CASE("answers that a book has no use for are ignored", "[book][round]") {
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
  // Deeper searches have replaced them; then the moves lead elsewhere.
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
