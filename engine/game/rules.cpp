// SPDX-License-Identifier: MIT
/// The rules, one square at a time: slow, but an obvious reference for the bitboard code.
#include "engine/game/rules.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace sumi::rules {
namespace {

struct Point {
  int file, rank;
};

constexpr Point kDirections[] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                 {1, 0},   {-1, 1}, {0, 1},  {1, 1}};

bool on_board(Point p) { return p.file >= 0 && p.file < 8 && p.rank >= 0 && p.rank < 8; }

Bitboard bit_at(Point p) { return Bitboard{1} << (8 * p.rank + p.file); }

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

namespace sumi {

// Predecessors. Rays from the last move are disjoint, so flips along them combine freely.

namespace {

constexpr Bitboard kMiddle = 0x0000001818000000;

struct Ray {
  int length = 0;                   ///< Squares to the edge.
  std::array<Bitboard, 7> nearest;  ///< The sets of the nearest 1, 2, ... squares.
};

constexpr int kRays = 8;

std::array<Ray, kRays> rays_from(Square s) {
  constexpr int kSteps[kRays][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                    {1, 0},   {-1, 1}, {0, 1},  {1, 1}};
  std::array<Ray, kRays> rays;
  for (std::size_t i = 0; i < kRays; ++i) {
    int file = file_of(s) + kSteps[i][0], rank = rank_of(s) + kSteps[i][1];
    Bitboard squares = 0;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8;
         file += kSteps[i][0], rank += kSteps[i][1]) {
      squares |= bit(square_at(file, rank));
      rays[i].nearest[static_cast<std::size_t>(rays[i].length++)] = squares;
    }
  }
  return rays;
}

int run_length(const Ray& ray, Bitboard discs) {
  int length = 0;
  while (length < ray.length && (ray.nearest[static_cast<std::size_t>(length)] & ~discs) == 0) {
    ++length;
  }
  return length;
}

/// The maximum number of discs that the move flipped along a ray; smaller numbers are possible.
/// Nothing if enclosed opponent discs remain on the ray: the move would have flipped them.
std::optional<int> max_flips(const Ray& ray, const Board& board) {
  const int others = run_length(ray, board.own);
  if (others > 0 && others < ray.length &&
      (ray.nearest[static_cast<std::size_t>(others)] & board.opp) != 0) {
    return std::nullopt;
  }
  // The last disc of the run enclosed the others, so it was there before the move.
  return std::max(run_length(ray, board.opp) - 1, 0);
}

void add_of_square(const Board& board, Square s, std::vector<Board>& boards) {
  std::vector<Bitboard> turned{0};
  for (const Ray& ray : rays_from(s)) {
    const std::optional<int> most = max_flips(ray, board);
    if (!most) return;
    const std::size_t before = turned.size();
    for (std::size_t n = 0; n < static_cast<std::size_t>(*most); ++n) {
      for (std::size_t i = 0; i < before; ++i) turned.push_back(turned[i] | ray.nearest[n]);
    }
  }
  // The first set is empty: a legal move flips discs.
  std::for_each(turned.begin() + 1, turned.end(), [&](Bitboard flipped) {
    boards.push_back({board.opp & ~(flipped | bit(s)), board.own | flipped});
  });
}

}  // namespace

std::vector<Board> predecessors(const Board& board) {
  std::vector<Board> boards;
  if ((board.empty() & kMiddle) != 0) return boards;
  for (Bitboard left = board.opp & ~kMiddle; left != 0; left &= left - 1) {
    add_of_square(board, first_square(left), boards);
  }
  return boards;
}

}  // namespace sumi
