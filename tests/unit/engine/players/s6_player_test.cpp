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

bool decided(const Board& b) {
  constexpr Bitboard kCorners = 0x8100000000000081;
  return 60 - b.empties() >= 33 &&
         (std::popcount(b.own & kCorners) >= 2 || std::popcount(b.opp & kCorners) >= 2);
}

/// `root`: the position of the search, whose side to move searches if `searches`.
int leaf(const S6Tables& tables, const Board& b, const Board& root, bool searches) {
  const bool late = decided(tables.reading.at_root ? root : b);
  const S6Values& values = late ? tables.conditional : tables.general;
  const int own = std::popcount(fast_rules::legal_moves(b)),
            opp = std::popcount(fast_rules::legal_moves(b.passed()));
  const int counted = tables.reading.mobility == S6Mobility::kDifference ? own - opp
                      : tables.reading.mobility == S6Mobility::kToMove   ? own
                      : searches                                         ? own
                                                                         : -opp;
  return value_of(values, b.own) - value_of(values, b.opp) + 50 * counted;
}

int look(const S6Tables& tables, const Board& b, int depth, int alpha, int beta, const Board& root,
         bool searches = true) {
  const Bitboard moves = fast_rules::legal_moves(b);
  if (moves == 0 && fast_rules::legal_moves(b.passed()) == 0) {
    return to_value(final_score(b)).units;
  }
  if (depth == 0) return leaf(tables, b, root, searches);
  if (moves == 0) return -look(tables, b.passed(), depth - 1, -beta, -alpha, root, !searches);
  for (Bitboard left = moves; left != 0 && alpha < beta; left &= left - 1) {
    const Board child = fast_rules::play(b, first_square(left));
    alpha = std::max(alpha, -look(tables, child, depth - 1, -beta, -alpha, root, !searches));
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

TEST_CASE("S6's player searches five plies with both tables, in each reading", "[players]") {
  S6Tables tables;
  tables.conditional = {-70, 40, 30, -9, 60, 2, -3, 4, 8};
  const auto general = player("s6"), evaluators = make_s6_player(tables);
  for (const auto mobility : {S6Mobility::kDifference, S6Mobility::kOwn, S6Mobility::kToMove}) {
    for (const bool at_root : {false, true}) {
      tables.reading = {mobility, at_root};
      CAPTURE(static_cast<int>(mobility), at_root);
      const auto made = make_s6_player(tables);
      SplitMix64 random(859);
      int different = 0, other_reading = 0;
      for (int i = 0; i < 24; ++i) {
        const Position p = random_position(random, 8, 17 + i / 2);
        CAPTURE(to_text(p));
        const Square move = choice(*made, p);
        constexpr int kInfinite = 1'000'000;
        const int best = look(tables, p.board, 5, -kInfinite, kInfinite, p.board);
        const Board child = p.board.played(move, rules::flips(p.board, move));
        CHECK(-look(tables, child, 4, -kInfinite, kInfinite, p.board, false) == best);
        different += choice(*general, p) != move;
        other_reading += choice(*evaluators, p) != move;
      }
      CHECK(different > 0);
      CHECK((other_reading > 0) == (tables.reading != S6Reading{}));
    }
  }
}

TEST_CASE("S6's flags choose the reading", "[players]") {
  SplitMix64 random(883);
  S6Tables tables;
  tables.reading = {S6Mobility::kToMove, true};
  const auto given = player("s6:+to-move+root"), made = make_s6_player(tables);
  for (int i = 0; i < 10; ++i) {
    const Position p = random_position(random, 8, 17 + i);
    CHECK(choice(*given, p) == choice(*made, p));
  }
  CHECK(player_error("s6:+mine").find("+mine") != std::string::npos);
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
