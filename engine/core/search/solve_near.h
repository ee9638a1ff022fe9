// SPDX-License-Identifier: MIT
/// Solver for 5 to kTableMinEmpties - 1 empties: null windows, fewest replies first, local table.
/// Takes at most a few milliseconds, so it does not poll for stops.
#pragma once

#include "engine/core/search/move_ordering.h"
#include "engine/core/search/solve_last.h"
#include "engine/core/search/transposition_table.h"

namespace sumi::SUMI_ISA {

/// The moves with their children, and the search order.
template <int kMaxMoves>
struct NearMoves {
  static_assert(kMaxMoves <= 16);

  /// Swaps the best key of keys[from..] to `from`; returns its move.
  SUMI_INLINE int pick_best(int from) {
    int best = from;
    for (int i = from + 1; i < count; ++i) best = keys[i] > keys[best] ? i : best;
    const int key = keys[best];
    keys[best] = keys[from];
    return key & 15;
  }

  int count = 0;
  int keys[kMaxMoves];  ///< Score; the index of the move in the low four bits.
  Board children[kMaxMoves];
  Bitboard replies[kMaxMoves];  ///< Moves after the move.
  Square squares[kMaxMoves];
};

/// `legal`: the moves of `b`; `odd`: quadrants with an odd number of empties.
template <int N, int kEmpties>
int solve_near(SearchThread& thread, const Board& b, Bitboard legal, Bitboard odd,
               std::uint64_t b_hash, int alpha) {
  if (legal == 0) [[unlikely]] {
    const Board passed = b.passed();
    const Bitboard replies = legal_moves<N>(passed);
    if (replies == 0) return final_discs<N>(b);
    return -solve_near<N, kEmpties>(thread, passed, replies, odd, hash(passed), -alpha - 1);
  }

  if (int upper = 0; stability_cuts<N>(thread, b, alpha, kEmpties, upper)) return upper;

  int best = kNoScore;
  Square best_move = Square::kPass;
  const auto cuts = [&](Square s, const Board& child, Bitboard replies) {
    ++thread.nodes;
    const Bitboard child_odd = odd ^ quadrant_of(s);
    int score;
    if constexpr (kEmpties == 5) {
      score = -solve_4<N>(thread, child, replies, child_odd, -alpha - 1);
    } else {
      const std::uint64_t child_hash = hash(child);
      thread.local.prefetch(child_hash);
      score =
          -solve_near<N, kEmpties - 1>(thread, child, replies, child_odd, child_hash, -alpha - 1);
    }
    if (score > best) {
      best = score;
      best_move = s;
    }
    return best > alpha;
  };

  int lower = -N * N, upper = N * N;
  // Stores the result; keeps a known bound on the opposite side.
  const auto stored = [&] {
    (best > alpha ? lower : upper) = best;
    thread.local.store(b, b_hash, lower, upper, best_move);
    return best;
  };
  if (const LocalTable::Entry* const known = thread.local.probe(b, b_hash)) {
    if (known->lower > alpha) return known->lower;
    if (known->upper <= alpha) return known->upper;
    lower = known->lower;
    upper = known->upper;
    // Search the known best move first: a cutoff saves generating the others.
    const Square s = known->best;
    const Board child = play(b, s);
    if (cuts(s, child, legal_moves<N>(child))) return stored();
    legal ^= bit(s);
  }

  NearMoves<kEmpties> moves;
  for (Bitboard left = legal; left != 0; left &= left - 1, ++moves.count) {
    const Square s = first_square(left);
    const Board child = play(b, s);
    const Bitboard replies = legal_moves<N>(child);
    const int mobility = std::popcount(replies) + std::popcount(replies & kCorners<N>);
    const int score = ((odd & bit(s)) != 0) - 2 * mobility;
    moves.keys[moves.count] = score * 16 + moves.count;
    moves.children[moves.count] = child;
    moves.replies[moves.count] = replies;
    moves.squares[moves.count] = s;
  }
  for (int i = 0; i < moves.count; ++i) {
    const int move = moves.pick_best(i);
    if (cuts(moves.squares[move], moves.children[move], moves.replies[move])) break;
  }
  return stored();
}

}  // namespace sumi::SUMI_ISA
