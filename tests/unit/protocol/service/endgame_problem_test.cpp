// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/service/endgame_problem.h"
#include "protocol/service/solve.h"
#include "tests/support/boards.h"
#include "tests/support/stop_delay.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <string>

using namespace sumi;
using namespace sumi::protocol;
using namespace sumi::test;

namespace {

/// Solves every move exactly, with other options than the problem's engine.
void require_one_winner(Engine& solver, const EndgameProblem& problem) {
  CAPTURE(to_text(problem.position), to_text(problem.solution), problem.difficulty);
  const auto solved = solve_position(solver, problem.position, {.all_moves = true}, {}, {}).value();
  REQUIRE(solved);
  const auto legal = std::popcount(rules::legal_moves(problem.position.board));
  REQUIRE(static_cast<int>(solved->moves.size()) == legal);
  REQUIRE(legal >= kFewestChoices);
  REQUIRE(solved->moves[0].square() == problem.solution);
  REQUIRE(solved->moves[0].score == problem.score);
  REQUIRE(problem.score.discs > 0);
  REQUIRE(problem.line[0] == problem.solution);
  REQUIRE(solved->moves[1].score == problem.second);
  REQUIRE(problem.second.discs <= 0);
}

EngineOptions solver_options() {
  EngineOptions options;
  options.hash_mib = 16;
  options.evaluator = "pattern";
  options.own_book = false;
  return options;
}

bool same_problem(const EndgameProblem& a, const EndgameProblem& b) {
  return a.position == b.position && a.solution == b.solution && a.score == b.score &&
         a.second == b.second && std::ranges::equal(a.line, b.line);
}

int brute_winners(const Board& board) {
  int winners = 0;
  for (Bitboard left = rules::legal_moves(board); left != 0; left &= left - 1) {
    const Square s = first_square(left);
    winners += BruteForce{}.solve(board.played(s, rules::flips(board, s))) < 0;
  }
  return winners;
}

/// `each` problems per difficulty.
void check_problems(int each) {
  Engine maker(problem_engine_options()), solver(solver_options());
  std::set<std::string> seen;
  int black = 0;
  for (int difficulty = 1; difficulty <= kMaxDifficulty; ++difficulty) {
    const int empties = kProblemKinds[static_cast<std::size_t>(difficulty - 1)].empties;
    for (int seed = 0; seed < each; ++seed) {
      const auto problem = make_problem(maker, difficulty, static_cast<std::uint64_t>(seed));
      REQUIRE(problem);
      CHECK(problem->difficulty == difficulty);
      const int fewer = empties - problem->position.board.empties();
      CHECK((fewer == 0 || fewer == 1));
      require_one_winner(solver, *problem);
      if (difficulty == 1) CHECK(brute_winners(problem->position.board) == 1);
      CHECK(seen.insert(to_text(problem->position)).second);
      black += problem->position.to_move == Color::kBlack;
    }
  }
  CHECK(black > each);
  CHECK(black < each * (kMaxDifficulty - 1));
}

}  // namespace

TEST_CASE("an endgame problem has exactly one winning move", "[study][problem]") {
  check_problems(6);
}

TEST_CASE("each of a thousand endgame problems has exactly one winning move", "[.][long]") {
  check_problems(1000 / kMaxDifficulty);
}

TEST_CASE("a seed and a difficulty determine a problem", "[study][problem]") {
  Engine one(problem_engine_options()), other(problem_engine_options());
  for (int difficulty = 1; difficulty <= kMaxDifficulty; ++difficulty) {
    const auto first = make_problem(one, difficulty, 7).value();
    CHECK_FALSE(same_problem(make_problem(other, difficulty, 8).value(), first));
    CHECK(same_problem(make_problem(other, difficulty, 7).value(), first));
  }
}

TEST_CASE("difficult problems mislead a shallow search", "[study][problem]") {
  Engine engine(problem_engine_options());
  for (int difficulty = 2; difficulty <= kMaxDifficulty; ++difficulty) {
    for (int seed = 20; seed < 22; ++seed) {
      const auto problem = make_problem(engine, difficulty, static_cast<std::uint64_t>(seed));
      REQUIRE(problem);
      const Board& board = problem->position.board;
      CAPTURE(to_text(problem->position), difficulty);
      const auto turned = [&board](Square s) { return std::popcount(rules::flips(board, s)); };
      int most = 0;
      for (Bitboard left = rules::legal_moves(board); left != 0; left &= left - 1) {
        most = std::max(most, turned(first_square(left)));
      }
      CHECK(turned(problem->solution) < most);
      Engine fresh(problem_engine_options());
      fresh.set_board(board);
      const int plies = kProblemKinds[static_cast<std::size_t>(difficulty - 1)].misled_plies;
      for (int depth = 1; depth <= plies; ++depth) {
        SearchLimits limits;
        limits.depth = depth;
        CHECK(fresh.think(limits).move() != problem->solution);
      }
    }
  }
}

TEST_CASE("a problem misleads greed and searches of 4 plies, but not of 14", "[study][problem]") {
  Engine engine(problem_engine_options());
  const auto problem = make_problem(engine, 5, 3).value();
  const Position& position = problem.position;
  CHECK(is_misleading(engine, position, problem.solution, {14, true, 4}));
  CHECK(is_misleading(engine, position, problem.solution, {14, false, 0}));
  CHECK_FALSE(is_misleading(engine, position, problem.solution, {14, false, 14}));
}

TEST_CASE("the search for a problem ends on request", "[study][problem]") {
  Engine engine(problem_engine_options());
  CHECK_FALSE(make_problem(engine, 5, 1, [] { return true; }));
  int asked = 0;
  StopWatch since;
  CHECK_FALSE(make_problem(engine, 5, 2, [&asked, &since] {
    if (++asked == 3) since = {};
    return asked >= 3;
  }));
  CHECK(since.seconds() < kMaxStopDelay);
}
