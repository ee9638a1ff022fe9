// SPDX-License-Identifier: MIT
#include "book/book_lines.h"
#include "tests/support/book_work.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

namespace {

/// The slow twin: walks every line by itself, for the player whose choices count (0: the side to
/// move) or for nobody (-1).
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

TEST_CASE("lines of a book are counted as walking each of them does", "[book][lines]") {
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

TEST_CASE("lines of a position that the book does not know are none", "[book][lines]") {
  const TemporaryBook book;
  CHECK(count_lines(*book, kStartBoard, Value{}).all == 0);
}
