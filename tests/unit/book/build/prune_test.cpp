// SPDX-License-Identifier: MIT
#include "book/build/book_builder.h"
#include "tests/support/book_work.h"

#include <catch2/catch.hpp>

#include <set>

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

namespace {

/// What prune() must keep, by scans of the whole book until nothing is added.
std::set<BoardKey> staying(const BookReader& book, const BuildGoal& goal, std::uint64_t min_games) {
  std::set<BoardKey> stay;
  for (const auto& [key, place] : NaiveWalk(book, goal).reached) stay.insert(key);
  for (bool more = min_games > 0; more;) {
    more = false;
    for (const BoardKey& key : std::set(stay)) {
      for (const Child& child : children(book, board_of(key))) {
        if (!child.entry || child.entry->games.games() < min_games) continue;
        more = stay.insert(key_of(child.board)).second || more;
      }
    }
  }
  return stay;
}

BuildGoal random_goal(SplitMix64& random) {
  BuildGoal goal;
  goal.plies = 3 + random.below(6);
  goal.max_loss = {random.below(9) * Value::kPerDisc};
  if (random.below(2) == 0) goal.max_deviation = {10 * Value::kPerDisc};
  return goal;
}

}  // namespace

TEST_CASE("a pruned book has the positions of its goal, with the same scores", "[book][prune]") {
  SplitMix64 random(41);
  std::size_t went = 0, stayed = 0;
  for (int round = 0; round < 30; ++round) {
    const TemporaryBook book;
    fill_book(*book, random, 40, 8);
    const BuildGoal goal = random_goal(random);
    const std::uint64_t min_games = round % 2 == 0 ? 0 : 30'000'000;
    const Entries before = entries_of(*book);
    const std::set<BoardKey> stay = staying(*book, goal, min_games);
    REQUIRE(prune(*book, goal, min_games) == before.size() - stay.size());
    const Entries after = entries_of(*book);
    REQUIRE(after.size() == stay.size());
    for (const auto& [key, entry] : after) {
      REQUIRE(stay.contains(key));
      CHECK(entry.score == before.at(key).score);
      CHECK(entry.games == before.at(key).games);
    }
    const TreeFaults tree = check_tree(*book);
    CAPTURE(tree.faults);
    CHECK(tree.faulty == 0);
    went += before.size() - stay.size();
    stayed += stay.size();
  }
  CHECK(went > 1000);
  CHECK(stayed > 500);
}

TEST_CASE("pruning does not change a book within its goal", "[book][prune]") {
  SplitMix64 random(43);
  const TemporaryBook book;
  fill_book(*book, random, 20, 6);
  BuildGoal goal;
  goal.max_loss = kInfinity;
  const Entries before = entries_of(*book);
  CHECK(before.size() > 50);
  CHECK(prune(*book, goal) == 0);
  CHECK(entries_of(*book) == before);
}

TEST_CASE("interrupted pruning changes nothing", "[book][prune]") {
  SplitMix64 random(45);
  const TemporaryBook book;
  fill_book(*book, random, 40, 6);
  BuildGoal goal;
  goal.plies = 3;
  const Entries before = entries_of(*book);
  for (const double end : {0., 0.5}) {
    CHECK_FALSE(prune(*book, goal, 0, [end](double share) { return share < end; }));
    CHECK(entries_of(*book) == before);
  }
  CHECK(prune(*book, goal, 0, [](double) { return true; }) > 0u);
}

TEST_CASE("without a root in the book, pruning removes all positions", "[book][prune]") {
  SplitMix64 random(47);
  const TemporaryBook book;
  fill_book(*book, random, 5, 6);
  const std::uint64_t size = book->size();
  BuildGoal goal;
  goal.roots = {random_book_position(random, 20)};
  CHECK(prune(*book, goal) == size);
  CHECK(book->size() == 0);
}

// The root, its best child A, and its second child B, which a lossless goal removes.
namespace {

struct Small {
  TemporaryBook book;
  Board root;
  std::vector<Child> moves;  ///< The root's; none is in the book at first.
  BuildGoal goal;

  Small() {
    SplitMix64 random(53);
    do {
      root = random_book_position(random, 40);
      moves = children(*book, root);
    } while (moves.size() < 5);
    goal.roots = {root};
    goal.max_loss = {};
  }

  void put_child(std::size_t i, std::optional<double> value, bool exact, int depth, int level) {
    BookEntry entry;
    if (value) {
      const double own = moves[i].same_side ? *value : -*value;
      entry.leaf = leaf_of(first_square(rules::legal_moves(moves[i].board)), own, exact, depth);
    }
    entry.level = level;
    book->put(moves[i].board, entry);
  }

  static Leaf leaf_of(Square move, double value, bool exact, int depth) {
    return {
        Leaf::State::kMove, move, {static_cast<int>(value * Value::kPerDisc)}, depth, 95, exact};
  }

  Leaf leaf(std::size_t i, double value, bool exact = false) const {
    return leaf_of(moves[i].move, value, exact, 9);
  }

  /// The root's entry after pruning, with this leaf at level 20.
  BookEntry pruned(const Leaf& leaf) {
    BookEntry entry;
    entry.leaf = leaf;
    entry.level = 20;
    book->put(root, entry);
    negamax_all(*book);
    const std::optional<Value> score = book->find(root)->score;
    CHECK(prune(*book, goal) > 0u);
    CHECK(book->find(root)->score == score);
    return book->find(root).value();
  }
};

}  // namespace

TEST_CASE("a removed child becomes the leaf if it is better than the leaf", "[book][prune]") {
  Small small;
  small.put_child(0, 8, false, 4, 12);
  small.put_child(1, 2, false, 6, 14);
  SECTION("a better child becomes the leaf") {
    const BookEntry entry = small.pruned(small.leaf(2, 1));
    CHECK(entry.leaf == Small::leaf_of(small.moves[1].move, 2, false, 7));
    CHECK(entry.level == 14);
  }
  SECTION("a worse child leaves the leaf unchanged") {
    const BookEntry entry = small.pruned(small.leaf(2, 3));
    CHECK(entry.leaf == small.leaf(2, 3));
    CHECK(entry.level == 14);
  }
  SECTION("a root without a leaf gets one") {
    for (std::size_t i = 2; i < small.moves.size(); ++i) small.put_child(i, 1, false, 5, 13);
    Leaf none;
    none.state = Leaf::State::kNoMove;
    const BookEntry entry = small.pruned(none);
    CHECK(entry.leaf == Small::leaf_of(small.moves[1].move, 2, false, 7));
    CHECK(entry.level == 14);
  }
}

TEST_CASE("the leaf becomes unsearched if a removed child may be better", "[book][prune]") {
  Small small;
  small.put_child(0, 8, false, 4, 12);
  SECTION("the leaf was stale") {
    small.put_child(1, 2, false, 6, 14);
    CHECK(small.pruned(small.leaf(1, 3)).leaf == Leaf{});
  }
  SECTION("the leaf was unsearched") {
    small.put_child(1, 2, false, 6, 14);
    CHECK(small.pruned({}).leaf == Leaf{});
  }
  SECTION("the child had no score") {
    small.goal.plies = 0;
    small.goal.roots.push_back(small.moves[0].board);
    small.put_child(1, std::nullopt, false, 0, -1);
    CHECK(small.pruned(small.leaf(2, 3)).leaf == Leaf{});
  }
}

TEST_CASE("the leaf is to be searched again if a removed position affected the score",
          "[book][prune]") {
  Small small;
  small.goal.plies = 0;  // removes all children
  const auto check = [](const BookEntry& entry, const Leaf& leaf) {
    CHECK(entry.leaf == leaf);
    CHECK(entry.level == -1);
  };
  SECTION("the leaf was stale") {
    small.put_child(1, 2, false, 6, 14);
    check(small.pruned(small.leaf(1, 3)), Small::leaf_of(small.moves[1].move, 2, false, 7));
  }
  SECTION("the leaf was unsearched") {
    small.put_child(1, 2, false, 6, 14);
    check(small.pruned({}), Small::leaf_of(small.moves[1].move, 2, false, 7));
  }
  SECTION("a removed child had no score") {
    small.put_child(0, -8, false, 4, 12);
    small.put_child(1, std::nullopt, false, 0, -1);
    check(small.pruned(small.leaf(2, 3)), small.leaf(2, 3));
  }
  SECTION("the root had no score") {
    small.put_child(1, std::nullopt, false, 0, -1);
    check(small.pruned(small.leaf(1, 3)), {});
  }
}

TEST_CASE("pruning keeps scores and adds none, even if leaves are stale or unsearched",
          "[book][prune]") {
  SplitMix64 random(59);
  std::size_t unsearched = 0, to_deepen = 0, settled = 0;
  for (int round = 0; round < 15; ++round) {
    const TemporaryBook book;
    fill_book(*book, random, 40, 8);
    for (const auto& [key, entry] : entries_of(*book)) {
      BookEntry changed = entry;
      if (random.below(5) == 0) changed.leaf = {};
      for (const Child& child : children(*book, board_of(key))) {
        if (child.entry && changed.leaf.state == Leaf::State::kMove && random.below(3) == 0) {
          changed.leaf.move = child.move;
        }
      }
      book->put(board_of(key), changed);
    }
    negamax_all(*book);
    const Entries before = entries_of(*book);
    std::map<BoardKey, std::vector<Child>> moves;
    for (const auto& [key, entry] : before) moves[key] = children(*book, board_of(key));
    CHECK(prune(*book, random_goal(random)) > 0u);
    for (const auto& [key, entry] : entries_of(*book)) {
      const Leaf& leaf = entry.leaf;
      const BookEntry& old = before.at(key);
      REQUIRE(entry.score == old.score);
      bool known = old.leaf.state != Leaf::State::kUnsearched && !is_stale(old.leaf, moves[key]);
      std::size_t gone = 0;
      for (const Child& child : moves[key]) {
        if (!child.entry || book->find(child.board)) continue;
        ++gone;
        known = known && child.value();
        if (leaf.state == Leaf::State::kMove && child.value()) CHECK(leaf.value >= *child.value());
      }
      if (gone == 0) {
        CHECK(leaf == old.leaf);
      } else if (leaf.state == Leaf::State::kUnsearched) {
        CHECK_FALSE(known);
        ++unsearched;
      } else if (!known) {
        CHECK(entry.level == -1);
        ++to_deepen;
      } else {
        ++settled;
      }
    }
  }
  CHECK(unsearched > 20);
  CHECK(to_deepen > 20);
  CHECK(settled > 20);
}

TEST_CASE("a leaf is proven only if all the moves that it represents are", "[book][prune]") {
  for (const bool leaf_proven : {false, true}) {
    for (const bool child_proven : {false, true}) {
      for (const double leaf_value : {-4.0, 4.0}) {
        Small small;
        small.put_child(0, 8, false, 4, 12);
        // Proven if its leaf is.
        BookEntry entry;
        entry.leaf = Small::leaf_of(first_square(rules::legal_moves(small.moves[1].board)),
                                    small.moves[1].same_side ? 2 : -2, child_proven, 30);
        small.book->put(small.moves[1].board, entry);
        CAPTURE(leaf_proven, child_proven, leaf_value);
        const Leaf leaf = small.pruned(small.leaf(2, leaf_value, leaf_proven)).leaf;
        CHECK(leaf.move == small.moves[leaf_value > 0 ? 2 : 1].move);
        CHECK(leaf.exact == (leaf_proven && child_proven));
      }
    }
  }
}
