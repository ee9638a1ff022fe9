// SPDX-License-Identifier: MIT
#include "book/build/book_builder.h"
#include "tests/support/book_work.h"

#include <catch2/catch.hpp>

#include <set>

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

namespace {

GameCounts added_up(const GameCounts& a, const GameCounts& b) {
  return {a.wins + b.wins, a.draws + b.draws, a.losses + b.losses};
}

}  // namespace

TEST_CASE("a merged book has the positions of both books", "[book][merge]") {
  SplitMix64 random(61);
  std::size_t both = 0, taken = 0, fresh = 0;
  for (int round = 0; round < 12; ++round) {
    const TemporaryBook one, other;
    fill_book(*one, random, 40, 7);
    fill_book(*other, random, 40, 7);
    const Entries a = entries_of(*one), b = entries_of(*other);
    merge(*one, *other);
    const Entries merged = entries_of(*one);
    CHECK(entries_of(*other) == b);

    std::set<BoardKey> keys;
    for (const auto& [key, entry] : a) keys.insert(key);
    for (const auto& [key, entry] : b) keys.insert(key);
    REQUIRE(merged.size() == keys.size());
    const TreeFaults tree = check_tree(*one);
    CAPTURE(tree.faults);
    CHECK(tree.faulty == 0);
    for (const auto& [key, entry] : merged) {
      const bool in_a = a.contains(key), in_b = b.contains(key);
      REQUIRE((in_a || in_b));
      if (in_a != in_b) {
        const BookEntry& only = in_a ? a.at(key) : b.at(key);
        CHECK(entry.leaf == only.leaf);
        CHECK(entry.level == only.level);
        CHECK(entry.games == only.games);
        continue;
      }
      ++both;
      const BookEntry &mine = a.at(key), &theirs = b.at(key);
      CHECK(entry.games == added_up(mine.games, theirs.games));
      const bool is_mine = entry.leaf == mine.leaf && entry.level == mine.level;
      const bool is_theirs = entry.leaf == theirs.leaf && entry.level == theirs.level;
      REQUIRE((is_mine || is_theirs));
      if (is_mine && is_theirs) continue;
      if (is_theirs) ++taken;
      const BookEntry& lost = is_mine ? theirs : mine;
      const auto moves = children(*one, board_of(key));
      const auto is_searched = [](const Leaf& leaf) {
        return leaf.state != Leaf::State::kUnsearched;
      };
      REQUIRE(is_searched(entry.leaf) >= is_searched(lost.leaf));
      if (!is_searched(lost.leaf)) continue;
      REQUIRE(is_stale(entry.leaf, moves) <= is_stale(lost.leaf, moves));
      if (is_stale(entry.leaf, moves) != is_stale(lost.leaf, moves)) {
        ++fresh;
        continue;
      }
      REQUIRE(entry.level >= lost.level);
      if (entry.level == lost.level) CHECK(entry.leaf.depth >= lost.leaf.depth);
    }
  }
  CHECK(both > 300);
  CHECK(taken > 100);
  CHECK(fresh > 20);
}

TEST_CASE("games in both books are counted once", "[book][merge]") {
  const TemporaryBook one, other, third;
  const auto put = [](BookStore& book, GameCounts games, std::vector<std::uint64_t> identities) {
    BookEntry entry;
    entry.games = games;
    book.put(kStartBoard, entry);
    for (const std::uint64_t game : identities) book.remember_game(game);
  };
  put(*one, {3, 0, 1}, {1, 2, 3, 4});
  put(*other, {1, 0, 1}, {2, 3});
  merge(*one, *other);
  CHECK(one->find(kStartBoard)->games == GameCounts{3, 0, 1});
  // One game is new. Counts cannot be split by game, so all are added.
  put(*third, {1, 1, 0}, {4, 5});
  merge(*one, *third);
  CHECK(one->find(kStartBoard)->games == GameCounts{4, 1, 1});
  CHECK(one->games() == std::vector<std::uint64_t>{1, 2, 3, 4, 5});

  // A new position does not get the counts of known games.
  const TemporaryBook fourth;
  const Child child = children(*one, kStartBoard).front();
  BookEntry entry;
  entry.games = {7, 0, 0};
  fourth->put(child.board, entry);
  fourth->remember_game(5);
  merge(*one, *fourth);
  CHECK(one->find(child.board)->games == GameCounts{});

  // A book without stored games always adds its counts.
  const TemporaryBook nameless;
  nameless->put(child.board, entry);
  merge(*one, *nameless);
  merge(*one, *nameless);
  CHECK(one->find(child.board)->games == GameCounts{14, 0, 0});
}

TEST_CASE("an interrupted merge changes nothing", "[book][merge]") {
  SplitMix64 random(63);
  const TemporaryBook one, other;
  fill_book(*one, random, 20, 6);
  fill_book(*other, random, 20, 6);
  other->remember_game(1);
  const Entries before = entries_of(*one);
  std::vector<double> shares;
  CHECK(merge(*one, *other, [&](double share) {
    shares.push_back(share);
    return true;
  }));
  CHECK(std::ranges::is_sorted(shares));
  CHECK(shares.size() == 3);
  const Entries after = entries_of(*one);
  CHECK(after != before);

  const TemporaryBook third;
  for (const auto& [key, entry] : before) third->put(board_of(key), entry);
  for (const double end : shares) {
    CHECK_FALSE(merge(*third, *other, [end](double share) { return share < end; }));
    CHECK(entries_of(*third) == before);
    CHECK(third->games().empty());
  }
  CHECK(merge(*third, *other));
  CHECK(entries_of(*third) == after);
}

TEST_CASE("a merge keeps the notes of the target book", "[book][merge]") {
  const TemporaryBook one, other;
  one->set_note("level", "10");
  other->set_note("level", "20");
  other->set_note("source", "elsewhere");
  merge(*one, *other);
  CHECK(one->note("level") == "10");
  CHECK(one->note("source").empty());
}

TEST_CASE("two halves of a book merge to the whole book", "[book][merge]") {
  BuildGoal goal;
  goal.plies = 6;
  goal.max_loss = {2 * Value::kPerDisc};
  goal.level = 3;
  const TemporaryBook whole, one, other;
  REQUIRE(BookWorker(*whole, work_setup()).build(goal) == BuildEnd::kDone);
  SplitMix64 random(67);
  const Entries entries = entries_of(*whole);
  for (const auto& [key, entry] : entries) {
    const int half = random.below(3);
    if (half != 0) one->put(board_of(key), entry);
    if (half != 1) other->put(board_of(key), entry);
  }
  merge(*one, *other);
  CHECK(entries_of(*one) == entries);
}
