// SPDX-License-Identifier: MIT
/// S6's player against a plain search of five plies and full game trees.
#include "engine/game/rules.h"
#include "engine/players/s6_player.h"
#include "tests/support/players.h"

using namespace sumi;
using namespace sumi::test;

namespace {

int value_of(const S6Values& v, Bitboard set) {
  const int rows[4][4] = {{v[0], v[1], v[2], v[3]},
                          {v[1], v[4], v[5], v[6]},
                          {v[2], v[5], v[7], v[8]},
                          {v[3], v[6], v[8], 0}};
  int sum = 0;
  for (; set != 0; set &= set - 1) {
    const int file = std::countr_zero(set) % 8, rank = std::countr_zero(set) / 8;
    sum += rows[std::min(rank, 7 - rank)][std::min(file, 7 - file)];
  }
  return sum;
}

int leaf(const S6Tables& tables, const Board& b) {
  constexpr Bitboard kCorners = 0x8100000000000081;
  const bool decided = 60 - b.empties() >= 33 && (std::popcount(b.own & kCorners) >= 2 ||
                                                  std::popcount(b.opp & kCorners) >= 2);
  const S6Values& values = decided ? tables.conditional : tables.general;
  return value_of(values, b.own) - value_of(values, b.opp) +
         50 * (std::popcount(fast_rules::legal_moves(b)) -
               std::popcount(fast_rules::legal_moves(b.passed())));
}

int look(const S6Tables& tables, const Board& b, int depth, int alpha, int beta) {
  const Bitboard moves = fast_rules::legal_moves(b);
  if (moves == 0 && fast_rules::legal_moves(b.passed()) == 0) {
    return to_value(final_score(b)).units;
  }
  if (depth == 0) return leaf(tables, b);
  if (moves == 0) return -look(tables, b.passed(), depth - 1, -beta, -alpha);
  for (Bitboard left = moves; left != 0 && alpha < beta; left &= left - 1) {
    const Board child = fast_rules::play(b, first_square(left));
    alpha = std::max(alpha, -look(tables, child, depth - 1, -beta, -alpha));
  }
  return alpha;
}

}  // namespace

TEST_CASE("S6's player is random up to move 11", "[players]") {
  SplitMix64 random(857);
  const auto made = player("s6");
  CHECK(choices(*made, start_position(8)) == "c4 d3 e6 f5");
  int varied = 0, fixed = 0;
  for (int i = 0; i < 5; ++i) {
    // The 11th and the 12th move.
    varied += choices(*made, random_position(random, 8, 50), 20).size() > 2;
    fixed += choices(*made, random_position(random, 8, 49), 4).size() == 2;
  }
  CHECK(varied >= 4);  // with more than one legal move
  CHECK(fixed == 5);
}

TEST_CASE("S6's player searches five plies with both tables", "[players]") {
  S6Tables tables;
  tables.conditional = {-70, 40, 30, -9, 60, 2, -3, 4, 8};
  const auto made = make_s6_player(tables);
  const auto general = player("s6");
  SplitMix64 random(859);
  int different = 0;
  for (int i = 0; i < 12; ++i) {
    const Position p = random_position(random, 8, 17 + i);
    CAPTURE(to_text(p));
    const Square move = choice(*made, p);
    constexpr int kInfinite = 1'000'000;
    const int best = look(tables, p.board, 5, -kInfinite, kInfinite);
    const Board child = p.board.played(move, rules::flips(p.board, move));
    CHECK(-look(tables, child, 4, -kInfinite, kInfinite) == best);
    different += choice(*general, p) != move;
  }
  CHECK(different > 0);
}

TEST_CASE("S6's player solves the endgame", "[players]") {
  SplitMix64 random(863);
  const auto made = player("s6");
  BruteForce twin;
  for (int i = 0; i < 20; ++i) {
    const Position p = random_position(random, 8, 4 + i % 5);
    const Square move = choice(*made, p);
    CHECK(-twin.solve(p.board.played(move, rules::flips(p.board, move))) == twin.solve(p.board));
  }
}

TEST_CASE("S6's player takes its conditional table as an argument", "[players]") {
  SplitMix64 random(877);
  S6Tables tables;
  tables.conditional = {1, 2, -3, 4, 5, 6, 7, 8, 9};
  const auto given = player("s6:1,2,-3,+4,5,6,7,8,9"), made = make_s6_player(tables);
  for (int i = 0; i < 10; ++i) {
    const Position p = random_position(random, 8, 16 + i);
    CHECK(choice(*given, p) == choice(*made, p));
  }
}
