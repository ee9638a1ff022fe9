// SPDX-License-Identifier: MIT
/// The engine on boards that no game reaches.
#include "engine/engine.h"
#include "tests/support/boards.h"
#include "tests/support/odd_boards.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

using namespace sumi;

namespace {

EngineOptions options_for(std::string_view evaluator, int size) {
  EngineOptions options;
  options.hash_mib = 1;
  options.evaluator = evaluator;
  options.size = size;
  return options;
}

bool is_legal(Board b, const Line& line, int size) {
  for (const Square s : line) {
    if (s == Square::kPass ? !rules::must_pass(b, size) : rules::flips(b, s, size) == 0) {
      return false;
    }
    b = s == Square::kPass ? b.passed() : b.played(s, rules::flips(b, s, size));
  }
  return true;
}

/// Requires that each legal move is a candidate exactly once, with a legal line.
void check_all_moves(const Board& b, const SearchReport& found, int size) {
  CAPTURE(b.own, b.opp, size);
  const Bitboard legal = rules::legal_moves(b, size);
  REQUIRE(is_legal(b, found.line, size));
  if (legal == 0) {
    CHECK(found.move() == Square::kPass);
    CHECK(found.line.empty() == rules::game_over(b, size));
    return;
  }
  Bitboard seen = bit(found.move());
  for (const Candidate& other : found.others) {
    REQUIRE(is_legal(b, other.line, size));
    seen |= bit(other.move());
  }
  CHECK(seen == legal);
  CHECK(found.others.size() + 1 == static_cast<std::size_t>(std::popcount(legal)));
}

}  // namespace

TEST_CASE("searches handle boards with more moves than any game offers", "[engine][odd]") {
  const std::vector<Board> boards = test::boards_of_many_moves();
  CHECK(std::popcount(rules::legal_moves(boards[0])) == 35);
  CHECK(std::popcount(rules::legal_moves(boards[1])) == 34);
  for (const std::string_view evaluator : {"mobility", "table", "pattern", "nnue", "bpfscn"}) {
    EngineOptions options = options_for(evaluator, 8);
    options.threads = evaluator == "table" ? 2 : 1;
    Engine engine(options);
    for (const Board& b : boards) {
      REQUIRE(std::popcount(rules::legal_moves(b)) >= 28);
      REQUIRE(std::popcount(rules::legal_moves(b)) <= kMaxLegalMoves);
      engine.set_board(b);
      check_all_moves(b, engine.think({.depth = 4, .candidates = kMaxLegalMoves}), 8);
      check_all_moves(b, engine.think({.depth = 3, .margin = to_value({128})}), 8);
      CHECK(is_legal(b, engine.think({.depth = 5, .selectivity = 73}).line, 8));
      // Too deep to solve, so it stops on the way.
      CHECK(is_legal(b, engine.think({.nodes = 20'000, .exact_at_empties = 64}).line, 8));
    }
  }
}

TEST_CASE("searches handle boards without a centre, without a side or without discs",
          "[engine][odd]") {
  for (const int size : {4, 6, 8}) {
    for (const std::string_view evaluator : {"mobility", "table", "pattern", "nnue", "bpfscn"}) {
      if (size != 8 && evaluator != "mobility" && evaluator != "table") continue;
      Engine engine(options_for(evaluator, size));
      for (const Board& b : test::odd_boards(size)) {
        engine.set_board(b);
        const SearchReport found =
            engine.think({.depth = 4, .nodes = 20'000, .candidates = kMaxLegalMoves});
        check_all_moves(b, found, size);
        const SearchReport solved = engine.think({.nodes = 20'000, .exact_at_empties = 64});
        CHECK(is_legal(b, solved.line, size));
        if (solved.exact) CHECK(solved.lower == solved.upper);
        CHECK(std::abs(engine.evaluate().units) <= to_value({64}).units);
        CHECK(engine.perft(2) == rules::perft(b, 2, size));
      }
    }
  }
}

TEST_CASE("every player moves legally on boards that no game reaches", "[engine][player][odd]") {
  const auto check = [](std::string_view player, int size, const std::vector<Board>& boards) {
    EngineOptions options = options_for("table", size);
    options.player = player;
    Engine engine(options);
    for (const Board& b : boards) {
      CAPTURE(player, b.own, b.opp);
      engine.set_board(b);
      CHECK(is_legal(b, engine.think({.move_time = Millis(20), .varies = true}).line, size));
    }
  };
  std::vector<Board> boards = test::boards_of_many_moves();
  for (const Board& b : test::odd_boards(8)) boards.push_back(b);
  for (const std::string_view player : {"random", "nhand:1", "nhandcustom:1", "nleast:1", "nmost:1",
                                        "montecarlo:2", "greedy:mobility", "s6"}) {
    check(player, 8, boards);
  }
  check("dp", 4, test::odd_boards(4));
}

TEST_CASE("a stopped search reports no move twice", "[engine][odd]") {
  Engine engine(options_for("table", 8));
  SplitMix64 random(7);
  int changed = 0;
  for (int i = 0; i < 12; ++i) {
    const Board b = test::random_game(random, 30 + i);
    if (std::popcount(rules::legal_moves(b)) < 3) continue;
    engine.set_board(b);
    Square before = Square::kPass;
    for (std::uint64_t nodes = 100; nodes < 3000; nodes += 40) {
      engine.clear_table();
      const SearchReport found = engine.think({.nodes = nodes, .candidates = 3});
      changed += found.move() != std::exchange(before, found.move());
      Bitboard seen = bit(found.move());
      for (const Candidate& other : found.others) {
        CAPTURE(b.own, b.opp, nodes);
        REQUIRE((seen & bit(other.move())) == 0);
        seen |= bit(other.move());
      }
    }
  }
  CHECK(changed > 5);
}
