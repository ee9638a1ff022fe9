// SPDX-License-Identifier: MIT
#include "book/book_diff.h"
#include "tests/support/book_work.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

TEST_CASE("two books are compared position by position", "[book][diff]") {
  SplitMix64 random(53);
  for (int round = 0; round < 10; ++round) {
    const TemporaryBook first, second;
    fill_book(*first, random, 30, 7);
    fill_book(*second, random, 30, 7);
    const auto found = compare_books(*first, *second, 5);
    REQUIRE(found);

    const Entries a = entries_of(*first), b = entries_of(*second);
    std::uint64_t both = 0, compared = 0, same = 0;
    double sum = 0;
    int largest = 0;
    for (const auto& [key, entry] : a) {
      const auto other = b.find(key);
      if (other == b.end()) continue;
      ++both;
      if (!entry.score || !other->second.score) continue;
      ++compared;
      const int units = other->second.score->units - entry.score->units;
      same += units == 0;
      sum += to_discs(Value{units});
      largest = std::max(largest, std::abs(units));
    }
    CHECK(both > 0);
    CHECK(found->both == both);
    CHECK(found->only_first == a.size() - both);
    CHECK(found->only_second == b.size() - both);
    CHECK(found->compared == compared);
    CHECK(found->same_score == same);
    CHECK(found->mean == Approx(sum / static_cast<double>(compared)));
    CHECK(found->other_best <= compared);
    REQUIRE(found->largest.size() == std::min<std::size_t>(5, compared - same));
    int last = largest;
    for (const ScoreDifference& one : found->largest) {
      CHECK(std::abs(one.units()) <= last);
      last = std::abs(one.units());
      CHECK(first->find(one.board)->score == one.first);
      CHECK(second->find(one.board)->score == one.second);
    }
    if (!found->largest.empty()) CHECK(std::abs(found->largest[0].units()) == largest);

    const auto itself = compare_books(*first, *first, 5);
    REQUIRE(itself);
    CHECK(itself->both == a.size());
    CHECK(itself->only_second == 0);
    CHECK(itself->other_best == 0);
    CHECK(itself->largest.empty());
    CHECK(itself->deviation == 0);
    CHECK_FALSE(compare_books(*first, *second, 5, [](double) { return false; }));
  }
}
