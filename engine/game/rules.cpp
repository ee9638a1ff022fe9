// SPDX-License-Identifier: MIT
/// The rules by files and ranks, one step at a time. Slow on purpose: nothing here can hide a
/// mistake of the bit tricks that the tests compare it with.
#include "engine/game/rules.h"

namespace sumi::rules {
namespace {

struct Point {
  int file, rank;
};

constexpr Point kDirections[] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                 {1, 0},   {-1, 1}, {0, 1},  {1, 1}};

bool on_board(Point p) { return p.file >= 0 && p.file < 8 && p.rank >= 0 && p.rank < 8; }

Bitboard bit_at(Point p) { return Bitboard{1} << (8 * p.rank + p.file); }

/// The opponent discs from `p` on that lie in a row and end at an own disc; else none.
Bitboard flips_along(const Board& b, Point p, Point direction) {
  Bitboard turned = 0;
  while (on_board(p) && (b.opp & bit_at(p)) != 0) {
    turned |= bit_at(p);
    p = {p.file + direction.file, p.rank + direction.rank};
  }
  return on_board(p) && (b.own & bit_at(p)) != 0 ? turned : 0;
}

}  // namespace

Bitboard flips(const Board& b, Square s, int size) {
  if (s == Square::kPass || (b.empty() & squares_of(size) & bit(s)) == 0) return 0;
  Bitboard turned = 0;
  for (const Point d : kDirections) {
    turned |= flips_along(b, {index(s) % 8 + d.file, index(s) / 8 + d.rank}, d);
  }
  return turned;
}

Bitboard legal_moves(const Board& b, int size) {
  Bitboard moves = 0;
  for (Bitboard left = b.empty() & squares_of(size); left != 0; left &= left - 1) {
    const Square s = first_square(left);
    if (flips(b, s, size) != 0) moves |= bit(s);
  }
  return moves;
}

bool game_over(const Board& b, int size) {
  return legal_moves(b, size) == 0 && legal_moves(b.passed(), size) == 0;
}

bool must_pass(const Board& b, int size) {
  return legal_moves(b, size) == 0 && legal_moves(b.passed(), size) != 0;
}

std::uint64_t perft(const Board& b, int depth, int size) {
  if (depth <= 0) return 1;
  const Bitboard moves = legal_moves(b, size);
  if (moves == 0) return game_over(b, size) ? 1 : perft(b.passed(), depth - 1, size);
  std::uint64_t leaves = 0;
  for (Bitboard left = moves; left != 0; left &= left - 1) {
    const Square s = first_square(left);
    leaves += perft(b.played(s, flips(b, s, size)), depth - 1, size);
  }
  return leaves;
}

}  // namespace sumi::rules
