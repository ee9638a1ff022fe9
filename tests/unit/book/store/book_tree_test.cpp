// SPDX-License-Identifier: MIT
/// The tree of a book against a reference that examines every move.
#include "book/store/book_tree.h"
#include "engine/base/random.h"
#include "tests/support/books.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <tuple>

using namespace sumi;
using namespace sumi::book;
using test::Entries;
using test::entries_of;

namespace {

using Key = std::pair<Bitboard, Bitboard>;

Key key_of(const Board& board) {
  const Board there = canonical(board).board;
  return {there.own, there.opp};
}

Board board_of(const Key& key) { return {key.first, key.second}; }

/// The slow reference: recursive negamax from the rules alone.
class Twin {
 public:
  explicit Twin(Entries entries) : entries_(std::move(entries)) {}

  const Entries& solved() {
    for (const auto& [key, entry] : entries_) solve(key);
    return entries_;
  }

 private:
  /// (value, exact, depth, selectivity) after the best move.
  using Known = std::tuple<int, bool, int, int>;

  BookEntry solve(const Key& key) {
    BookEntry& entry = entries_.at(key);
    if (!done_.insert(key).second) return entry;
    const Board board = board_of(key);
    std::vector<Known> known;
    bool all_exact = true, leaf_leads_out = false, leads_out = false;
    for (int s = 0; s < 64; ++s) {
      const Square move{static_cast<std::uint8_t>(s)};
      const Bitboard flips = rules::flips(board, move);
      if (flips == 0) continue;
      const Board next = board.played(move, flips);
      if (rules::game_over(next)) {
        known.push_back({-128 * final_score(next).discs, true, board.empties(), 100});
        continue;
      }
      const bool passes = rules::must_pass(next);
      const Key child = key_of(passes ? next.passed() : next);
      if (!entries_.contains(child)) {
        leads_out = true;
        if (entry.leaf.state == Leaf::State::kMove && entry.leaf.move == move)
          leaf_leads_out = true;
        continue;
      }
      const BookEntry below = solve(child);
      all_exact = all_exact && below.exact;
      if (!below.score) continue;
      known.push_back({passes ? below.score->units : -below.score->units, below.exact,
                       below.depth + 1, below.selectivity});
    }
    const Leaf& leaf = entry.leaf;
    if (leaf_leads_out)
      known.push_back({leaf.value.units, leaf.exact, leaf.depth, leaf.selectivity});
    entry.exact = all_exact && (!leads_out || (leaf_leads_out && leaf.exact));
    entry.score.reset();
    entry.depth = 0;
    entry.selectivity = 100;
    if (known.empty()) return entry;
    // Any entry that ties in value, exactness and depth is right.
    const Known best = *std::max_element(known.begin(), known.end());
    entry.score = Value{std::get<0>(best)};
    entry.depth = std::get<2>(best);
    entry.selectivity = std::get<3>(best);
    return entry;
  }

  Entries entries_;
  std::set<Key> done_;
};

/// Requires equality, except for the selectivity where best moves tie.
void check_same(const Entries& book, const Entries& twin) {
  REQUIRE(book.size() == twin.size());
  auto there = twin.begin();
  for (const auto& [key, entry] : book) {
    CAPTURE(key.first, key.second);
    CHECK(key == there->first);
    BookEntry expected = there->second;
    CHECK(entry.selectivity <= expected.selectivity);
    expected.selectivity = entry.selectivity;
    CHECK(entry == expected);
    ++there;
  }
}

std::unique_ptr<BookStore> new_book(const test::TemporaryFolder& folder) {
  static int number = 0;
  return BookStore::create(folder.file("book" + std::to_string(number++))).value();
}

/// The start and late positions, some with passes or after the end.
std::vector<Board> some_positions(SplitMix64& random) {
  std::vector<Board> boards = test::random_positions(random, kStartBoard, 30, 8);
  for (int root = 0; root < 12; ++root) {
    const Board from = test::random_book_position(random, 5);
    for (const Board& b : test::random_positions(random, from, 6, 8)) boards.push_back(b);
  }
  return boards;
}

Board play(std::initializer_list<int> squares, Board board = kStartBoard) {
  for (const int s : squares) {
    const Square square{static_cast<std::uint8_t>(s)};
    REQUIRE(rules::flips(board, square) != 0);
    board = board.played(square, rules::flips(board, square));
  }
  return board;
}

constexpr int kC4 = 26, kD3 = 19, kE3 = 20, kF5 = 37, kD6 = 43, kF6 = 45, kF4 = 29;

BookEntry with_leaf(int square, int units, bool exact = false, int depth = 10) {
  BookEntry entry;
  entry.leaf = {Leaf::State::kMove, Square{static_cast<std::uint8_t>(square)},
                Value{units},       depth,
                exact ? 100 : 73,   exact};
  return entry;
}

}  // namespace

TEST_CASE("updates in any order give the negamax values", "[book_tree]") {
  const test::TemporaryFolder folder;
  int passes = 0, over = 0, stale = 0, equal = 0;
  for (const std::uint64_t seed : {1, 2, 3}) {
    SplitMix64 random(seed);
    std::vector<Board> boards = some_positions(random);
    shuffle_items(boards, random);
    const auto book = new_book(folder);
    std::size_t at = 0;
    while (at < boards.size()) {
      std::vector<std::pair<Board, BookEntry>> batch;
      for (int n = 1 + random.below(5); n > 0 && at < boards.size(); --n, ++at) {
        // A position may appear again with another leaf.
        batch.push_back({boards[at], test::random_entry(random, boards[at])});
      }
      update(*book, batch);
      if (random.below(20) == 0) check_same(entries_of(*book), Twin(entries_of(*book)).solved());
    }
    const Entries entries = entries_of(*book);
    check_same(entries, Twin(entries).solved());
    CHECK(book->size() > 200);
    CHECK(check_tree(*book).faulty == 0);

    for (const auto& [key, entry] : entries) {
      const std::vector<Child> moves = children(*book, board_of(key));
      stale += is_stale(entry.leaf, moves) ? 1 : 0;
      std::multiset<Value> values;
      for (const Child& child : moves) {
        passes += child.same_side && child.entry ? 1 : 0;
        over += child.over ? 1 : 0;
        if (child.value()) values.insert(*child.value());
      }
      equal += entry.score && values.count(*entry.score) > 1 ? 1 : 0;
    }
  }
  CHECK(passes > 10);
  CHECK(over > 50);
  CHECK(stale > 100);
  CHECK(equal > 10);
}

TEST_CASE("an update keeps other fields and recomputes scores", "[book_tree]") {
  const test::TemporaryFolder folder;
  const auto book = new_book(folder);
  BookEntry entry = with_leaf(kF5, 100);
  entry.level = 12;
  entry.games = {3, 2, 1};
  // An entry's own score is ignored.
  entry.score = Value{5'000};
  entry.exact = true;
  update(*book, kStartBoard, entry);
  BookEntry found = book->find(kStartBoard).value();
  CHECK(found.score == Value{100});
  CHECK(found.depth == 10);
  CHECK(found.selectivity == 73);
  CHECK_FALSE(found.exact);
  CHECK(found.level == 12);
  CHECK(found.games == GameCounts{3, 2, 1});

  // A new position without a score makes the parent's leaf stale.
  update(*book, play({kF5}), {});
  CHECK(book->find(kStartBoard)->score == std::nullopt);
  CHECK(book->find(kStartBoard)->depth == 0);
  // With a score, it determines the parent's.
  update(*book, play({kF5}), with_leaf(kD6, 70));
  CHECK(book->find(kStartBoard)->score == Value{-70});
  CHECK(book->find(kStartBoard)->depth == 11);
}

TEST_CASE("negamaxing everything at once equals updates", "[book_tree]") {
  const test::TemporaryFolder folder;
  const auto book = new_book(folder);
  SplitMix64 random(7);
  book->change([&] {
    for (const Board& board : some_positions(random)) {
      BookEntry entry = test::random_entry(random, board);
      if (random.below(2) == 0) entry.score = Value{random.below(1000)};  // wrong
      book->put(board, entry);
    }
  });
  const Entries before = entries_of(*book);
  CHECK_FALSE(negamax_all(*book, [](double) { return false; }));
  CHECK(entries_of(*book) == before);

  double last = -1;
  CHECK(negamax_all(*book, [&](double share) {
    CHECK(share > last);
    CHECK(share < 1);
    last = share;
    return true;
  }));
  CHECK(last >= 0);
  check_same(entries_of(*book), Twin(before).solved());

  // Within a change, negamax_all() sees the changes made so far.
  book->change([&] {
    for (int i = 0; i < 20; ++i) {
      const auto& [key, entry] = *std::next(before.begin(), i * 7);
      book->erase(board_of(key));
    }
    CHECK(negamax_all(*book));
  });
  check_same(entries_of(*book), Twin(entries_of(*book)).solved());
  CHECK(book->size() == before.size() - 20);
}

TEST_CASE("an interrupted negamax undoes the scores it has written", "[book_tree]") {
  const test::TemporaryFolder folder;
  const auto book = new_book(folder);
  SplitMix64 random(12);
  book->change([&] {
    while (book->size() < 1500) {
      const Board board = test::random_book_position(random, 40);
      BookEntry entry = test::random_entry(random, board);
      entry.score = Value{random.below(1000)};
      book->put(board, entry);
    }
  });
  const Entries before = entries_of(*book);
  double last = 0;
  CHECK_FALSE(negamax_all(*book, [&](double share) {
    last = share;
    return share < 0.6;
  }));
  CHECK(last >= 0.6);  // it was writing
  CHECK(entries_of(*book) == before);
}

TEST_CASE("the parents of a position are those with a move to it", "[book_tree]") {
  const test::TemporaryFolder folder;
  const auto book = new_book(folder);
  SplitMix64 random(8);
  book->change([&] {
    for (const Board& board : some_positions(random)) book->put(board, {});
  });
  std::map<Key, std::set<Key>> expected;
  int by_pass = 0;
  for (const auto& [key, entry] : entries_of(*book)) {
    for (const Child& child : children(*book, board_of(key))) {
      if (child.over) continue;
      by_pass += child.same_side && child.entry ? 1 : 0;
      expected[key_of(child.board)].insert(key);
    }
  }
  CHECK(by_pass > 5);
  int several = 0;
  for (const auto& [key, above] : expected) {
    const Board board = symmetric(board_of(key), random.below(8));
    std::vector<Key> found;
    for (const Board& parent : parents(*book, board)) found.push_back({parent.own, parent.opp});
    CHECK(found == std::vector<Key>(above.begin(), above.end()));
    several += above.size() > 1 ? 1 : 0;
  }
  CHECK(several > 5);
  CHECK(parents(*book, kStartBoard).empty());
}

TEST_CASE("moves include passes and moves that end the game", "[book_tree]") {
  const test::TemporaryFolder folder;
  const auto book = new_book(folder);
  SplitMix64 random(9);
  int passed = 0, over = 0;
  for (int i = 0; i < 300; ++i) {
    const Board board = test::random_book_position(random, 1 + random.below(5));
    Bitboard moves = 0;
    for (const Child& child : children(*book, board)) {
      moves |= bit(child.move);
      const Board after = board.played(child.move, rules::flips(board, child.move));
      CHECK(child.over == rules::game_over(after));
      CHECK(child.same_side == rules::must_pass(after));
      CHECK(child.board == (child.same_side ? after.passed() : after));
      CHECK(child.in_book() == child.over);
      CHECK(child.exact() == child.over);
      if (child.over) CHECK(child.value() == -to_value(final_score(after)));
      if (!child.over) CHECK_FALSE(child.value());
      CHECK(book_position(after) == (child.over ? std::nullopt : std::optional(child.board)));
      passed += child.same_side ? 1 : 0;
      over += child.over ? 1 : 0;
    }
    CHECK(moves == rules::legal_moves(board));
  }
  CHECK(passed > 10);
  CHECK(over > 10);

  Child child;
  child.entry = BookEntry{};
  CHECK_FALSE(child.value());
  child.entry->score = Value{5};
  child.entry->games = {1, 2, 3};
  CHECK(child.value() == Value{-5});
  CHECK(child.games() == GameCounts{3, 2, 1});
  child.same_side = true;
  CHECK(child.value() == Value{5});
  CHECK(child.games() == GameCounts{1, 2, 3});
}

TEST_CASE("equivalent moves of a symmetric position count as one", "[book_tree]") {
  const test::TemporaryFolder folder;
  const auto book = new_book(folder);
  update(*book, kStartBoard, with_leaf(kD3, 100));
  CHECK(moves_out(children(*book, kStartBoard)) == rules::legal_moves(kStartBoard));
  CHECK_FALSE(is_stale(book->find(kStartBoard)->leaf, children(*book, kStartBoard)));

  // f5 is a mirror image of d3.
  update(*book, play({kF5}), with_leaf(kD6, -40));
  CHECK(moves_out(children(*book, kStartBoard)) == 0);
  CHECK(is_stale(book->find(kStartBoard)->leaf, children(*book, kStartBoard)));
  CHECK(book->find(kStartBoard)->score == Value{40});
}

TEST_CASE("among equal moves exact ones come first, then deeper ones", "[book_tree]") {
  Child shallow, deep, exact;
  shallow.move = Square{0};
  shallow.entry = BookEntry{};
  shallow.entry->score = Value{-256};
  shallow.entry->depth = 5;
  deep = exact = shallow;
  deep.move = Square{1};
  deep.entry->depth = 30;
  deep.entry->selectivity = 73;
  exact.move = Square{2};
  exact.entry->exact = true;
  const auto of = [](const BookEntry& entry, const std::vector<Child>& moves) {
    const BookEntry e = negamaxed(entry, moves);
    return std::tuple(e.score->units, e.depth, e.selectivity, e.exact);
  };
  BookEntry none;
  none.leaf.state = Leaf::State::kNoMove;
  CHECK(of(none, {shallow, deep}) == std::tuple(256, 31, 73, false));
  CHECK(of(none, {deep, exact, shallow}) == std::tuple(256, 6, 100, false));
  CHECK(of(none, {exact}) == std::tuple(256, 6, 100, true));
  Child out;
  out.move = Square{3};
  CHECK(of(with_leaf(3, 256, false, 40), {deep, out}) == std::tuple(256, 40, 73, false));
  CHECK(of(with_leaf(3, 256, true, 20), {deep, out}) == std::tuple(256, 20, 100, false));
  CHECK(of(with_leaf(3, 0, true, 20), {exact, out}) == std::tuple(256, 6, 100, true));
  CHECK(of(with_leaf(3, 0, false, 20), {exact, out}) == std::tuple(256, 6, 100, false));
  // Stale: the best move that leaves the book is unknown.
  CHECK(of(with_leaf(2, 999, true, 20), {exact, out}) == std::tuple(256, 6, 100, false));
}

TEST_CASE("a line follows the best moves to the leaf", "[book_tree]") {
  const test::TemporaryFolder folder;
  const auto book = new_book(folder);
  const auto text = [&](const Board& board) {
    std::vector<int> squares;
    for (const Square s : best_line(*book, board)) squares.push_back(index(s));
    return squares;
  };
  CHECK(text(kStartBoard).empty());
  const Board f5 = play({kF5});
  update(*book, kStartBoard, {});
  update(*book, f5, with_leaf(kF6, 10));
  update(*book, play({kF5, kD6}), with_leaf(kC4, -30));
  REQUIRE(rules::flips(f5, Square{kF4}) != 0);
  update(*book, play({kF5, kF4}), with_leaf(kE3, -20));
  CHECK(text(f5) == std::vector<int>{kD6, kC4});
  CHECK(text(kStartBoard).front() == kD3);
  CHECK(text(kStartBoard).size() == 3);
  CHECK(test::legal_line(kStartBoard, best_line(*book, kStartBoard)));
  update(*book, f5, with_leaf(kF6, 50));
  CHECK(text(f5) == std::vector<int>{kF6});

  SplitMix64 random(10);
  int passes = 0, ends = 0;
  for (int i = 0; i < 200; ++i) {
    const Board from = test::random_book_position(random, 4);
    const auto small = new_book(folder);
    small->change([&] {
      for (const Board& b : test::random_positions(random, from, 8, 5)) small->put(b, {});
    });
    REQUIRE(negamax_all(*small));
    const Line line = best_line(*small, from);
    CHECK(test::legal_line(from, line));
    if (line.empty()) continue;
    CHECK(line.back() != Square::kPass);
    const Board end = test::after(from, line);
    ends += rules::game_over(end) ? 1 : 0;
    const bool passed = std::count(line.begin(), line.end(), Square::kPass) > 0;
    passes += passed ? 1 : 0;
    // From the view of the line's first side to move.
    const bool odd = line.size() % 2 == 1;
    const Value value = to_value(final_score(end));
    CHECK(small->find(from)->score == (odd ? -value : value));
  }
  CHECK(passes > 5);
  CHECK(ends > 20);
}

TEST_CASE("check_tree() reports each kind of fault", "[book_tree]") {
  const test::TemporaryFolder folder;
  const auto book = new_book(folder);
  update(*book, kStartBoard, with_leaf(kF5, 100));
  const Board f5 = play({kF5});
  update(*book, f5, with_leaf(kD6, 50));
  TreeFaults good = check_tree(*book);
  CHECK(good.faulty == 0);
  CHECK(good.faults.empty());
  CHECK(std::tuple(good.positions, good.scored, good.stale, good.unsearched, good.unreached) ==
        std::tuple(2u, 2u, 1u, 0u, 0u));

  const auto fault_of = [&](const BookEntry& entry) {
    const BookEntry before = *book->find(f5);
    book->put(f5, entry);
    const TreeFaults found = check_tree(*book);
    book->put(f5, before);
    CHECK(found.faulty == found.faults.size());
    // The start's score may be wrong as a result.
    for (const std::string& fault : found.faults) {
      if (!Catch::contains(fault, "OX------XO")) return fault;
    }
    return std::string("none");
  };
  BookEntry entry = *book->find(f5);
  CHECK(fault_of(entry) == "none");
  entry.score = Value{51};
  CHECK_THAT(fault_of(entry), Catch::Contains("its score is 0.40 at depth 10 with selectivity 73, "
                                              "by its moves 0.39 at depth 10"));
  entry = *book->find(f5);
  entry.depth = 9;
  CHECK_THAT(fault_of(entry), Catch::Contains("its score is"));
  entry = *book->find(f5);
  entry.selectivity = 98;
  CHECK_THAT(fault_of(entry), Catch::Contains("its score is"));
  entry = *book->find(f5);
  entry.exact = true;
  CHECK_THAT(fault_of(entry), Catch::Contains("its score is"));
  const auto negamaxed_at_f5 = [&](const BookEntry& e) {
    return negamaxed(e, children(*book, f5));
  };
  CHECK(fault_of(negamaxed_at_f5(with_leaf(kD6, 256, true))) == "none");
  entry = {};
  entry.leaf.state = Leaf::State::kNoMove;
  CHECK_THAT(fault_of(negamaxed_at_f5(entry)), Catch::Contains("no move is said to lead out"));

  // Unreachable from the start: one position lacks a parent in the book, one lacks any.
  SplitMix64 random(11);
  book->put(play({kF5, kD6, kC4}), {});
  book->put(test::random_book_position(random, 20), {});
  const TreeFaults found = check_tree(*book);
  CHECK(found.unreached == 2);
  CHECK(found.unsearched == 2);
  CHECK(check_tree(*book, [](double) { return false; }).positions == 0);
}
