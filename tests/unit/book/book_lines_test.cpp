// SPDX-License-Identifier: MIT
#include "book/book_lines.h"
#include "tests/support/book_work.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

namespace {

/// Counts lines by walking each. Where `player` is to move (0: the side to move at first), only its
/// move with the fewest lines counts; with -1 every move counts.
double walk_lines(const BookReader& book, const Board& board, Value max_loss, int player) {
  const auto entry = book.find(board);
  if (!entry || !entry->score) return 0;
  const auto near = [&](Value value) {
    return value.units >= entry->score->units - max_loss.units;
  };
  std::vector<double> behind;
  const auto all = children(book, board);
  for (const Child& child : all) {
    if (!child.value() || !near(*child.value())) continue;
    const int next = player < 0 || child.same_side ? player : 1 - player;
    const double lines = child.over ? 1 : walk_lines(book, child.board, max_loss, next);
    if (lines > 0) behind.push_back(lines);
  }
  const Leaf& leaf = entry->leaf;
  if (leaf.state == Leaf::State::kMove && !is_stale(leaf, all) && near(leaf.value)) {
    behind.push_back(1);
  }
  if (behind.empty()) return 0;
  if (player == 0) return *std::ranges::min_element(behind);
  double sum = 0;
  for (const double lines : behind) sum += lines;
  return sum;
}

}  // namespace

TEST_CASE("the number of lines equals that of a walk through every line", "[book][lines]") {
  SplitMix64 random(47);
  double most = 0, chosen = 0;
  for (int round = 0; round < 40; ++round) {
    const TemporaryBook book;
    fill_book(*book, random, 30, 8);
    const Value max_loss{random.below(6) * Value::kPerDisc};
    for (const auto& [key, entry] : entries_of(*book)) {
      const Board board{key.first, key.second};
      const LineCounts counts = count_lines(*book, board, max_loss);
      CHECK(counts.all == walk_lines(*book, board, max_loss, -1));
      CHECK(counts.to_remember[0] == walk_lines(*book, board, max_loss, 0));
      CHECK(counts.to_remember[1] == walk_lines(*book, board, max_loss, 1));
      most = std::max(most, counts.all);
      chosen += counts.all - counts.to_remember[0];
    }
  }
  CHECK(most > 5);
  CHECK(chosen > 100);
}

TEST_CASE("a position outside the book has no lines", "[book][lines]") {
  const TemporaryBook book;
  CHECK(count_lines(*book, kStartBoard, Value{}).all == 0);
}

using namespace sumi;
using namespace sumi::book;

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
