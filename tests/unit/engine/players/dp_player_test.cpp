// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/game/game.h"
#include "engine/game/rules.h"
#include "engine/players/kinds.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sumi;

namespace {

/// By full search without a table.
int best_score(const Board& b) {
  if (rules::game_over(b, 4)) return final_score(b, 4).discs;
  if (rules::must_pass(b, 4)) return -best_score(b.passed());
  int best = -16;
  for (Bitboard left = rules::legal_moves(b, 4); left != 0; left &= left - 1) {
    const Square s = first_square(left);
    best = std::max(best, -best_score(b.played(s, rules::flips(b, s, 4))));
  }
  return best;
}

}  // namespace

TEST_CASE("dp player: its best play on 4x4 ends 3-11", "[players]") {
  const std::atomic<bool> stop = false;
  const auto player = make_dp_player("", 4).value();
  CHECK_FALSE(player->is_random());
  Game game(start_position(4));
  while (!game.over()) game.play(player->choose(game.position(), 1, stop)).value();
  CHECK(game.black_score() == DiscDiff{-10});
}

TEST_CASE("dp player: its moves are best even in positions that no game reaches", "[players]") {
  constexpr Bitboard kCentre = kStartBoard.own | kStartBoard.opp;
  const std::atomic<bool> stop = false;
  const auto player = make_dp_player("", 4).value();
  SplitMix64 random(1);
  int tried = 0, unreachable = 0;
  for (int i = 0; i < 60; ++i) {
    Board board;
    for (int square = 0; square < 16; ++square) {
      const Bitboard here = bit(square_at(square % 4, square / 4, 4));
      const int disc = random.below(3);
      if (disc == 0) board.own |= here;
      if (disc == 1) board.opp |= here;
    }
    if (rules::legal_moves(board, 4) == 0 || empties(board, 4) > 6) continue;
    const Square move = player->choose({board, Color::kBlack, 4}, 1, stop);
    REQUIRE(rules::flips(board, move, 4) != 0);
    CHECK(-best_score(board.played(move, rules::flips(board, move, 4))) == best_score(board));
    ++tried;
    unreachable += (board.empty() & kCentre) != 0;
  }
  CHECK(tried > 15);
  CHECK(unreachable > 0);
}

TEST_CASE("dp player: after a stop it returns a legal move", "[players]") {
  const std::atomic<bool> stop = true;
  const auto player = make_dp_player("", 4).value();
  Game game(start_position(4));
  CHECK(game.play(player->choose(game.position(), 1, stop)));
}

TEST_CASE("dp player: other board sizes and arguments are refused", "[players]") {
  CHECK(make_dp_player("", 8).error().message == "player dp: plays on 4x4 only, not on 8x8");
  CHECK(make_dp_player("3", 4).error().message ==
        "player dp: '3' is not empty: it takes no argument");
}
