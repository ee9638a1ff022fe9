// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "protocol/service/solve.h"
#include "tests/support/boards.h"
#include "tests/support/small_engine.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

using namespace sumi;
using namespace sumi::protocol;

namespace {

int sign(int score) { return (score > 0) - (score < 0); }

/// By brute force.
std::array<int, 64> true_scores(const Board& board) {
  test::BruteForce brute_force;
  std::array<int, 64> scores{};
  for (Bitboard left = rules::legal_moves(board); left != 0; left &= left - 1) {
    const Square s = first_square(left);
    scores[static_cast<std::size_t>(s)] =
        -brute_force.solve(board.played(s, rules::flips(board, s)));
  }
  return scores;
}

Solution solved(Engine& engine, const Board& board, SolveMode mode) {
  const auto solution = solve_position(engine, {board, Color::kBlack, 8}, mode, {});
  REQUIRE((solution && solution->has_value()));
  return **solution;
}

/// Requires each legal move once, with its score, best first, ties in the order of squares.
void check_moves(const Board& board, const Solution& solution, bool wld) {
  const std::array<int, 64> want = true_scores(board);
  Bitboard missing = rules::legal_moves(board);
  REQUIRE(solution.moves.size() == static_cast<std::size_t>(std::popcount(missing)));
  const SolvedMove* before = nullptr;
  for (const SolvedMove& move : solution.moves) {
    const int score = want[static_cast<std::size_t>(move.square())];
    CAPTURE(board.own, board.opp, static_cast<int>(move.square()), wld);
    REQUIRE(test::legal_line(board, move.line));
    REQUIRE(move.score.discs == (wld ? sign(score) : score));
    if (!wld) {  // the line ends with this score
      const Board end = test::after(board, move.line);
      REQUIRE(rules::game_over(end));
      REQUIRE(final_score(end).discs * (move.line.size() % 2 == 0 ? 1 : -1) == score);
    }
    if (before) {
      REQUIRE((before->score.discs > move.score.discs ||
               (before->score == move.score && before->square() < move.square())));
    }
    before = &move;
    missing &= ~bit(move.square());
  }
  REQUIRE(missing == 0);
  REQUIRE(solution.score == solution.moves.front().score);
  REQUIRE(solution.line[0] == solution.moves.front().square());
}

}  // namespace

TEST_CASE("every move has its exact score", "[solve][all-moves]") {
  SplitMix64 random(91);
  Engine engine(test::small_engine());
  for (int i = 0; i < 40; ++i) {
    const Board board = test::random_game(random, 4 + i % 5);
    if (rules::legal_moves(board) == 0) continue;
    check_moves(board, solved(engine, board, {false, true}), false);
    check_moves(board, solved(engine, board, {true, true}), true);
  }
}

TEST_CASE("the best score is the same with and without the scores of all moves",
          "[solve][all-moves]") {
  SplitMix64 random(93);
  Engine engine(test::small_engine());
  for (int i = 0; i < 6; ++i) {
    const Board board = test::random_game(random, 12);
    const Solution all = solved(engine, board, {false, true});
    CHECK(solved(engine, board, {}).score == all.score);
    CHECK(solved(engine, board, {}).moves.empty());
    CHECK(solved(engine, board, {true, false}).score.discs == sign(all.score.discs));
    CHECK(solved(engine, board, {true, true}).score.discs == sign(all.score.discs));
  }
}

TEST_CASE("equal searches have equal node counts, whatever came before", "[solve]") {
  SplitMix64 random(95);
  Engine engine(test::small_engine());
  const Board first = test::random_game(random, 12), second = test::random_game(random, 12);
  const Solution before = solved(engine, first, {false, true});
  solved(engine, second, {});
  CHECK(solved(engine, first, {false, true}).nodes == before.nodes);
}

TEST_CASE("a forced pass counts as the only move, and a finished game has none",
          "[solve][all-moves]") {
  Engine engine(test::small_engine());
  // Only h8 is empty, and only the opponent can play there.
  const Bitboard ours = bit(Square{61}) | bit(Square{62});
  const Board passing{ours, ~ours & ~bit(Square{63})};
  REQUIRE(rules::must_pass(passing));
  const Solution solution = solved(engine, passing, {false, true});
  REQUIRE(solution.moves.size() == 1);
  CHECK(solution.moves[0].square() == Square::kPass);
  CHECK(solution.moves[0].score == DiscDiff{-64});
  CHECK(solution.score == DiscDiff{-64});
  const Solution over = solved(engine, Board{~Bitboard{0}, 0}, {true, true});
  CHECK(over.score == DiscDiff{1});
  CHECK(over.moves.empty());
  CHECK(over.line.empty());
  CHECK(solved(engine, Board{~Bitboard{0}, 0}, {}).score == DiscDiff{64});
}

TEST_CASE("all moves of small boards get scores", "[solve][all-moves]") {
  Engine engine(test::small_engine());
  const auto solution = solve_position(engine, start_position(4), {false, true}, {});
  REQUIRE((solution && solution->has_value()));
  REQUIRE((*solution)->moves.size() == 4);
  for (const SolvedMove& move : (*solution)->moves) {
    CHECK(move.score == DiscDiff{-10});  // symmetric
  }
}

TEST_CASE("a stopped search has no solution", "[solve][stop]") {
  Engine engine(test::small_engine());
  std::stop_source stop;
  stop.request_stop();
  const auto solve = [&](const Board& board) {
    return solve_position(engine, {board, Color::kBlack, 8}, {}, stop.get_token());
  };
  CHECK_FALSE(solve(Position{}.board).value().has_value());
  // Before it polls, the search may solve eight empties, but then its line is cut off.
  SplitMix64 random(99);
  const Board near_end = test::random_game(random, 8);
  REQUIRE_FALSE(rules::game_over(near_end));
  for (int i = 0; i < 20; ++i) CHECK_FALSE(solve(near_end).value().has_value());
}

TEST_CASE("a board size without an evaluator is an error, and the engine continues", "[solve]") {
  EngineOptions options = test::small_engine();
  options.evaluator = "pattern";
  Engine engine(options);
  const auto small = solve_position(engine, start_position(4), {}, {});
  REQUIRE_FALSE(small.has_value());
  CHECK(small.error().message.find("8x8 only") != std::string::npos);
  SplitMix64 random(97);
  const Board board = test::random_game(random, 8);
  CHECK(solved(engine, board, {}).score.discs == test::BruteForce().solve(board));
}
