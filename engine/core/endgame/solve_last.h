// SPDX-License-Identifier: MIT
/// The last four empties: no move list, no table, no look at mobility.
///
/// All solvers of this folder are fail-soft: the result is the exact score in discs if it lies
/// inside (alpha, beta), else a bound on that side. Scores are even, so a null window is
/// (alpha, alpha + 1).
///
/// Squares of odd quadrants are tried first; the set of those quadrants is handed down. What costs
/// here is guessing branches wrongly, so there are few: no test whether an opponent's disc is near,
/// no sorting.
#pragma once

#include "engine/core/last_flip.h"
#include "engine/core/moves.h"
#include "engine/core/quadrants.h"
#include "engine/core/search_thread.h"

namespace sumi::SUMI_ISA {

inline constexpr int kNoScore = -128;  ///< Below every score: no move found yet.

/// One empty square, `last`.
template <int N>
SUMI_INLINE int solve_1(SearchThread& thread, const Board& b, Square last) {
  const int own = std::popcount(b.own);
  if (const int turned = count_last_flips(b.own, last)) {
    ++thread.nodes;
    return 2 * (own + turned + 1) - N * N;
  }
  if (const int turned = count_last_flips(b.opp, last)) {
    ++thread.nodes;
    return 2 * (own - turned) - N * N;
  }
  return 2 * (own > N * N / 2 - 1 ? own + 1 : own) - N * N;
}

/// Two empty squares.
template <int N>
SUMI_INLINE int solve_2(SearchThread& thread, const Board& b, Square first, Square second,
                        int alpha, int beta) {
  // The better of a side's two moves, or one worth `enough`; kNoScore if there is none.
  const auto best_move = [&](const Board& board, int enough) {
    int best = kNoScore;
    if (const Bitboard flipped = flips(board, first)) {
      ++thread.nodes;
      best = -solve_1<N>(thread, board.played(first, flipped), second);
      if (best >= enough) return best;
    }
    if (const Bitboard flipped = flips(board, second)) {
      ++thread.nodes;
      const int score = -solve_1<N>(thread, board.played(second, flipped), first);
      if (score > best) best = score;
    }
    return best;
  };
  if (const int best = best_move(b, beta); best != kNoScore) return best;
  if (const int reply = best_move(b.passed(), -alpha); reply != kNoScore) return -reply;
  return final_discs<N>(b);
}

/// Three empty squares. Of those `odd` are the odd quadrants.
template <int N>
int solve_3(SearchThread& thread, const Board& b, Bitboard odd, int alpha, int beta,
            bool passed = false) {
  const Bitboard empties = empty_squares<N>(b);
  const Square first = first_square(empties & odd);  // one of the three is odd, or all are
  const Bitboard rest = empties ^ bit(first);
  const Square second = first_square(rest), third = first_square(rest & (rest - 1));
  int best = kNoScore;
  const auto cuts = [&](Square s, Square t, Square u) {
    const Bitboard flipped = flips(b, s);
    if (flipped == 0) return false;
    ++thread.nodes;
    const int low = alpha > best ? alpha : best;
    const int score = -solve_2<N>(thread, b.played(s, flipped), t, u, -beta, -low);
    if (score > best) best = score;
    return best >= beta;
  };
  if (cuts(first, second, third) || cuts(second, first, third) || cuts(third, first, second) ||
      best != kNoScore) {
    return best;
  }
  if (passed) return final_discs<N>(b);
  return -solve_3<N>(thread, b.passed(), odd, -beta, -alpha, true);
}

/// Four empty squares. Of those `odd` are the odd quadrants.
template <int N>
int solve_4(SearchThread& thread, const Board& b, Bitboard odd, int alpha, int beta,
            bool passed = false) {
  const Bitboard empties = empty_squares<N>(b);
  // None of the four is odd, two are, or all.
  const Bitboard front = (empties & odd) != 0 ? empties & odd : empties;
  const Bitboard back_of_front = front & (front - 1);
  const Square first = first_square(front), second = first_square(back_of_front);
  const Bitboard rest = empties ^ bit(first) ^ bit(second);
  const Square third = first_square(rest), fourth = first_square(rest & (rest - 1));
  int best = kNoScore;
  const auto cuts = [&](Square s) {
    const Bitboard flipped = flips(b, s);
    if (flipped == 0) return false;
    ++thread.nodes;
    const int low = alpha > best ? alpha : best;
    const int score = -solve_3<N>(thread, b.played(s, flipped), odd ^ quadrant_of(s), -beta, -low);
    if (score > best) best = score;
    return best >= beta;
  };
  if (cuts(first) || cuts(second) || cuts(third) || cuts(fourth) || best != kNoScore) return best;
  if (passed) return final_discs<N>(b);
  return -solve_4<N>(thread, b.passed(), odd, -beta, -alpha, true);
}

/// 0..4 empty squares.
template <int N>
int solve_last(SearchThread& thread, const Board& b, int alpha, int beta) {
  const Bitboard empties = empty_squares<N>(b);
  switch (std::popcount(empties)) {
    case 0:
      return final_discs<N>(b);
    case 1:
      return solve_1<N>(thread, b, first_square(empties));
    case 2:
      return solve_2<N>(thread, b, first_square(empties), first_square(empties & (empties - 1)),
                        alpha, beta);
    case 3:
      return solve_3<N>(thread, b, odd_quadrants(empties), alpha, beta);
    default:
      return solve_4<N>(thread, b, odd_quadrants(empties), alpha, beta);
  }
}

}  // namespace sumi::SUMI_ISA
