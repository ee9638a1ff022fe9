// SPDX-License-Identifier: MIT
#include "book/build/build_goal.h"
#include "tests/support/book_work.h"

#include <catch2/catch.hpp>

#include <map>

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

namespace {

Value discs(double discs) { return {static_cast<int>(discs * Value::kPerDisc)}; }

/// Requires what NaiveWalk sees.
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

TEST_CASE("positions within a goal are those that all its ways lead to", "[book][goal]") {
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

TEST_CASE("a goal may have several roots, in the book or not", "[book][goal]") {
  // Late in the game many positions are reached by several orders of moves.
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
  // Those to which a way gives away more than another, and leaves more plies to go on.
  CHECK(shorter > 0);
}

TEST_CASE("a root may be a position in which the side must pass; a finished game is none",
          "[book][goal]") {
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
