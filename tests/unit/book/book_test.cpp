// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "book/store/book_tree.h"
#include "engine/base/file.h"
#include "engine/engine.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "engine/game/symmetry.h"
#include "engine/levels.h"
#include "tests/support/books.h"
#include "tests/support/results.h"
#include "tests/support/small_engine.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <csignal>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

using namespace sumi;
using namespace sumi::book;
using Catch::Matchers::Contains;

namespace {

Square square(std::string_view name) { return parse_square(name).value(); }

Board after(std::string_view moves) { return parse_game(moves).value().replay().position().board; }

BookEntry entry(const Leaf& leaf) {
  BookEntry entry;
  entry.leaf = leaf;
  entry.level = 21;
  return entry;
}

Leaf leaf(std::string_view move, double discs, int depth = 20, int selectivity = 73) {
  return {.state = Leaf::State::kMove,
          .move = square(move),
          .value = {static_cast<int>(discs * Value::kPerDisc)},
          .depth = depth,
          .selectivity = selectivity};
}

class Written {
 public:
  explicit Written(const std::vector<std::pair<Board, BookEntry>>& entries) {
    const auto store = BookStore::create(path()).value();
    update(*store, entries);
  }

  std::string path() const { return folder_.file("mine.book"); }
  std::shared_ptr<OpeningBook> open(bool to_learn = false) const {
    return open_opening_book(path(), to_learn).value();
  }

 private:
  test::TemporaryFolder folder_;
};

std::string open_error(const std::string& name, bool to_learn = false) {
  const auto opened = open_opening_book(name, to_learn);
  return opened ? "none" : opened.error().message;
}

std::string moves_text(const std::vector<BookMove>& moves) {
  std::string text;
  for (const BookMove& move : moves) {
    text += to_text(move.move) + " " + std::to_string(to_discs(move.value)).substr(0, 5) + "; ";
  }
  return text;
}

GameRecord short_game(std::string date = "today") {
  GameRecord game = parse_game("e6f4e3f6g5d6e7f5c5").value();
  game.date = std::move(date);
  return game;
}

class Searching {
 public:
  std::optional<SearchReport> operator()(const Board& board, const SearchLimits& limits) {
    if (left == 0) return std::nullopt;
    --left;
    engine_.set_board(board);
    return engine_.think(limits);
  }

  int left = 1000;  ///< Searches until it stops.

 private:
  Engine engine_{test::small_engine()};
};

void make_quick_book(const std::string& path) {
  const auto store = BookStore::create(path).value();
  store->set_note("level", "1");
}

}  // namespace

TEST_CASE("the moves of a book are the children and the leaf, best first", "[opening-book]") {
  BookEntry child = entry(leaf("c3", 1, 17, 95));
  child.games = {.wins = 3, .draws = 2, .losses = 1};
  const Written book({{after("f5"), entry(leaf("f6", -2, 18))},
                      {after("f5d6"), child},
                      {after("f5f4"), entry(leaf("e3", 2.5))}});
  const auto opened = book.open();
  const std::vector<BookMove> moves = opened->moves(after("f5"));
  REQUIRE(moves.size() == 3);
  CHECK(moves[0] == BookMove{.move = square("d6"),
                             .value = {-Value::kPerDisc},
                             .depth = 18,
                             .selectivity = 95,
                             .games = {.wins = 1, .draws = 2, .losses = 3}});
  CHECK(moves[1] == BookMove{.move = square("f6"),
                             .value = {-2 * Value::kPerDisc},
                             .depth = 18,
                             .selectivity = 73,
                             .in_book = false});
  CHECK(moves_text(moves) == "d6 -1.00; f6 -2.00; f4 -2.50; ");

  for (int s = 0; s < kSymmetries; ++s) {
    const std::vector<BookMove> turned = opened->moves(symmetric(after("f5"), s));
    REQUIRE(turned.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
      CAPTURE(s, i);
      CHECK(turned[i].move == symmetric(moves[i].move, s));
      CHECK(turned[i].value == moves[i].value);
    }
  }
  const Line line = opened->line(after("f5"), kMaxPly);
  REQUIRE(line.size() == 2);
  CHECK(line[0] == square("d6"));
  CHECK(line[1] == square("c3"));
}

TEST_CASE("the book offers no move while an unknown move may be better", "[opening-book]") {
  const auto moves = [](const Leaf& parent) {
    const Written book({{after("f5"), entry(parent)}, {after("f5d6"), entry(leaf("c3", 1))}});
    const auto opened = book.open();
    CHECK(opened->moves(after("f5d6")).empty());  // no move stays in the book
    CHECK(opened->moves(after("f5d6c3")).empty());
    CHECK(opened->moves(Board{0xFF, 0}).empty());
    return moves_text(opened->moves(after("f5")));
  };
  CHECK(moves({}).empty());                      // f6 and f4 are unknown
  CHECK(moves(leaf("d6", -0.5)).empty());        // their value is at most -0.5
  CHECK(moves(leaf("d6", -1)) == "d6 -1.00; ");  // no unknown move is better
  CHECK(moves(leaf("f4", 3)) == "f4 3.000; d6 -1.00; ");
}

TEST_CASE("an unsearched child of the book only bounds the value of its move", "[opening-book]") {
  // White's only known move after f5f4 is a bad one.
  const auto moves = [](double of_d6) {
    const Written book({{after("f5"), entry(leaf("f6", -5))},
                        {after("f5d6"), entry(leaf("c3", -of_d6))},
                        {after("f5f4"), {}},
                        {after("f5f4e3"), entry(leaf("f6", 2))}});
    return moves_text(book.open()->moves(after("f5")));
  };
  CHECK(moves(1).empty());  // f4 may be worth up to 2
  CHECK(moves(2) == "d6 2.000; f6 -5.00; ");
}

TEST_CASE("the book offers no move while an unsearched one may be the best", "[opening-book]") {
  const auto moves = [](const Leaf& parent) {
    const Written book({{after("f5"), entry(parent)},
                        {after("f5d6"), entry(leaf("c3", -2))},
                        {after("f5f4"), {}}});
    return moves_text(book.open()->moves(after("f5")));
  };
  CHECK(moves(leaf("f6", -5)).empty());
  // f4 is the best move that leaves the book, so its value is an upper bound.
  CHECK(moves(leaf("f4", 2)) == "d6 2.000; ");
  CHECK(moves(leaf("f4", 3)).empty());
}

TEST_CASE("equal moves are in the order of their squares", "[opening-book]") {
  const Written book({{after("f5"), entry(leaf("f6", -1))},
                      {after("f5d6"), entry(leaf("c3", 1))},
                      {after("f5f4"), entry(leaf("e3", 1))}});
  CHECK(moves_text(book.open()->moves(after("f5"))) == "f4 -1.00; d6 -1.00; f6 -1.00; ");
}

TEST_CASE("the shipped book is opened by name and cannot be written", "[opening-book]") {
  const auto shipped = open_opening_book(std::string(kShippedBook), false);
  REQUIRE(shipped);
  CHECK_FALSE((*shipped)->add(short_game()));
  CHECK_THAT(open_error(std::string(kShippedBook), true), Contains("is read-only"));
}

TEST_CASE("a file of another type is refused and unchanged", "[opening-book]") {
  const test::TemporaryFolder folder;
  const bool to_learn = GENERATE(false, true);
  const std::string text = folder.write("letter", "Dear book,\n");
  CHECK_THAT(open_error(text, to_learn), Contains(text));
  CHECK(folder.files() == 1);
  CHECK_THAT(open_error(folder.path() + "/no/such", to_learn), Contains("no/such"));
  CHECK((open_error(folder.file("new"), to_learn) == "none") == to_learn);  // creates it
}

TEST_CASE("engines that ask for the same book share it", "[opening-book]") {
  const Written book({{after("f5"), entry(leaf("f6", -2))}});
  const auto first = book.open();
  CHECK(book.open() == first);
  const std::string path = book.path();
  const std::size_t slash = path.rfind('/');
  CHECK(open_opening_book(path.substr(0, slash) + "/." + path.substr(slash), false).value() ==
        first);
  const auto learner = book.open(true);
  CHECK(learner != first);
  CHECK(book.open(true) == learner);
  CHECK_THAT(first->add(short_game()).error().message, Contains("not opened to learn"));
  REQUIRE(learner->add(short_game()));
  Searching search;
  learner->learn(std::ref(search));
  CHECK_FALSE(first->moves(kStartBoard).empty());  // the reader sees the change
}

TEST_CASE("a game is added as a whole, and its positions are searched until the time is over",
          "[opening-book]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("mine.book");
  make_quick_book(path);
  Searching search;
  {
    const auto book = open_opening_book(path, true).value();
    GameRecord unfinished = short_game();
    unfinished.moves.pop_back();
    CHECK_FALSE(book->add(unfinished));
    REQUIRE(book->add(short_game()));
    CHECK(book->moves(kStartBoard).empty());
    search.left = 3;
    book->learn(std::ref(search));
    CHECK(search.left == 0);
  }
  search.left = 1000;
  const auto book = open_opening_book(path, true).value();
  REQUIRE(book->add(short_game()));  // already in the book
  book->learn(std::ref(search));
  CHECK(search.left < 1000);
  CHECK_FALSE(book->moves(kStartBoard).empty());
  const int left = search.left;
  book->learn(std::ref(search));
  CHECK(search.left == left);

  const auto store = BookStore::open(path, BookStore::Access::kRead).value();
  CHECK(store->find(kStartBoard)->games == GameCounts{.wins = 1});
  std::uint64_t unsearched = 0;
  store->for_each([&](const Board&, const BookEntry& position) {
    unsearched += position.leaf.state == Leaf::State::kUnsearched;
    return true;
  });
  CHECK(store->size() == 9);
  CHECK(unsearched == 0);
}

TEST_CASE("an engine learns a game and then plays from it", "[opening-book]") {
  const test::TemporaryFolder folder;
  EngineOptions options = test::small_engine();
  options.depth = 1;
  options.book = folder.file("mine.book");
  options.book_learn = true;
  make_quick_book(options.book);
  Engine engine(options, open_opening_book);
  const auto move = [&engine] { return engine.think(move_limits(engine.options(), std::nullopt)); };
  CHECK_FALSE(move().book);
  engine.learn(short_game()).value();
  while (engine.learning()) std::this_thread::yield();
  CHECK(move().book);
  CHECK(engine.think({.depth = 1}).move() != Square::kPass);
  Engine other(options, open_opening_book);
  CHECK(other.learn(short_game("tomorrow")));
  CHECK(engine.learn(short_game("later")));
}

TEST_CASE("a book that cannot be written reports why, stays readable, and learns later",
          "[opening-book][posix]") {
  const Written book({{after("f5"), entry(leaf("f6", -2))}, {after("f5d6"), entry(leaf("c3", 1))}});
  const auto opened = book.open(true);
  CHECK(opened->moves(after("f5")).size() == 2);
  const auto old_action = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &limit) == 0);
  const rlimit none{0, limit.rlim_max};
  REQUIRE(setrlimit(RLIMIT_FSIZE, &none) == 0);
  const auto added = opened->add(short_game());
  REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  std::signal(SIGXFSZ, old_action);
  REQUIRE_FALSE(added);
  CHECK_THAT(added.error().message, Contains(book.path()));
  CHECK(opened->moves(after("f5")).size() == 2);
  CHECK(opened->line(after("f5"), kMaxPly).size() == 2);
  CHECK(opened->add(short_game()));
}

TEST_CASE("a damaged page affects only its positions, and is reported once", "[book][damage]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("mine.book");
  SplitMix64 random(3);
  std::vector<Board> boards;
  {
    const auto store = BookStore::create(path).value();
    std::vector<std::pair<Board, BookEntry>> entries;
    for (int i = 0; i < 60; ++i) {
      Game game(start_position(8));
      for (int ply = 0; ply < 12 && !game.over(); ++ply) {
        if (const auto board = book_position(game.position().board)) {
          entries.push_back({canonical(*board).board, test::random_entry(random, *board)});
          entries.back().second.leaf.move =
              symmetric(entries.back().second.leaf.move, canonical(*board).symmetry);
          boards.push_back(entries.back().first);
        }
        const Bitboard moves = game.legal_moves();
        if (game.play(moves == 0 ? Square::kPass : test::random_square(random, moves))) continue;
      }
    }
    update(*store, entries);
  }
  const auto whole = open_opening_book(path, false).value();
  std::vector<std::string> expected;
  for (const Board& board : boards) expected.push_back(moves_text(whole->moves(board)));

  std::string bytes = read_file(path).value();
  REQUIRE(bytes.size() > 8 * 4096);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  const std::string damaged = folder.write("damaged.book", bytes);
  std::string told;
  const auto book =
      book_opener([&](std::string_view line) { told += line; })(damaged, false).value();
  std::size_t same = 0, none = 0;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const std::string moves = moves_text(book->moves(boards[i]));
    CHECK((moves == expected[i] || moves.empty()));
    if (!expected[i].empty()) (moves.empty() ? none : same) += 1;
  }
  CHECK(same > 50);
  CHECK(none > 0);
  CHECK_THAT(told, Contains("the book is not used where it cannot be read: file '" + damaged));
  CHECK(told.find("the book", 1) == told.npos);
}
