// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/engine.h"
#include "engine/game/notation.h"
#include "engine/levels.h"
#include "tests/support/boards.h"
#include "tests/support/fake_book.h"
#include "tests/support/results.h"
#include "tests/support/small_engine.h"
#include "tests/support/stop_delay.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace sumi;
using test::book_move;
using test::FakeShelf;
using test::kMaxStopDelay;

namespace {

EngineOptions small() {
  EngineOptions options = test::small_engine();
  options.depth = 3;
  return options;
}

EngineOptions with(std::initializer_list<std::pair<const char*, const char*>> settings) {
  EngineOptions options = small();
  for (const auto& [name, value] : settings) set_option(options, name, value).value();
  return options;
}

const Board kAfterC4 = [] {
  const Square c4 = parse_square("c4").value();
  return kStartBoard.played(c4, rules::flips(kStartBoard, c4));
}();

void fill(FakeShelf& shelf) {
  shelf.shipped->put(kStartBoard, {book_move("c4", 0.5, 21), book_move("f5", -0.25)});
  shelf.shipped->put(kAfterC4, {book_move("e3", -0.5)});
  shelf.mine->put(kAfterC4, {book_move("c5", 7)});
}

SearchUpdate move_in_game(Engine& engine, const Board& board = kStartBoard) {
  engine.set_board(board);
  return engine.think(move_limits(engine.options(), std::nullopt));
}

std::string fatal_message(const EngineOptions& options, const BookOpener& opener) {
  try {
    const Engine engine(options, opener);
    return "none";
  } catch (const FatalError& error) {
    return error.what();
  }
}

GameRecord some_game() {
  GameRecord game;
  game.moves = {parse_square("f5").value()};
  return game;
}

}  // namespace

TEST_CASE("a game move comes from the book, with its value and line", "[engine][book]") {
  FakeShelf shelf;
  fill(shelf);
  Engine engine(small(), shelf.opener());
  engine.set_board(kStartBoard);
  int iterations = 0;
  SearchUpdate told;
  engine.go(move_limits(engine.options(), std::nullopt),
            {.on_update = [&](const SearchUpdate&) { ++iterations; },
             .on_done = [&](const SearchUpdate& update) { told = update; }});
  const SearchUpdate found = engine.wait();
  CHECK(found.book);
  CHECK(found.line.size() == 2);
  CHECK(found.move() == parse_square("c4").value());
  CHECK(found.line[1] == parse_square("e3").value());
  CHECK(found.lower == Value{64});
  CHECK(found.upper == Value{64});
  CHECK(found.depth == 21);
  CHECK_FALSE(found.exact);
  CHECK(found.nodes == 0);
  CHECK(iterations == 0);
  CHECK(told.book);
  CHECK(told.move() == found.move());

  SearchLimits short_line = move_limits(engine.options(), std::nullopt);
  short_line.book_plies = 0;
  engine.set_board(kStartBoard);
  CHECK(engine.think(short_line).line.size() == 1);

  Square elsewhere = parse_square("d3").value();
  const Board outside = kStartBoard.played(elsewhere, rules::flips(kStartBoard, elsewhere));
  const SearchUpdate searched = move_in_game(engine, outside);
  CHECK_FALSE(searched.book);
  CHECK(searched.depth == 3);
  CHECK(searched.nodes > 0);
}

TEST_CASE("a search of moves that the book lacks does not use the book", "[engine][book]") {
  FakeShelf shelf;
  fill(shelf);
  Engine engine(small(), shelf.opener());
  CHECK_FALSE(engine.think({.depth = 3}).book);
  SearchLimits limits = move_limits(engine.options(), std::nullopt);
  limits.moves = bit(parse_square("c4").value()) | bit(parse_square("d3").value());
  CHECK_FALSE(engine.think(limits).book);  // d3 is not in the book
  limits.moves = rules::legal_moves(kStartBoard);
  CHECK(engine.think(limits).book);
}

TEST_CASE("an analysis takes moves from the book and searches the other moves", "[engine][book]") {
  FakeShelf shelf;
  fill(shelf);
  Engine engine(small(), shelf.opener());
  engine.set_board(kStartBoard);
  SearchLimits limits{.depth = 3, .candidates = 4, .consults_book = true};
  std::vector<SearchUpdate> told;
  engine.go(limits, {.on_update = [&](const SearchUpdate& update) { told.push_back(update); },
                     .on_done = {}});
  const SearchUpdate found = engine.wait();

  REQUIRE(told.size() > 1);
  CHECK(told[0].nodes == 0);
  CHECK(told[0].others.size() == 1);
  for (const SearchUpdate& update : told) {
    CHECK(update.book);
    CHECK(update.move() == parse_square("c4").value());
  }

  CHECK(found.line.size() == 2);  // c4 and the book's reply
  CHECK(found.lower == Value{64});
  CHECK(found.nodes > 0);
  REQUIRE(found.others.size() == 3);
  std::set<Square> seen{found.move()};
  Value last = found.value();
  for (const Candidate& other : found.others) {
    seen.insert(other.move());
    const Basis basis = found.basis(other);
    CHECK(basis.book == (other.move() == parse_square("f5").value()));
    CHECK(basis.depth == (basis.book ? 20 : 3));
    CHECK(other.value() <= last);
    last = other.value();
  }
  CHECK(seen.size() == 4);
  // The book's reply to c4 has depth 20.
  CHECK(found.basis(found).depth == 21);
  CHECK(found.basis(found).book_plies == 1);
  CHECK(found.basis(found).error == 0);  // small() does not use the built-in net
}

TEST_CASE("moves of the shipped book have the likely error of their searches", "[engine][book]") {
  FakeShelf shelf;
  fill(shelf);
  EngineOptions options = small();
  options.evaluator = "nnue";
  Engine engine(options, shelf.opener());
  engine.set_board(kStartBoard);
  SearchLimits limits{.depth = 3, .candidates = 4, .consults_book = true};
  const SearchUpdate found = engine.think(limits);
  CHECK(found.basis(found).error == likely_error(20, kFastSelectivity, 59));
  for (const Candidate& other : found.others) {
    const Basis basis = found.basis(other);
    const bool exact_value = other.lower == other.upper;
    CHECK(basis.error ==
          (exact_value ? likely_error(basis.depth, basis.book ? kFastSelectivity : 100, 60) : 0));
  }

  limits.candidates = 2;
  options.book = "mine";
  options.evaluator = "table";
  engine.configure(options).value();
  engine.set_board(kAfterC4);
  const SearchUpdate mine = engine.think(limits);
  REQUIRE(mine.book);
  CHECK(mine.basis(mine).error == 0);
}

TEST_CASE("the only move missing from the book is searched to the limits of the analysis",
          "[engine][book]") {
  FakeShelf shelf;
  shelf.shipped->put(kStartBoard, {book_move("c4", 1), book_move("f5", 0), book_move("e6", 0)});
  Engine engine(small(), shelf.opener());
  SearchLimits limits{
      .depth = 8, .move_time = Millis(1'000'000), .candidates = 4, .consults_book = true};
  CHECK(engine.think(limits).searched.depth == 8);
  // In a game d3 is forced, so the search is short.
  limits.consults_book = false;
  limits.varies = true;
  limits.candidates = 1;
  limits.moves = bit(parse_square("d3").value());
  CHECK(engine.think(limits).depth == 6);
}

TEST_CASE("the book never answers a request for an exact score", "[engine][book]") {
  const Board late =
      parse_position("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
          .value()
          .board;
  FakeShelf shelf;
  shelf.shipped->put(late, {book_move("h7", 40)});
  Engine engine(small(), shelf.opener());
  engine.set_board(late);
  for (const bool game : {false, true}) {
    CAPTURE(game);
    SearchLimits limits{.depth = 1, .varies = game, .consults_book = !game};
    CHECK(engine.think(limits).book);
    limits.exact_at_empties = late.empties() - 1;
    CHECK(engine.think(limits).book);
    limits.exact_at_empties = late.empties();
    const SearchUpdate solved = engine.think(limits);
    CHECK_FALSE(solved.book);
    CHECK(solved.exact);
    CHECK(solved.value() == to_value({18}));
    limits.nodes = 1;
    limits.exact_at_empties = 64;
    engine.clear_table();
    const SearchUpdate ended = engine.think(limits);
    CHECK_FALSE(ended.book);
    CHECK_FALSE(ended.exact);
  }
}

TEST_CASE("an analysis searches only the requested moves", "[engine][book]") {
  FakeShelf shelf;
  fill(shelf);
  Engine engine(small(), shelf.opener());
  engine.set_board(kStartBoard);
  SearchLimits limits{.depth = 3, .consults_book = true};
  CHECK(engine.think(limits).nodes == 0);
  limits.candidates = 2;
  CHECK(engine.think(limits).nodes == 0);

  limits.moves = bit(parse_square("d3").value());
  CHECK_FALSE(engine.think(limits).book);
  limits.moves |= bit(parse_square("f5").value());
  const SearchUpdate two = engine.think(limits);
  CHECK(two.move() == parse_square("f5").value());
  CHECK(two.basis(two).book);
  REQUIRE(two.others.size() == 1);
  CHECK(two.others[0].move() == parse_square("d3").value());
  // The book's search included d3, so a shallower search must not prefer d3.
  CHECK(two.others[0].value() <= two.value());

  limits.moves = ~Bitboard{0};
  limits.alpha = Value{-128};  // only a search can answer this
  CHECK_FALSE(engine.think(limits).book);
  limits.alpha = -kInfinity;
  EngineOptions without = small();
  without.own_book = false;
  engine.configure(without).value();
  CHECK_FALSE(engine.think(limits).book);
}

TEST_CASE("with variety, 20 games differ, even if the book ends after one move", "[engine][book]") {
  // Both sides search deterministically; the book ends after one move.
  const auto games = [](const char* variety) {
    FakeShelf shelf;
    fill(shelf);
    Engine engine(with({{"seed", "5"}, {"book-variety", variety}}), shelf.opener());
    Engine peer(small());
    std::set<std::string> games;
    for (int i = 0; i < 20; ++i) {
      engine.clear_table();
      Board board = kStartBoard;
      std::string moves;
      for (bool ours = true; !rules::game_over(board); ours = !ours) {
        if (rules::must_pass(board)) {
          board = board.passed();
          continue;
        }
        if (!ours) peer.clear_table();
        const Square move = move_in_game(ours ? engine : peer, board).move();
        moves += to_text(move);
        board = board.played(move, rules::flips(board, move));
      }
      games.insert(moves);
    }
    return games.size();
  };
  CHECK(games("0") == 1);
  CHECK(games("1") == 20);
}

TEST_CASE("an unfinished game leaves its line open", "[engine][book]") {
  FakeShelf shelf;
  shelf.shipped->put(kAfterC4, {book_move("e3", 1), book_move("c3", 0.9)});
  Engine engine(with({{"seed", "5"}, {"book-variety", "1"}}), shelf.opener());
  std::set<std::string> both;
  for (int i = 0; i < 2; ++i) both.insert(to_text(move_in_game(engine, kAfterC4).move()));
  CHECK(both.size() == 2);
  for (int i = 0; i < 20; ++i) {
    if (i % 2 == 0) engine.clear_table();  // explicit, or detected at the next position
    CHECK(to_text(move_in_game(engine, kAfterC4).move()) == "e3");
  }
}

TEST_CASE("if a search proves two winning moves, two games play them", "[engine][book]") {
  SplitMix64 random(8);
  const auto wins = [](const Board& board) {
    std::vector<int> scores;
    for (Bitboard left = rules::legal_moves(board); left != 0; left &= left - 1) {
      const Square move = first_square(left);
      const Board after = board.played(move, rules::flips(board, move));
      scores.push_back(-test::BruteForce().solve(after));
    }
    return scores.size() == 2 && std::ranges::min(scores) > 0 &&
           std::abs(scores[0] - scores[1]) == 2;
  };
  Board board;
  do {
    board = test::random_game(random, 6);
  } while (!wins(board));

  FakeShelf shelf;
  Engine engine(with({{"depth", "60"}, {"book-variety", "1"}}), shelf.opener());
  const SearchUpdate first = move_in_game(engine, board);
  CHECK(first.nodes > 0);
  engine.clear_table();
  const SearchUpdate second = move_in_game(engine, board);
  CHECK(second.move() != first.move());
  CHECK(second.exact);
  CHECK(second.lower > Value{0});
  CHECK(second.nodes == 0);  // already proven
}

TEST_CASE("options control whether a book is used, and which one", "[engine][book]") {
  FakeShelf shelf;
  fill(shelf);
  Engine engine(small(), shelf.opener());
  CHECK(shelf.opened.empty());  // opened on demand
  CHECK(move_in_game(engine).book);
  CHECK(shelf.opened == std::vector<std::string>{"default"});
  CHECK(engine.book() == shelf.shipped);

  const auto set = [&engine](const char* name, const char* value) {
    EngineOptions options = engine.options();
    set_option(options, name, value).value();
    return engine.configure(options);
  };
  REQUIRE(set("book", "mine"));
  CHECK(shelf.opened.back() == "mine");
  CHECK(engine.book() == shelf.mine);
  CHECK_FALSE(move_in_game(engine).book);
  CHECK(move_in_game(engine, kAfterC4).book);

  const auto refused = set("book", "broken");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "book: no broken");
  CHECK(engine.options().book == "mine");
  CHECK(move_in_game(engine, kAfterC4).book);

  for (const auto& [name, off, on] : std::vector<std::array<const char*, 3>>{
           {"own-book", "false", "true"}, {"player", "random", "search"}, {"size", "6", "8"}}) {
    CAPTURE(name);
    REQUIRE(set(name, off));
    CHECK(engine.book() == nullptr);
    if (name != std::string("size")) CHECK_FALSE(move_in_game(engine, kAfterC4).book);
    REQUIRE(set(name, on));
    CHECK(move_in_game(engine, kAfterC4).book);
  }
  const std::size_t opened = shelf.opened.size();
  REQUIRE(set("hash-mib", "2"));
  REQUIRE(set("book-variety", "2"));
  CHECK(shelf.opened.size() == opened);

  CHECK(Engine(small()).book() == nullptr);
  CHECK(fatal_message(with({{"book", "yours"}}), shelf.opener()) == "book: no yours");
  CHECK(fatal_message(with({{"book", "yours"}}), {}) == "none");
  CHECK(fatal_message(with({{"book", "yours"}, {"own-book", "false"}}), shelf.opener()) == "none");
  CHECK(fatal_message(with({{"book-learn", "true"}}), shelf.opener()) ==
        "book: no default to learn");
}

TEST_CASE("options of the book and of learning may be set in any order", "[engine][book]") {
  FakeShelf shelf;
  fill(shelf);
  const bool book_first = GENERATE(true, false);
  Engine engine(small(), shelf.opener());
  if (book_first) {
    REQUIRE(engine.configure(with({{"book", "yours"}})));
    CHECK(engine.book_note() ==
          "book: there is no file 'yours' yet, learning makes it (book-learn)");
    CHECK(engine.book() == nullptr);
    CHECK_FALSE(move_in_game(engine).book);
    // The book cannot be opened or cannot learn: the old settings stay.
    CHECK_FALSE(engine.configure(with({{"book", "yours"}, {"book-learn", "true"}})));
    CHECK_FALSE(engine.options().book_learn);
    REQUIRE(engine.configure(with({{"book", "mine"}})));
  } else {
    REQUIRE(engine.configure(with({{"book-learn", "true"}})));
    CHECK(engine.book() == shelf.shipped);
    CHECK(move_in_game(engine).book);
    CHECK(engine.learn(some_game()).error().message == "book: no default to learn");
  }
  CHECK_FALSE(shelf.mine->to_learn);
  REQUIRE(engine.configure(with({{"book", "mine"}, {"book-learn", "true"}})));
  CHECK(shelf.mine->to_learn);
  CHECK(engine.book_note().empty());
  CHECK(engine.learn(some_game()));
  CHECK(shelf.mine->added.size() == 1);
}

TEST_CASE("prepare() opens the shipped book", "[engine][book]") {
  FakeShelf shelf;
  Engine engine(small(), shelf.opener());
  engine.prepare();
  engine.await_prepared();
  CHECK(shelf.opened == std::vector<std::string>{"default"});
  EngineOptions other = engine.options();
  other.own_book = false;
  REQUIRE(engine.configure(other));
  engine.await_prepared();
  CHECK(shelf.opened.size() == 1);
  other.own_book = true;
  REQUIRE(engine.configure(other));
  engine.await_prepared();
  CHECK(shelf.opened.size() == 2);
}

TEST_CASE("the seed determines which book moves variety chooses", "[engine][book]") {
  FakeShelf shelf;
  shelf.shipped->put(kAfterC4, {book_move("e3", 1), book_move("c3", 0.9)});
  const auto move = [&](const std::string& seed) {
    Engine engine(with({{"book-variety", "1"}, {"seed", seed.c_str()}}), shelf.opener());
    return to_text(move_in_game(engine, kAfterC4).move());
  };
  std::set<std::string> moves;
  for (int seed = 1; seed <= 20; ++seed) {
    const std::string text = std::to_string(seed);
    CHECK(move(text) == move(text));
    moves.insert(move(text));
  }
  CHECK(moves.size() == 2);
}

TEST_CASE("a confined engine refuses changes of book and learning", "[engine][book]") {
  FakeShelf shelf;
  Engine engine(small(), shelf.opener());
  engine.confine();
  CHECK(engine.configure(with({{"book", "mine"}})).error().message ==
        "book: this engine keeps the one it has");
  CHECK(engine.configure(with({{"book-learn", "true"}})).error().message ==
        "book-learn: not allowed to this engine");
  CHECK(engine.configure(with({{"own-book", "false"}, {"book-variety", "5"}})));
  CHECK(engine.learn(some_game()).error().message == "book-learn: not allowed to this engine");
  CHECK(shelf.mine->added.empty());
}

TEST_CASE("a game is added at once, and its positions are searched in the background",
          "[engine][book]") {
  FakeShelf shelf;
  const bool option = GENERATE(true, false);  // learn() works without the option
  Engine engine(with({{"book", "mine"}, {"book-learn", option ? "true" : "false"}}),
                shelf.opener());
  CHECK(shelf.mine->to_learn == option);
  shelf.mine->searches = 0;
  REQUIRE(engine.learn(some_game()));
  CHECK(shelf.mine->added == std::vector<GameRecord>{some_game()});
  while (engine.learning()) std::this_thread::yield();
  CHECK(shelf.mine->learned);
}

TEST_CASE("each call that needs the engine interrupts learning within 50 ms",
          "[engine][book][timed]") {
  FakeShelf shelf;
  fill(shelf);
  Engine engine(with({{"book", "mine"}}), shelf.opener());
  shelf.mine->searches = 1000;  // to the end of the game
  const auto ends = [&](auto call) {
    shelf.mine->learned = false;
    REQUIRE(engine.learn(some_game()));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    CHECK(engine.learning());
    const StopWatch watch;
    call();
    while (engine.learning()) std::this_thread::yield();
    CHECK(watch.seconds() < kMaxStopDelay);
    CHECK(shelf.mine->learned);
    CHECK(shelf.mine->searched == 0);
  };
  ends([&] { engine.stop(); });
  ends([&] { engine.set_board(kAfterC4); });
  ends([&] { CHECK(engine.think({.depth = 2}).depth == 2); });
  ends([&] { CHECK(engine.configure(with({{"book", "mine"}, {"seed", "3"}}))); });
  ends([&] { engine.clear_table(); });
  ends([&] { engine.evaluate(); });
  ends([&] {
    CHECK(engine.learn(some_game()));
    engine.stop();
  });
  REQUIRE(engine.learn(some_game()));
  CHECK(engine.book()->moves(kAfterC4).size() == 1);
  CHECK(engine.learning());
  // Destroys the engine during learning.
}

TEST_CASE("a game that cannot be learned is reported", "[engine][book]") {
  FakeShelf shelf;
  const auto refusal = [](const EngineOptions& options, const BookOpener& opener) {
    return Engine(options, opener).learn(some_game()).error().message;
  };
  CHECK(refusal(small(), {}) == "book: this engine has none");
  CHECK(refusal(small(), shelf.opener()) == "book: no default to learn");
  CHECK(refusal(with({{"size", "6"}}), shelf.opener()) == "book: only for boards of 8x8");
}

TEST_CASE("a strength plays from the book up to its ply, with varied moves",
          "[engine][book][strength]") {
  FakeShelf shelf;
  fill(shelf);
  const auto moves_of = [&shelf](int strength) {
    EngineOptions options = small();
    options.strength = strength;
    options.seed = 3;
    Engine engine(options, shelf.opener());
    std::set<std::string> moves;
    int from_book = 0;
    for (int i = 0; i < 60; ++i) {
      const SearchUpdate update = move_in_game(engine);
      from_book += update.book;
      moves.insert(to_text(update.move()));
    }
    return std::pair(from_book, moves);
  };
  CHECK(moves_of(kMaxStrength) == std::pair(60, std::set<std::string>{"c4", "f5"}));
  CHECK(moves_of(1).first == 0);
}
