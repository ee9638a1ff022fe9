// SPDX-License-Identifier: MIT
/// The last four empties, without move list, table or mobility.
///
/// All solvers use a null window: is the score of the side to move above `alpha`? The result is
/// fail-soft: a lower bound if so, else an upper bound.
///
/// Moves in odd quadrants, passed down as a set, are tried first. Branch mispredictions dominate
/// the cost, so nothing is sorted or tested for adjacent opponent discs.
#pragma once

#include "engine/core/board/last_flip.h"
#include "engine/core/board/moves.h"
#include "engine/core/board/shape.h"
#include "engine/core/search/search_thread.h"
#include "engine/core/search/solve_tuning.h"

namespace sumi::SUMI_ISA {

inline constexpr int kNoScore = -128;  ///< Below every score.

/// True if the opponent's stable discs limit the score of `b` to at most `alpha`; stores the limit
/// in `upper`.
template <int N>
SUMI_INLINE bool stability_cuts(const SearchThread& thread, const Board& b, int alpha, int empties,
                                int& upper) {
  if (N != 8 || alpha < stability_min_alpha(empties)) return false;
  upper = N * N - 2 * std::popcount(thread.stability.stable(b.opp, b.own));
  return upper <= alpha;
}

template <int N>
SUMI_INLINE int solve_1(SearchThread& thread, const Board& b, Square last, int alpha) {
  const int own = std::popcount(b.own);
  if (const int turned = count_last_flips(b.own, last)) {
    ++thread.nodes;
    return 2 * (own + turned + 1) - N * N;
  }
  // The opponent's move can only lower the score.
  const int unplayed = 2 * (own > N * N / 2 - 1 ? own + 1 : own) - N * N;
  if (unplayed <= alpha) return unplayed;
  if (const int turned = count_last_flips(b.opp, last)) {
    ++thread.nodes;
    return 2 * (own - turned) - N * N;
  }
  return unplayed;
}

template <int N>
SUMI_INLINE int solve_2(SearchThread& thread, const Board& b, Square first, Square second,
                        int alpha) {
  // The best score of a side's moves, or the first above `threshold`; kNoScore without moves.
  const auto best_move = [&](const Board& board, int threshold) {
    int best = kNoScore;
    if (const Bitboard flipped = flips(board, first)) {
      ++thread.nodes;
      best = -solve_1<N>(thread, board.played(first, flipped), second, -threshold - 1);
      if (best > threshold) return best;
    }
    if (const Bitboard flipped = flips(board, second)) {
      ++thread.nodes;
      const int score = -solve_1<N>(thread, board.played(second, flipped), first, -threshold - 1);
      if (score > best) best = score;
    }
    return best;
  };
  if (const int best = best_move(b, alpha); best != kNoScore) return best;
  if (const int reply = best_move(b.passed(), -alpha - 1); reply != kNoScore) return -reply;
  return final_discs<N>(b);
}

/// `odd`: quadrants with an odd number of empties.
template <int N>
int solve_3(SearchThread& thread, const Board& b, Bitboard odd, int alpha, bool passed = false) {
  const Bitboard empties = empty_squares<N>(b);
  const Square first = first_square(empties & odd);  // one or all of the three are odd
  const Bitboard rest = empties ^ bit(first);
  const Square second = first_square(rest), third = first_square(rest & (rest - 1));
  int best = kNoScore;
  const auto cuts = [&](Square s, Square t, Square u) {
    const Bitboard flipped = flips(b, s);
    if (flipped == 0) return false;
    ++thread.nodes;
    const int score = -solve_2<N>(thread, b.played(s, flipped), t, u, -alpha - 1);
    if (score > best) best = score;
    return best > alpha;
  };
  if (cuts(first, second, third) || cuts(second, first, third) || cuts(third, first, second) ||
      best != kNoScore) {
    return best;
  }
  if (passed) return final_discs<N>(b);
  return -solve_3<N>(thread, b.passed(), odd, -alpha - 1, true);
}

/// `legal`: the moves; `odd`: quadrants with an odd number of empties.
template <int N>
int solve_4(SearchThread& thread, const Board& b, Bitboard legal, Bitboard odd, int alpha) {
  if (legal == 0) [[unlikely]] {
    const Board passed = b.passed();
    const Bitboard replies = legal_moves<N>(passed);
    if (replies == 0) return final_discs<N>(b);
    return -solve_4<N>(thread, passed, replies, odd, -alpha - 1);
  }
  if (int upper = 0; stability_cuts<N>(thread, b, alpha, 4, upper)) return upper;
  int best = kNoScore;
  const auto any_cuts = [&](Bitboard moves) {
    for (; moves != 0; moves &= moves - 1) {
      const Square s = first_square(moves);
      ++thread.nodes;
      const int score = -solve_3<N>(thread, play(b, s), odd ^ quadrant_of(s), -alpha - 1);
      if (score > best) best = score;
      if (best > alpha) return true;
    }
    return false;
  };
  if (!any_cuts(legal & odd)) any_cuts(legal & ~odd);
  return best;
}

}  // namespace sumi::SUMI_ISA
