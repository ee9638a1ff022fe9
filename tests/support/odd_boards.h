// SPDX-License-Identifier: MIT
/// Boards that no game reaches but users may set up.
#pragma once

#include "engine/base/random.h"
#include "engine/game/board.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"

#include <bit>
#include <vector>

namespace sumi::test {

/// Hill climbing. Squares change at random; a change that loses a move is rarely kept. Longer
/// climbs from 400 seeds on 8x8 never found more than 35 moves. Takes milliseconds.
inline Board climb_to_many_moves(SplitMix64& random, int size = 8, int steps = 8000) {
  Board now = kStartBoard, best = now;
  int moves = 4, most = 4;
  for (int i = 0; i < steps; ++i) {
    Board next = now;
    for (int changes = 1 + random.below(2); changes > 0; --changes) {
      const Bitboard square = bit(square_at(random.below(size), random.below(size), size));
      next = {next.own & ~square, next.opp & ~square};
      const int disc = random.below(3);
      if (disc == 0) next.own |= square;
      if (disc == 1) next.opp |= square;
    }
    const int found = std::popcount(rules::legal_moves(next, size));
    const bool kept = found >= moves || (found == moves - 1 && random.below(12) == 0);
    if (!kept) continue;
    now = next;
    moves = found;
    if (moves > most) most = moves, best = now;
  }
  return best;
}

/// Boards with 35 and 34 moves, and results of the climb.
inline std::vector<Board> boards_of_many_moves() {
  std::vector<Board> boards{
      parse_position("---------OX-OXO-XXXO-XO--OX---X-----OXO---XX-XO--OXO-OO--XX----- X")->board,
      parse_position("--------OO--OOO-XX-OXXO--O-XXO---O-OXOO--OX-XX---OXOOOO--------- X")->board};
  SplitMix64 random(24);
  for (int i = 0; i < 3; ++i) boards.push_back(climb_to_many_moves(random));
  return boards;
}

/// The other odd boards, with discs only inside `size`.
inline std::vector<Board> odd_boards(int size) {
  const Bitboard all = squares_of(size), centre = squares_of(4) & 0x0000001818000000;
  const auto at = [size](int file, int rank) { return bit(square_at(file, rank, size)); };
  const int last = size - 1;
  return {
      {0, 0},
      {at(0, 0), 0},
      {0, at(0, 0)},
      {all, 0},
      {0, all},
      {all & ~at(1, 1), at(1, 1)},
      {at(0, 0), at(1, 0)},  // one move; 62 empty squares on 8x8
      {at(0, 0) | at(last, last), at(1, 0) | at(last - 1, last)},  // far apart
      {all & ~centre & 0xAA55AA55AA55AA55, all & ~centre & ~0xAA55AA55AA55AA55},
      {at(0, 0) | at(last, 0), at(0, last) | at(last, last)},  // no moves for either side
  };
}

}  // namespace sumi::test
