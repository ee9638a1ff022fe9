// SPDX-License-Identifier: MIT
#include "tests/support/players.h"

using namespace sumi;
using namespace sumi::test;

TEST_CASE("Monte Carlo takes the move that wins every random game", "[players]") {
  // a2 flips b2 and c2, White's last discs; b1 and d1 flip one of them.
  const Position p = parse_position(
                         "-------- -OOX---- -X------ -------- -------- -------- "
                         "-------- -------- X")
                         .value();
  REQUIRE(std::popcount(rules::legal_moves(p.board)) == 3);
  CHECK(choices(*player("montecarlo:200"), p, 20) == "a2");
}

TEST_CASE("Monte Carlo beats random play", "[players]") {
  const auto strong = player("montecarlo:30", 6), weak = player("random", 6);
  int points = 0;
  constexpr int kGames = 20;
  for (int game = 0; game < kGames; ++game) {
    const Color colour = game % 2 == 0 ? Color::kBlack : Color::kWhite;
    Position p = start_position(6);
    while (!rules::game_over(p.board, 6)) {
      if (rules::must_pass(p.board, 6)) {
        p = p.passed();
        continue;
      }
      const MovePlayer& mover = p.to_move == colour ? *strong : *weak;
      const Square s = choice(mover, p, static_cast<std::uint64_t>(game));
      p = {p.board.played(s, rules::flips(p.board, s, 6)), !p.to_move, 6};
    }
    const int discs = std::popcount(p.discs(colour)) - std::popcount(p.discs(!colour));
    points += discs > 0 ? 2 : discs == 0 ? 1 : 0;
  }
  CHECK(points >= 2 * kGames * 3 / 4);
}
