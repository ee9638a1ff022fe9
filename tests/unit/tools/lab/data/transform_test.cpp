// SPDX-License-Identifier: MIT
#include "engine/game/symmetry.h"
#include "tests/support/boards.h"
#include "tools/lab/data/transform.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace sumi;
using namespace sumi::lab;

namespace {

/// Different positions, ten of each game.
std::vector<Record> samples(int count) {
  SplitMix64 random(1);
  std::vector<Record> records(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].board = test::random_fill(random, 100, 100);
    records[i].game = static_cast<std::uint16_t>(i / 10);
  }
  return records;
}

std::multiset<Bitboard> boards_of(const std::vector<Record>& records) {
  std::multiset<Bitboard> boards;
  for (const Record& r : records) boards.insert(r.board.own);
  return boards;
}

std::set<int> games_of(const std::vector<Record>& records) {
  std::set<int> games;
  for (const Record& r : records) games.insert(r.game);
  return games;
}

}  // namespace

TEST_CASE("shuffle: all records, in an order of the seed") {
  const std::vector<Record> original = samples(1000);
  std::vector<Record> one = original, same = original, other = original;
  shuffle(one, 1);
  shuffle(same, 1);
  shuffle(other, 2);
  CHECK(one == same);
  CHECK(one != original);
  CHECK(one != other);
  CHECK(boards_of(one) == boards_of(original));
  std::size_t kept = 0;  // where they were: one on average
  for (std::size_t i = 0; i < one.size(); ++i) kept += one[i] == original[i];
  CHECK(kept < 10);
  std::vector<Record> none;
  shuffle(none, 1);
  CHECK(none.empty());
}

TEST_CASE("dedupe: one of those equal up to symmetry, the best") {
  std::vector<Record> records = samples(3);
  const auto like_first = [&](int symmetry, ScoreSource source, int depth) {
    Record r = records[0];
    r.board = symmetric(r.board, symmetry);
    r.source = source;
    if (depth > 0) r.value = Value{1};
    r.depth = static_cast<std::uint8_t>(depth);
    r.game = static_cast<std::uint16_t>(100 + symmetry);
    return r;
  };
  records[0].source = ScoreSource::kGame;
  const std::vector<Record> distinct = records;
  records.push_back(like_first(3, ScoreSource::kExact, 0));
  records.push_back(like_first(4, ScoreSource::kExact, 8));
  records.push_back(like_first(5, ScoreSource::kExact, 8));
  records.push_back(like_first(6, ScoreSource::kGame, 20));
  records.push_back(records[1]);
  const Record best = records[4];
  deduplicate(records);
  CHECK(records == std::vector{best, distinct[1], distinct[2]});
  deduplicate(records);
  CHECK(records.size() == 3);
}

TEST_CASE("dedupe: colours are not a symmetry") {
  std::vector<Record> records = samples(1);
  records.push_back(records[0]);
  records[1].board = records[1].board.passed();
  deduplicate(records);
  CHECK(records.size() == 2);
}

TEST_CASE("split: whole games, about the share") {
  const std::vector<Record> records = samples(2000);
  const SplitRecords split = split_by_game(records, 0.1, 1);
  CHECK(split.part.size() == 200);
  CHECK(split.rest.size() == 1800);
  const std::set<int> part = games_of(split.part), rest = games_of(split.rest);
  CHECK(std::ranges::none_of(part, [&](int game) { return rest.contains(game); }));
  auto all = boards_of(split.part);
  all.merge(boards_of(split.rest));
  CHECK(all == boards_of(records));
  CHECK(split_by_game(records, 0.1, 1).part == split.part);
  CHECK(split_by_game(records, 0.1, 2).part != split.part);
  CHECK(split_by_game({}, 0.1, 1).part.empty());
}
