// SPDX-License-Identifier: MIT
/// The last four empties: no move list, no table, the empty squares handed down.
///
/// All solvers of this folder are fail-soft: the result is the exact score in discs if it lies
/// inside (alpha, beta), else a bound on that side. Scores are even, so a null window is
/// (alpha, alpha + 1).
#pragma once

#include "engine/core/last_flip.h"
#include "engine/core/moves.h"
#include "engine/core/quadrants.h"
#include "engine/core/search_thread.h"

#include <array>

namespace sumi::SUMI_ISA {

inline constexpr int kNoScore = -128;  ///< Below every score: no move found yet.

namespace detail {

constexpr std::array<Bitboard, 64> make_neighbours() {
  std::array<Bitboard, 64> all{};
  for (int s = 0; s < 64; ++s) {
    for (int t = 0; t < 64; ++t) {
      const int files = t % 8 - s % 8, ranks = t / 8 - s / 8;
      if (s != t && -1 <= files && files <= 1 && -1 <= ranks && ranks <= 1) {
        all[s] |= Bitboard{1} << t;
      }
    }
  }
  return all;
}

/// The up to eight squares around each: a move needs an opponent disc among them.
inline constexpr std::array<Bitboard, 64> kNeighbours = make_neighbours();

/// Puts squares of odd quadrants first, otherwise keeps the order.
template <std::size_t K>
SUMI_INLINE void order_by_parity(std::array<Square, K>& squares) {
  unsigned odd = 0;
  for (const Square s : squares) odd ^= quadrant_bit(s);
  std::array<Square, K> ordered;
  std::size_t at = 0;
  for (const Square s : squares) {
    ordered[at] = s;
    at += (quadrant_bit(s) & odd) != 0;
  }
  for (const Square s : squares) {
    if (at == K) break;
    ordered[at] = s;
    at += (quadrant_bit(s) & odd) == 0;
  }
  squares = ordered;
}

}  // namespace detail

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

/// K = 2..4 empty squares, those in `squares`.
template <int N, std::size_t K>
int solve_last(SearchThread& thread, const Board& b, std::array<Square, K> squares, int alpha,
               int beta, bool passed = false) {
  static_assert(2 <= K && K <= 4);
  if constexpr (K >= 3) detail::order_by_parity(squares);
  int best = kNoScore;
#pragma GCC unroll 4
  for (std::size_t i = 0; i < K; ++i) {
    if ((detail::kNeighbours[index(squares[i])] & b.opp) == 0) continue;
    const Bitboard flipped = flips(b, squares[i]);
    if (flipped == 0) continue;
    ++thread.nodes;
    const Board child = b.played(squares[i], flipped);
    int score;
    if constexpr (K == 2) {
      score = -solve_1<N>(thread, child, squares[1 - i]);
    } else {
      std::array<Square, K - 1> rest;
      for (std::size_t from = 0, to = 0; from < K; ++from) {
        if (from != i) rest[to++] = squares[from];
      }
      score = -solve_last<N>(thread, child, rest, -beta, -(alpha > best ? alpha : best));
    }
    if (score > best) {
      best = score;
      if (best >= beta) return best;
    }
  }
  if (best != kNoScore) return best;
  if (passed) return final_discs<N>(b);
  return -solve_last<N>(thread, b.passed(), squares, -beta, -alpha, true);
}

}  // namespace sumi::SUMI_ISA
