// SPDX-License-Identifier: MIT
#include "engine/core/hash.h"
#include "engine/core/transposition_table.h"
#include "tests/support/boards.h"

#include <catch2/catch.hpp>

#include <thread>
#include <vector>

using namespace sumi;
using namespace sumi::SUMI_ISA;

namespace {

TtData sample(int n) {
  return {{-n},
          {n + 1},
          n % 61,
          n % 101,
          n % 2 == 0,
          static_cast<Square>(n % 65),
          static_cast<Square>(n % 64)};
}

bool equal(const TtData& a, const TtData& b) {
  return a.lower == b.lower && a.upper == b.upper && a.depth == b.depth &&
         a.selectivity == b.selectivity && a.exact == b.exact && a.best == b.best &&
         a.second == b.second;
}

}  // namespace

TEST_CASE("the table gives back what was stored, and only for that board", "[tt]") {
  TranspositionTable tt(1);
  SplitMix64 random(5);
  for (int n = 0; n < 8192; n += 7) {
    const Board b = test::random_fill(random, 100, 100);
    CHECK(!tt.probe(b, hash(b)));
    tt.store(b, hash(b), sample(n));
    const auto found = tt.probe(b, hash(b));
    REQUIRE(found);
    REQUIRE(equal(*found, sample(n)));
    // Another board with the same hash is another board.
    CHECK(!tt.probe(b.passed(), hash(b)));
    CHECK(!tt.probe({b.own, b.opp ^ 1}, hash(b)));
  }
}

TEST_CASE("extreme values survive packing", "[tt]") {
  TranspositionTable tt(1);
  const TtData extreme{-kInfinity, kInfinity, 60, 100, true, Square::kPass, Square::kH8};
  tt.store(kStartBoard, 0, extreme);
  REQUIRE(tt.probe(kStartBoard, 0));
  CHECK(equal(*tt.probe(kStartBoard, 0), extreme));
}

TEST_CASE("deep entries outlive shallow ones, and old searches give way", "[tt]") {
  TranspositionTable tt(1);
  const auto board = [](int n) { return Board{static_cast<Bitboard>(n), 0}; };
  const auto depth = [](int d) {
    return TtData{{0}, {0}, d, 100, false, Square::kPass, Square::kPass};
  };
  tt.store(board(1), 0, depth(20));
  for (int n = 2; n < 10; ++n) tt.store(board(n), 0, depth(1));
  CHECK(tt.probe(board(1), 0));
  CHECK(tt.probe(board(9), 0));
  CHECK(!tt.probe(board(2), 0));

  tt.new_search();
  CHECK(tt.probe(board(1), 0));  // still known
  tt.store(board(20), 0, depth(1));
  tt.store(board(21), 0, depth(1));
  CHECK(!tt.probe(board(1), 0));  // but the first to go
}

TEST_CASE("clear() forgets, at once and every time", "[tt]") {
  TranspositionTable tt(1);
  for (int round = 0; round < 3; ++round) {
    CHECK(!tt.probe(kStartBoard, hash(kStartBoard)));
    tt.store(kStartBoard, hash(kStartBoard), sample(round));
    CHECK(tt.probe(kStartBoard, hash(kStartBoard)));
    tt.clear();
  }
}

TEST_CASE("threads that write over each other never show a torn entry", "[tt][thread]") {
  TranspositionTable tt(1);
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&tt, &wrong, t] {
      SplitMix64 random(static_cast<std::uint64_t>(t));
      for (int i = 0; i < 200'000; ++i) {
        const int n = random.below(64);  // all in the same few buckets
        const Board b{static_cast<Bitboard>(n), ~static_cast<Bitboard>(n)};
        tt.store(b, static_cast<std::uint64_t>(n % 4), sample(n));
        const int m = random.below(64);
        const Board c{static_cast<Bitboard>(m), ~static_cast<Bitboard>(m)};
        const auto found = tt.probe(c, static_cast<std::uint64_t>(m % 4));
        if (found && !equal(*found, sample(m))) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}
