// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/service/endgame_problem.h"
#include "protocol/service/lines_to_hold.h"
#include "tests/support/boards.h"
#include "tests/support/stop_delay.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>

using namespace sumi;
using namespace sumi::protocol;
using namespace sumi::test;
using Catch::Matchers::Contains;

namespace {

constexpr double kImpossible = std::numeric_limits<double>::infinity();

/// Counts by full search without a table. `mine`: the side to move must keep `least`.
double lines_by_hand(const Board& board, int size, bool mine, int least) {
  const Bitboard legal = rules::legal_moves(board, size);
  if (legal == 0) {
    if (!rules::game_over(board, size)) return lines_by_hand(board.passed(), size, !mine, least);
    const int score = final_score(board, size).discs;
    return (mine ? score : -score) >= least ? 1 : kImpossible;
  }
  double lines = mine ? kImpossible : 0;
  for (Bitboard left = legal; left != 0; left &= left - 1) {
    const Square s = first_square(left);
    const Board after = board.played(s, rules::flips(board, s, size));
    const double behind = lines_by_hand(after, size, !mine, least);
    lines = mine ? std::min(lines, behind) : lines + behind;
  }
  return lines;
}

/// By full search.
int score_by_hand(const Board& board, int size) {
  const Bitboard legal = rules::legal_moves(board, size);
  if (legal == 0) {
    if (rules::game_over(board, size)) return final_score(board, size).discs;
    return -score_by_hand(board.passed(), size);
  }
  int best = -size * size;
  for (Bitboard left = legal; left != 0; left &= left - 1) {
    const Square s = first_square(left);
    const Board after = board.played(s, rules::flips(board, s, size));
    best = std::max(best, -score_by_hand(after, size));
  }
  return best;
}

/// Compares counts for both sides and all goals with the reference. Returns the sum of all lines.
double compare(Engine& engine, const Position& position) {
  using Result = HoldGoal::Result;
  const Board& board = position.board;
  const int size = position.size;
  const int score = score_by_hand(board, size);
  double sum = 0;
  for (const Color player : {position.to_move, !position.to_move}) {
    const bool mine = player == position.to_move;
    const int best = mine ? score : -score;
    for (const HoldGoal goal : {HoldGoal{Result::kBest, 0}, HoldGoal{Result::kBest, 5},
                                HoldGoal{Result::kDraw}, HoldGoal{Result::kWin}}) {
      CAPTURE(to_text(position), mine, static_cast<int>(goal.result), goal.max_loss);
      const auto found = lines_to_hold(engine, position, player, goal).value();
      REQUIRE(found);
      const int least = goal.result == Result::kWin    ? 1
                        : goal.result == Result::kDraw ? 0
                                                       : best - goal.max_loss;
      const double lines = lines_by_hand(board, size, mine, least);
      REQUIRE(found->lines == (lines == kImpossible ? 0 : lines));
      if (goal.result == Result::kBest) REQUIRE(found->best.discs == best);
      std::size_t holding = 0;
      for (Bitboard left = mine ? rules::legal_moves(board, size) : 0; left; left &= left - 1) {
        const Square s = first_square(left);
        const Board after = board.played(s, rules::flips(board, s, size));
        const double behind = lines_by_hand(after, size, false, least);
        if (behind == kImpossible) continue;
        ++holding;
        const auto move = std::ranges::find(found->moves, s, &HoldingMove::move);
        REQUIRE(move != found->moves.end());
        REQUIRE(move->lines == behind);
      }
      REQUIRE(found->moves.size() == holding);
      REQUIRE(std::ranges::is_sorted(found->moves, {}, &HoldingMove::lines));
      sum += found->lines;
    }
  }
  return sum;
}

Position small_game(SplitMix64& random, int plies) {
  Game game(start_position(4));
  while (plies-- > 0 && !game.over()) {
    const Bitboard legal = game.legal_moves();
    game.play(legal == 0 ? Square::kPass : random_square(random, legal)).value();
  }
  return game.position();
}

}  // namespace

TEST_CASE("the number of lines to hold a result equals that of playing all of them out",
          "[study][lines]") {
  Engine engine(problem_engine_options());
  SplitMix64 random(11);
  double sum = 0;
  for (int empties = 0; empties <= 8; ++empties) {
    for (int i = 0; i < 6; ++i) {
      const Board board = random_game(random, empties);
      if (board.empties() > empties) continue;
      sum += compare(engine, {board});
    }
  }
  sum += compare(engine, {random_game(random, 9), Color::kWhite});
  CHECK(sum > 1000);
}

TEST_CASE("lines to hold are counted right where the engine decides which moves hold",
          "[study][lines]") {
  // With 11 and 12 empty squares the engine must help. These games have fewer than 100,000 lines,
  // which the reference counts in half a second.
  Engine engine(problem_engine_options());
  for (const char* const text :
       {"--O-OOOOXXXXXOOX-XOXXOOX-XOOOOOX-XOOOXOXOXOXXXXXX-XXXXX--XXXXX-- X",
        "-X--XXXX--X-XXX--X-XXXOOX-XXOOOOXXXOOOOOXXOOOOXO-OOOOOOOO-XOOOOO X"}) {
    compare(engine, parse_position(text).value());
  }
}

TEST_CASE("lines to hold are counted right on 4x4", "[study][lines]") {
  EngineOptions options = problem_engine_options();
  options.size = 4;
  Engine engine(options);
  SplitMix64 random(12);
  // From 11 empty squares on, the engine decides which moves hold.
  for (int plies = 0; plies < 10; ++plies) compare(engine, small_game(random, plies));
  // White wins 11-3 and gets two empty squares.
  const auto start = start_position(4);
  const auto white = lines_to_hold(engine, start, Color::kWhite, {}).value().value();
  CHECK(white.best.discs == 10);
  CHECK(white.moves.empty());
  CHECK(white.lines > 10);
  const auto black = lines_to_hold(engine, start, Color::kBlack, {}).value().value();
  CHECK(black.best.discs == -10);
  CHECK(black.moves.size() == 4);  // symmetric
  CHECK(black.moves.front().lines == black.moves.back().lines);
  const auto win = lines_to_hold(engine, start, Color::kBlack, {HoldGoal::Result::kWin}).value();
  CHECK(win.value().lines == 0);
}

TEST_CASE("a finished game has one line if it holds the result, otherwise none", "[study][lines]") {
  Engine engine(problem_engine_options());
  const Position won{{~Bitboard{0}, 0}};
  CHECK(lines_to_hold(engine, won, Color::kBlack, {HoldGoal::Result::kWin}).value()->lines == 1);
  CHECK(lines_to_hold(engine, won, Color::kWhite, {HoldGoal::Result::kDraw}).value()->lines == 0);
  CHECK(lines_to_hold(engine, won, Color::kWhite, {}).value()->lines == 1);
}

TEST_CASE("positions with too many empty squares are refused", "[study][lines]") {
  Engine engine(problem_engine_options());
  const auto refused = lines_to_hold(engine, {}, Color::kBlack, {});
  REQUIRE_FALSE(refused.has_value());
  CHECK_THAT(refused.error().message, Contains("60 empty squares are too many"));
}

TEST_CASE("positions that lead to too many others are refused", "[.][long]") {
  Engine engine(problem_engine_options());
  SplitMix64 random(14);
  const Position position{random_game(random, 24)};
  const auto refused = lines_to_hold(engine, position, Color::kBlack, {});
  REQUIRE_FALSE(refused.has_value());
  CHECK_THAT(refused.error().message, Contains("more than 3000000 positions") &&
                                          Contains("fewer empty squares") && !Contains("loss"));
  const auto lossy = lines_to_hold(engine, position, Color::kBlack, {HoldGoal::Result::kBest, 4});
  REQUIRE_FALSE(lossy.has_value());
  CHECK_THAT(lossy.error().message, Contains("or a smaller loss"));
}

TEST_CASE("counting lines ends on request", "[study][lines]") {
  Engine engine(problem_engine_options());
  SplitMix64 random(13);
  const Position position{random_game(random, 16)};
  CHECK_FALSE(lines_to_hold(engine, position, Color::kBlack, {}, [] { return true; }).value());
  int asked = 0;
  StopWatch since;
  const auto found =
      lines_to_hold(engine, position, Color::kWhite, {HoldGoal::Result::kBest, 20}, [&] {
        if (++asked == 100) since = {};
        return asked >= 100;
      });
  CHECK_FALSE(found.value());
  CHECK(since.seconds() < kMaxStopDelay);
}
