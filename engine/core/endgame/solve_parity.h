// SPDX-License-Identifier: MIT
/// Five empties up to kParityMaxEmpties: legal moves in order of parity, no table.
#pragma once

#include "engine/core/endgame/solve_last.h"
#include "engine/core/endgame/tuning.h"

namespace sumi::SUMI_ISA {

/// Solves `b` with 0..kParityMaxEmpties empties; see solve_last.h for the window.
template <int N>
int solve_parity(SearchThread& thread, const Board& b, int alpha, int beta);

namespace detail {

/// The board after one of `empties` - 1 >= 4 moves was made, its other squares known to be few.
template <int N>
SUMI_INLINE int solve_four(SearchThread& thread, const Board& b, int alpha, int beta) {
  std::array<Square, 4> squares;
  Bitboard left = empty_squares<N>(b);
  for (Square& s : squares) {
    s = first_square(left);
    left &= left - 1;
  }
  return solve_last<N>(thread, b, squares, alpha, beta);
}

/// 5..kParityMaxEmpties empties.
template <int N>
int solve_by_parity(SearchThread& thread, const Board& b, int alpha, int beta, int empties) {
  const Bitboard moves = legal_moves<N>(b);
  if (moves == 0) {
    if (legal_moves<N>(b.passed()) == 0) return final_discs<N>(b);
    return -solve_by_parity<N>(thread, b.passed(), -beta, -alpha, empties);
  }
  const Bitboard odd = odd_quadrants(empty_squares<N>(b));
  int best = kNoScore;
  for (const Bitboard part : {moves & odd, moves & ~odd}) {
    for (Bitboard left = part; left != 0; left &= left - 1) {
      const Board child = play(b, first_square(left));
      ++thread.nodes;
      const int low = alpha > best ? alpha : best;
      const int score = empties == 5 ? -solve_four<N>(thread, child, -beta, -low)
                                     : -solve_by_parity<N>(thread, child, -beta, -low, empties - 1);
      if (score > best) {
        best = score;
        if (best >= beta) return best;
      }
    }
  }
  return best;
}

}  // namespace detail

template <int N>
int solve_parity(SearchThread& thread, const Board& b, int alpha, int beta) {
  const Bitboard empties = empty_squares<N>(b);
  const Square first = first_square(empties), last = first_square(empties & (empties - 1));
  switch (const int count = std::popcount(empties)) {
    case 0:
      return final_discs<N>(b);
    case 1:
      return solve_1<N>(thread, b, first);
    case 2:
      return solve_last<N, 2>(thread, b, {first, last}, alpha, beta);
    case 3: {
      const Bitboard rest = empties & (empties - 1);
      return solve_last<N, 3>(thread, b, {first, last, first_square(rest & (rest - 1))}, alpha,
                              beta);
    }
    case 4:
      return detail::solve_four<N>(thread, b, alpha, beta);
    default:
      return detail::solve_by_parity<N>(thread, b, alpha, beta, count);
  }
}

}  // namespace sumi::SUMI_ISA
