// SPDX-License-Identifier: MIT
#include "book/build/book_builder.h"
#include "engine/base/time.h"
#include "tests/support/book_work.h"

#include <catch2/catch.hpp>

#include <chrono>
#include <stdexcept>

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

namespace {

constexpr int kDisc = Value::kPerDisc;

BuildGoal goal_of(int plies, double max_loss, int level) {
  BuildGoal goal;
  goal.plies = plies;
  goal.max_loss = {static_cast<int>(max_loss * kDisc)};
  goal.level = level;
  return goal;
}

/// Requires every position of the goal, searched at its level.
void require_complete(const BookReader& book, const BuildGoal& goal) {
  const NaiveWalk walk(book, goal);
  CHECK(walk.missing == 0);
  CHECK(walk.unsearched == 0);
  CHECK(walk.unscored == 0);
  REQUIRE(walk.reached.size() <= book.size());
  const TreeFaults tree = check_tree(book);
  CAPTURE(tree.faults);
  CHECK(tree.faulty == 0);
}

WorkSetup telling(BuildProgress& last, int threads = 1) {
  WorkSetup setup = work_setup(threads);
  setup.progress = [&last](const BuildProgress& progress) { last = progress; };
  return setup;
}

}  // namespace

TEST_CASE("a built book has all positions of its goal", "[book][build]") {
  for (const int threads : {1, 2, 4}) {
    for (const BuildGoal& goal : {goal_of(6, 2, 3), goal_of(4, 6, 2), goal_of(8, 0, 4)}) {
      const TemporaryBook book;
      REQUIRE(BookWorker(*book, work_setup(threads)).build(goal) == BuildEnd::kDone);
      CAPTURE(threads, goal.plies, goal.max_loss.units, book->size());
      CHECK(book->size() > 12);
      require_complete(*book, goal);
      book->for_each([&](const Board&, const BookEntry& entry) {
        CHECK(entry.level == goal.level);
        return true;
      });
    }
  }
}

TEST_CASE("the sum of deviations along a path is limited", "[book][build]") {
  const TemporaryBook book;
  BuildGoal goal = goal_of(8, 4, 3);
  goal.max_deviation = {3 * kDisc};
  REQUIRE(BookWorker(*book, work_setup()).build(goal) == BuildEnd::kDone);
  require_complete(*book, goal);
  const std::uint64_t narrow = book->size();
  goal.max_deviation = {4 * kDisc};
  REQUIRE(BookWorker(*book, work_setup()).build(goal) == BuildEnd::kDone);
  require_complete(*book, goal);
  CHECK(book->size() > narrow);
}

TEST_CASE("a book of all moves to the end has the scores of best play", "[book][build]") {
  SplitMix64 random(17);
  long passes = 0;
  for (int round = 0; round < 4; ++round) {
    const Board root = random_book_position(random, 5);
    const TemporaryBook book;
    // Level 1 searches one ply, so only the book's tree can give exact scores.
    BuildGoal goal = goal_of(60, 65, 1);
    goal.max_loss = kInfinity;
    goal.roots = {root};
    REQUIRE(BookWorker(*book, work_setup(1 + round % 2)).build(goal) == BuildEnd::kDone);
    require_complete(*book, goal);
    BruteForce brute;
    const BookEntry entry = book->find(root).value();
    CHECK(entry.score == to_value({brute.solve(root)}));
    CHECK(entry.exact);
    passes += brute.passes;
  }
  CHECK(passes > 0);
}

TEST_CASE("with one thread a book is the same on every run", "[book][build]") {
  const BuildGoal goal = goal_of(7, 2, 4);
  const TemporaryBook one, other;
  BookWorker(*one, work_setup()).build(goal);
  BookWorker(*other, work_setup()).build(goal);
  CHECK(entries_of(*one) == entries_of(*other));
}

TEST_CASE("building a finished book again searches nothing", "[book][build]") {
  const BuildGoal goal = goal_of(6, 2, 3);
  const TemporaryBook book;
  BookWorker(*book, work_setup()).build(goal);
  const Entries before = entries_of(*book);
  BuildProgress last;
  CHECK(BookWorker(*book, telling(last)).build(goal) == BuildEnd::kDone);
  CHECK(last.searched == 0);
  CHECK(last.positions == before.size());
  CHECK(entries_of(*book) == before);
}

TEST_CASE("an interruption and the time limit take effect at once", "[book][build]") {
  BuildGoal goal = goal_of(60, 4, 60);
  const TemporaryBook book;
  WorkSetup setup = work_setup(2);
  const StopWatch watch;
  setup.interrupted = [&watch] { return watch.elapsed() >= Millis(60); };
  CHECK(BookWorker(*book, setup).build(goal) == BuildEnd::kInterrupted);
  setup.interrupted = {};
  setup.deadline = std::chrono::steady_clock::now() + Millis(60);
  CHECK(BookWorker(*book, setup).build(goal) == BuildEnd::kTimeUp);
  CHECK(watch.seconds() < 1);
  CHECK(book->size() == 0);
  setup.interrupted = [] { return true; };
  CHECK(BookWorker(*book, setup).search({}, 1) == BuildEnd::kInterrupted);
}

TEST_CASE("an exception of a callback ends the work", "[book][build]") {
  const TemporaryBook book;
  WorkSetup setup = work_setup(2);
  setup.progress = [](const BuildProgress&) { throw std::runtime_error("no terminal"); };
  BookWorker worker(*book, setup);
  CHECK_THROWS_AS(worker.build(goal_of(60, 4, 60)), std::runtime_error);
}

TEST_CASE("a full book adds no positions, and all of its positions are searched", "[book][build]") {
  BuildGoal goal = goal_of(60, 64, 2);
  for (const int threads : {1, 3}) {
    const TemporaryBook book;
    goal.max_positions = 50;
    CHECK(BookWorker(*book, work_setup(threads)).build(goal) == BuildEnd::kFull);
    CHECK(book->size() == 50);
    goal.max_positions = 70;
    CHECK(BookWorker(*book, work_setup(threads)).build(goal) == BuildEnd::kFull);
    CHECK(book->size() == 70);
    const NaiveWalk walk(*book, goal);
    CHECK(walk.unsearched == 0);
    CHECK(walk.missing > 0);
    const BuildGoal small = goal_of(1, 0, 2);
    CHECK(BookWorker(*book, work_setup(threads)).build(small) == BuildEnd::kDone);
  }
}

TEST_CASE("building searches positions added by games", "[book][build]") {
  SplitMix64 random(23);
  const TemporaryBook book;
  for (const Board& board : random_positions(random, kStartBoard, 20, 6)) {
    if (!book->find(board)) update(*book, board, {});
  }
  const BuildGoal goal = goal_of(5, 3, 3);
  REQUIRE(BookWorker(*book, work_setup()).build(goal) == BuildEnd::kDone);
  require_complete(*book, goal);
}

TEST_CASE("positions after one without a score are found", "[book][build]") {
  // Unsearched positions in one line. The start's four moves are symmetric, so it has no leaf.
  SplitMix64 random(27);
  for (const int plies : {0, 1, 3, 5}) {
    const TemporaryBook book;
    for (const Board& board : random_positions(random, kStartBoard, 1, 6)) update(*book, board, {});
    const BuildGoal goal = goal_of(plies, 64, 3);
    CHECK(static_cast<int>(positions_within(*book, goal).size()) == plies + 1);
    for (const auto work : {&BookWorker::deepen, &BookWorker::build}) {
      REQUIRE((BookWorker(*book, work_setup()).*work)(goal) == BuildEnd::kDone);
      const NaiveWalk walk(*book, goal);
      CHECK(walk.unsearched == 0);
      CHECK(walk.unscored == 0);
    }
    require_complete(*book, goal);
  }
}

TEST_CASE("a child without a score is searched even if its parent has one", "[book][build]") {
  const TemporaryBook book;
  BuildGoal goal = goal_of(1, 0, 3);
  goal.roots = {children(*book, kStartBoard).front().board};
  const Board& root = goal.roots.front();
  update(*book, root, {});
  REQUIRE(BookWorker(*book, work_setup()).deepen(goal) == BuildEnd::kDone);
  const BookEntry entry = book->find(root).value();
  REQUIRE(entry.score);
  for (const Child& child : children(*book, root)) {
    if (child.move != entry.leaf.move) update(*book, child.board, {});
  }
  REQUIRE(book->size() == 3);
  REQUIRE(book->find(root) == entry);
  REQUIRE(BookWorker(*book, work_setup()).deepen(goal) == BuildEnd::kDone);
  for (const Child& child : children(*book, root)) {
    CHECK((!child.entry || child.entry->score));
  }
}

TEST_CASE("building completes a book of random positions", "[book][build]") {
  SplitMix64 random(29);
  for (int round = 0; round < 3; ++round) {
    const TemporaryBook book;
    fill_book(*book, random, 20, 8);
    BuildGoal goal = goal_of(4, 3, 2);
    goal.roots.push_back(random_positions(random, kStartBoard, 1, 4).back());
    REQUIRE(BookWorker(*book, work_setup(1 + round)).build(goal) == BuildEnd::kDone);
    require_complete(*book, goal);
  }
}

TEST_CASE("deepening searches the leaves of lower levels again and adds no positions",
          "[book][build]") {
  const TemporaryBook book;
  const BuildGoal low = goal_of(5, 3, 2);
  REQUIRE(BookWorker(*book, work_setup()).build(low) == BuildEnd::kDone);
  BuildGoal high = low;
  high.level = 4;
  high.plies = 4;
  const std::uint64_t before = book->size();
  for (const int threads : {2, 1}) {
    BuildProgress last;
    REQUIRE(BookWorker(*book, telling(last, threads)).deepen(high) == BuildEnd::kDone);
    CHECK((threads == 2 ? last.searched > 3 : last.searched == 0));
    CHECK(book->size() == before);
  }
  CHECK(check_tree(*book).faulty == 0);
  for (const GoalPosition& position : positions_within(*book, high)) {
    const BookEntry entry = book->find(position.board).value();
    if (entry.leaf.state == Leaf::State::kMove) {
      CHECK(entry.level == 4);
      CHECK(entry.leaf.depth == 4);
    }
  }
  std::size_t kept = 0;
  book->for_each([&](const Board&, const BookEntry& entry) {
    if (entry.level == 2) ++kept;
    return true;
  });
  CHECK(kept > 0);
}

TEST_CASE("deepening skips proven leaves", "[book][build]") {
  SplitMix64 random(31);
  const Board root = random_book_position(random, 7);
  const TemporaryBook book;
  BookEntry entry;
  entry.leaf = {Leaf::State::kMove, first_square(rules::legal_moves(root)), {}, 7, 100, true};
  entry.level = 1;
  update(*book, root, entry);
  BuildGoal goal = goal_of(1, 64, 10);
  goal.roots = {root};
  const Entries before = entries_of(*book);
  CHECK(BookWorker(*book, work_setup()).deepen(goal) == BuildEnd::kDone);
  CHECK(entries_of(*book) == before);
}

TEST_CASE("search() searches the listed positions and the leaves that these make stale",
          "[book][build]") {
  SplitMix64 random(37);
  for (const int threads : {1, 3}) {
    const TemporaryBook book;
    REQUIRE(BookWorker(*book, work_setup()).build(goal_of(4, 2, 3)) == BuildEnd::kDone);
    const std::uint64_t elsewhere = check_tree(*book).stale;
    std::vector<Board> added;
    for (const Board& board : random_positions(random, kStartBoard, 10, 7)) {
      if (book->find(board)) continue;
      update(*book, board, {});
      added.push_back(board);
    }
    added.push_back(random_book_position(random, 30));  // not in the book
    const TreeFaults before = check_tree(*book);
    CHECK(before.unsearched == added.size() - 1);
    CHECK(before.stale > elsewhere);
    BuildProgress last;
    REQUIRE(BookWorker(*book, telling(last, threads)).search(added, 2) == BuildEnd::kDone);
    const TreeFaults after = check_tree(*book);
    CHECK(after.unsearched == 0);
    CHECK(after.stale == elsewhere);
    CHECK(after.faulty == 0);
    CHECK(last.added == 0);
    CHECK(last.searched == before.unsearched + before.stale - elsewhere);
    CHECK(last.nodes > 0);
    CHECK(book->find(added.front())->level == 2);
  }
}
