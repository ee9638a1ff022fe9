// SPDX-License-Identifier: MIT
#include "engine/game/retrograde.h"
#include "engine/game/rules.h"
#include "tests/support/boards.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <utility>

using namespace sumi;

namespace {

constexpr Bitboard kMiddle = 0x0000001818000000;

std::vector<Board> sorted(std::vector<Board> boards) {
  std::sort(boards.begin(), boards.end(), [](const Board& a, const Board& b) {
    return std::pair(a.own, a.opp) < std::pair(b.own, b.opp);
  });
  return boards;
}

/// Any of the opponent's discs was played last, any others were turned: the rules say which.
std::vector<Board> all_by_trying(const Board& board) {
  std::vector<Board> found;
  if ((board.empty() & kMiddle) != 0) return found;
  for (Bitboard left = board.opp & ~kMiddle; left != 0; left &= left - 1) {
    const Square s = first_square(left);
    const Bitboard others = board.opp & ~bit(s);
    for (Bitboard turned = others; turned != 0; turned = (turned - 1) & others) {
      const Board before{others & ~turned, board.own | turned};
      if (rules::flips(before, s) == turned) found.push_back(before);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("Moves are taken back in all ways that the rules allow", "[retrograde]") {
  SplitMix64 random(1);
  std::size_t found = 0;
  for (int i = 0; i < 300; ++i) {
    Board board = test::random_fill(random, 15, 60);
    board.opp |= kMiddle & ~board.own;
    // All sets of the opponent's discs are tried.
    while (std::popcount(board.opp) > 12) board.opp &= board.opp - 1;
    const std::vector<Board> expected = sorted(all_by_trying(board));
    CHECK(sorted(predecessors(board)) == expected);
    found += expected.size();
  }
  CHECK(found > 500);
}

TEST_CASE("Every position of a game is among those before the next", "[retrograde]") {
  SplitMix64 random(2);
  std::size_t most = 0;
  for (int game = 0; game < 20; ++game) {
    Board board = kStartBoard;
    while (!rules::game_over(board)) {
      const Bitboard moves = rules::legal_moves(board);
      if (moves == 0) {
        board = board.passed();
        continue;
      }
      const Square s = test::random_square(random, moves);
      const Board next = board.played(s, rules::flips(board, s));
      std::vector<Board> before = sorted(predecessors(next));
      CHECK(std::count(before.begin(), before.end(), board) == 1);
      CHECK(std::adjacent_find(before.begin(), before.end()) == before.end());
      most = std::max(most, before.size());
      const auto leads_here = [&](const Board& b) {
        const Bitboard played = b.empty() & ~next.empty();
        return std::popcount(played) == 1 && (b.own & b.opp) == 0 &&
               b.played(first_square(played), rules::flips(b, first_square(played))) == next &&
               (b.empty() & kMiddle) == 0;
      };
      CHECK(std::all_of(before.begin(), before.end(), leads_here));
      board = next;
    }
  }
  CHECK(most > 100);
}

TEST_CASE("Nothing is before the start, nor before an empty middle", "[retrograde]") {
  CHECK(predecessors(kStartBoard).empty());
  CHECK(predecessors(Board{0, 0}).empty());
  // After f5 and f5 alone.
  const Board after = kStartBoard.played(Square{37}, rules::flips(kStartBoard, Square{37}));
  CHECK(predecessors(after) == std::vector<Board>{kStartBoard});
  CHECK(predecessors(Board{after.own & ~kMiddle, after.opp & ~kMiddle}).empty());
}
