// SPDX-License-Identifier: MIT
#include "engine/core/search/transposition_table.h"
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

void grow_a_page(TranspositionTable& tt) {
  tt.grow(tt.used_bytes());  // more entries than it has
}

constexpr std::size_t kMib = std::size_t{1} << 20;

}  // namespace

TEST_CASE("the table returns stored entries for their board only", "[tt]") {
  TranspositionTable tt(1);
  SplitMix64 random(5);
  for (int n = 0; n < 8192; n += 7) {
    const Board b = test::random_fill(random, 100, 100);
    CHECK(!tt.probe(b, hash(b)));
    tt.store(b, hash(b), sample(n));
    const auto found = tt.probe(b, hash(b));
    REQUIRE(found);
    REQUIRE(equal(*found, sample(n)));
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

TEST_CASE("deep entries outlive shallow ones, and entries of earlier searches are replaced first",
          "[tt]") {
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
  CHECK(tt.probe(board(1), 0));
  tt.store(board(20), 0, depth(1));
  tt.store(board(21), 0, depth(1));
  CHECK(!tt.probe(board(1), 0));  // the first to be replaced
}

TEST_CASE("of two entries for a board the better one stays, and its age is renewed", "[tt]") {
  const auto data = [](int depth, int selectivity, bool exact) {
    return TtData{{depth}, {depth}, depth, selectivity, exact, Square::kPass, Square::kPass};
  };
  const auto keeps = [](const TtData& old, const TtData& now) {
    TranspositionTable tt(1);
    tt.store(kStartBoard, 0, old);
    tt.store(kStartBoard, 0, now);
    const auto found = tt.probe(kStartBoard, 0);
    REQUIRE(found);
    REQUIRE((equal(*found, old) || equal(*found, now)));
    return equal(*found, old);
  };
  CHECK(keeps(data(12, 100, true), data(20, 100, false)));
  CHECK(keeps(data(12, 100, true), data(20, 73, false)));
  CHECK(!keeps(data(20, 100, false), data(12, 100, true)));
  CHECK(!keeps(data(12, 100, true), data(14, 100, true)));  // may have tighter bounds
  CHECK(keeps(data(9, 100, false), data(8, 100, false)));
  CHECK(keeps(data(9, 100, false), data(8, 73, false)));
  CHECK(!keeps(data(9, 73, false), data(8, 100, false)));
  CHECK(!keeps(data(9, 73, false), data(10, 73, false)));
  CHECK(!keeps(data(9, 100, false), data(10, 73, false)));

  TranspositionTable tt(1);
  const auto board = [](int n) { return Board{static_cast<Bitboard>(n), 0}; };
  tt.store(board(1), 0, data(20, 100, false));
  tt.new_search();
  tt.store(board(1), 0, data(2, 100, false));
  for (int n = 2; n < 10; ++n) tt.store(board(n), 0, data(1, 100, false));
  REQUIRE(tt.probe(board(1), 0));
  CHECK(tt.probe(board(1), 0)->depth == 20);
}

TEST_CASE("clear() empties the table every time", "[tt]") {
  TranspositionTable tt(1);
  for (int round = 0; round < 3; ++round) {
    CHECK(!tt.probe(kStartBoard, hash(kStartBoard)));
    tt.store(kStartBoard, hash(kStartBoard), sample(round));
    CHECK(tt.probe(kStartBoard, hash(kStartBoard)));
    tt.clear();
  }
}

TEST_CASE("the table grows to its size page by page", "[tt][grow]") {
  const auto [mib, first, last] = GENERATE(table<std::size_t, std::size_t, std::size_t>(
      {{1, 1, 1}, {2, 2, 2}, {3, 2, 2}, {4, 2, 4}, {16, 2, 16}, {31, 2, 16}}));
  CAPTURE(mib);
  TranspositionTable tt(mib);
  for (std::size_t want = first; want < last; want += 2) {
    CHECK(tt.used_bytes() == want * kMib);
    grow_a_page(tt);
  }
  CHECK(tt.used_bytes() == last * kMib);
  grow_a_page(tt);
  CHECK(tt.used_bytes() == last * kMib);
  tt.clear();
  CHECK(tt.used_bytes() == first * kMib);
  tt.resize(8);
  CHECK(tt.used_bytes() == 2 * kMib);
}

TEST_CASE("the table grows once it is nearly full", "[tt][grow]") {
  TranspositionTable tt(16);
  CHECK(tt.store(kStartBoard, hash(kStartBoard), sample(1)));
  CHECK_FALSE(tt.store(kStartBoard, hash(kStartBoard), sample(2)));
  const std::uint64_t places = tt.used_bytes() / 32;
  const std::uint64_t most = places * TranspositionTable::kFullEighths / 8;
  tt.grow(most - 1);
  CHECK(tt.used_bytes() == 2 * kMib);
  tt.grow(1);
  CHECK(tt.used_bytes() == 4 * kMib);
  tt.grow(most - 1);
  CHECK(tt.used_bytes() == 4 * kMib);
  tt.grow(1);
  CHECK(tt.used_bytes() == 6 * kMib);
  tt.clear();
  tt.grow(0);
  CHECK(tt.used_bytes() == 2 * kMib);
  CHECK(tt.store(kStartBoard, hash(kStartBoard), sample(1)));
}

TEST_CASE("growing keeps all entries, and clear() drops them all", "[tt][grow]") {
  TranspositionTable tt(16);
  SplitMix64 random(73);
  for (int round = 0; round < 2; ++round) {
    std::vector<Board> stored;
    for (std::size_t used = 2 * kMib; used <= 16 * kMib; used += 2 * kMib) {
      REQUIRE(tt.used_bytes() == used);
      for (int i = 0; i < 3000; ++i) {
        const Board b = test::random_fill(random, 100, 100);
        REQUIRE(!tt.probe(b, hash(b)));
        tt.store(b, hash(b), sample(static_cast<int>(stored.size())));
        stored.push_back(b);
      }
      const auto known = [&tt, &stored] {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < stored.size(); ++i) {
          const auto data = tt.probe(stored[i], hash(stored[i]));
          if (data && equal(*data, sample(static_cast<int>(i)))) found.push_back(i);
        }
        return found;
      };
      const std::vector<std::size_t> before = known();
      REQUIRE(before.size() > stored.size() * 9 / 10);  // the rest were in full buckets
      grow_a_page(tt);
      REQUIRE(known() == before);
    }
    tt.clear();
    for (int pages = 0; pages < 8; ++pages) {
      for (const Board& b : stored) REQUIRE(!tt.probe(b, hash(b)));
      grow_a_page(tt);
    }
    tt.clear();
  }
}

TEST_CASE("after clear() a table behaves like a new table", "[tt][grow]") {
  // Overfull, so that the replacement order matters.
  const auto play = [](TranspositionTable& tt) {
    SplitMix64 random(79);
    std::uint64_t found = 0;
    for (int i = 0; i < 400'000; ++i) {
      const Board b{static_cast<Bitboard>(random.below(1 << 18)), 0};
      const auto data = tt.probe(b, hash(b));
      found = found * 31 + (data ? static_cast<std::uint64_t>(data->depth) + 1 : 0);
      tt.store(b, hash(b), sample(random.below(8)));
      if (i % 1000 == 0) tt.grow(1000);
    }
    return found;
  };
  TranspositionTable used(8), fresh(8);
  const std::uint64_t want = play(fresh);
  CHECK(play(used) == want);
  used.clear();
  CHECK(play(used) == want);
}

TEST_CASE("threads can use the table while one of them grows it", "[tt][thread][grow]") {
  TranspositionTable tt(16);
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&tt, &wrong, t] {
      SplitMix64 random(static_cast<std::uint64_t>(t));
      for (int i = 0; i < 100'000; ++i) {
        const int n = random.below(4096);
        const Board b{static_cast<Bitboard>(n), ~static_cast<Bitboard>(n)};
        tt.store(b, hash(b), sample(n));
        const int m = random.below(4096);
        const Board c{static_cast<Bitboard>(m), ~static_cast<Bitboard>(m)};
        const auto found = tt.probe(c, hash(c));
        if (found && !equal(*found, sample(m))) ++wrong;
      }
    });
  }
  for (int pages = 0; pages < 8; ++pages) grow_a_page(tt);
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(tt.used_bytes() == 16 * kMib);
}

TEST_CASE("concurrent writes never produce a torn entry", "[tt][thread]") {
  TranspositionTable tt(1);
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&tt, &wrong, t] {
      SplitMix64 random(static_cast<std::uint64_t>(t));
      for (int i = 0; i < 200'000; ++i) {
        const int n = random.below(64);  // in the same few buckets
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
