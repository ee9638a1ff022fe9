// SPDX-License-Identifier: MIT
#include "engine/core/search/local_table.h"
#include "engine/core/search/transposition_table.h"
#include "tests/support/boards.h"

#include <catch2/catch.hpp>

#include <memory>

using namespace sumi;
using namespace sumi::SUMI_ISA;

TEST_CASE("a local table returns stored entries for their board only", "[local-table]") {
  const auto table = std::make_unique<LocalTable>();
  SplitMix64 random(701);
  for (int i = 0; i < 5000; ++i) {
    const Board b = test::random_full(random, 1 + random.below(12), 128);
    const int lower = -64 + random.below(129), upper = lower + random.below(65 - lower);
    const Square best = static_cast<Square>(random.below(65));
    table->store(b, hash(b), lower, upper, best);
    const LocalTable::Entry* const found = table->probe(b, hash(b));
    REQUIRE(found != nullptr);
    REQUIRE(found->lower == lower);
    REQUIRE(found->upper == upper);
    REQUIRE(found->best == best);
    REQUIRE(table->probe(b.passed(), hash(b)) == nullptr);
    REQUIRE(table->probe({b.own, b.opp ^ 1}, hash(b)) == nullptr);
  }
}

TEST_CASE("an entry replaces another board's entry of the same hash", "[local-table]") {
  const auto table = std::make_unique<LocalTable>();
  const Board one{1, 2}, other{4, 8};
  table->store(one, 5, -64, 64, Square::kPass);
  table->store(one, 5, 10, 12, Square::kA1);
  REQUIRE(table->probe(one, 5) != nullptr);
  CHECK(table->probe(one, 5)->lower == 10);
  table->store(other, 5, -2, 0, Square::kH8);
  CHECK(table->probe(one, 5) == nullptr);
  REQUIRE(table->probe(other, 5) != nullptr);
  CHECK(table->probe(other, 5)->best == Square::kH8);
}

TEST_CASE("clear() empties a local table every time", "[local-table]") {
  const auto table = std::make_unique<LocalTable>();
  SplitMix64 random(709);
  for (int round = 0; round < 3; ++round) {
    const Board b = test::random_full(random, 8, 128);
    table->store(b, hash(b), 2, 4, Square::kA1);
    CHECK(table->probe(b, hash(b)) != nullptr);
    table->clear();
    CHECK(table->probe(b, hash(b)) == nullptr);
  }
}

TEST_CASE("a static value is found by the full hash only", "[local-table]") {
  const auto table = std::make_unique<LocalTable>();
  StaticValues& values = table->static_values;
  SplitMix64 random(719);
  for (int i = 0; i < 5000; ++i) {
    const std::uint64_t one = random.next();
    const int units = -kMaxEstimate.units + random.below(2 * kMaxEstimate.units + 1);
    values.store(one, units);
    int found = 0;
    REQUIRE(values.probe(one, found));
    REQUIRE(found == units);
    REQUIRE(!values.probe(one ^ std::uint64_t{1} << (i % 64), found));
  }
}
