// SPDX-License-Identifier: MIT
#include "book/build/leaf_search.h"
#include "engine/base/time.h"
#include "engine/levels.h"
#include "tests/support/book_work.h"
#include "tests/support/stop_delay.h"

#include <catch2/catch.hpp>

#include <chrono>
#include <thread>

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

TEST_CASE("a leaf is the best of the allowed moves", "[book][leaf]") {
  SplitMix64 random(5);
  LeafSearch search(work_setup().engine);
  for (int round = 0; round < 40; ++round) {
    const Board board = random_book_position(random, 8);
    const Bitboard legal = rules::legal_moves(board);
    const Bitboard some = legal & random.next();
    const Bitboard moves = some != 0 ? some : legal;
    const std::optional<Leaf> leaf = search.search(board, moves, 10);
    REQUIRE(leaf);
    CHECK(leaf->state == Leaf::State::kMove);
    REQUIRE((bit(leaf->move) & moves) != 0);
    CHECK(leaf->exact);
    CHECK(leaf->selectivity == 100);
    CHECK(leaf->depth == board.empties());
    int best = -64;
    for (Bitboard left = moves; left != 0; left &= left - 1) {
      const Square s = first_square(left);
      const int score = -BruteForce{}.solve(board.played(s, rules::flips(board, s)));
      best = std::max(best, score);
      if (s == leaf->move) CHECK(to_value({score}) == leaf->value);
    }
    CHECK(leaf->value == to_value({best}));
  }
  CHECK(search.nodes() > 0);
}

TEST_CASE("a leaf is searched to the depth of its level", "[book][leaf]") {
  LeafSearch search(work_setup().engine);
  for (const int level : {1, 3, 6}) {
    const std::optional<Leaf> leaf =
        search.search(kStartBoard, rules::legal_moves(kStartBoard), level);
    REQUIRE(leaf);
    CHECK(leaf->depth == level_row(level).depth);
    CHECK(leaf->selectivity == level_row(level).selectivity);
    CHECK(!leaf->exact);
  }
}

TEST_CASE("a leaf without moves is not searched", "[book][leaf]") {
  LeafSearch search(work_setup().engine);
  const std::optional<Leaf> leaf = search.search(kStartBoard, 0, 60);
  REQUIRE(leaf);
  CHECK(leaf->state == Leaf::State::kNoMove);
  CHECK(search.nodes() == 0);
}

TEST_CASE("after a stop, this search and later ones return nothing", "[book][leaf]") {
  LeafSearch search(work_setup().engine);
  StopWatch since_stop;
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    since_stop = StopWatch();
    search.stop();
  });
  const Bitboard moves = rules::legal_moves(kStartBoard);
  CHECK(!search.search(kStartBoard, moves, 60));
  stopper.join();
  CHECK(since_stop.seconds() < kMaxStopDelay);
  since_stop = StopWatch();
  CHECK(!search.search(kStartBoard, moves, 60));
  CHECK(since_stop.seconds() < kMaxStopDelay);
}
