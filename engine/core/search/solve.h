// SPDX-License-Identifier: MIT
/// The result of perfect play, by number of empties:
///   0..4                      solve_last.h  unrolled, no move list, no table
///   ..kTableMinEmpties - 1    solve_near.h  fewest replies first, local table
///   ..kDeepMinEmpties - 1     solve.cpp     more move ordering, shared table
///   above                     solve_deep.h  also the evaluator
#pragma once

#include "engine/core/search/move_ordering.h"
#include "engine/core/search/search_thread.h"
#include "engine/core/search/solve_near.h"
#include "engine/core/search/solve_tuning.h"

namespace sumi::SUMI_ISA {

/// The exact score of `b` in discs if inside (alpha, beta), else a bound (fail-soft). `b_hash`:
/// hash(b). Requires: alpha < beta. Check thread.stopped() before using the score. Instantiated for
/// N = 4, 6, 8.
template <int N>
int solve(SearchThread& thread, const Board& b, std::uint64_t b_hash, int alpha, int beta,
          int empties);

/// Computes the hash and the empties.
template <int N>
int solve(SearchThread& thread, const Board& b, int alpha, int beta) {
  return solve<N>(thread, b, hash(b), alpha, beta, count_empties<N>(b));
}

/// A table entry in discs. Uses bounds only if reliable enough for a search of `empties` plies at
/// this selectivity.
template <int N>
struct KnownScore {
  int lower = -N * N, upper = N * N;
  HashMoves moves;

  KnownScore(const std::optional<TtData>& data, int empties, int selectivity) {
    if (!data) return;
    moves = {data->best, data->second};
    if (data->exact ||
        (selectivity < 100 && data->depth >= empties && data->selectivity >= selectivity)) {
      lower = data->lower.units / Value::kPerDisc;
      upper = data->upper.units / Value::kPerDisc;
    }
  }
};

/// Principal variation search of one move by child(low, high): the first move with the full window,
/// others with a null window first.
template <class Child>
SUMI_INLINE int score_of_move(bool first, int low, int beta, Child&& child) {
  if (first) return child(low, beta);
  const int score = child(low, low + 1);
  return low < score && score < beta ? child(score - 1, beta) : score;
}

/// Enhanced transposition cutoff (J. Schaeffer and A. Plaat, "New advances in alpha-beta
/// searching", 1996): true if the table proves that a move is worth at least `beta`; stores that
/// bound in `score`.
template <int N>
bool reply_in_table_cuts(const SearchThread& thread, const MoveList& moves, int beta, int empties,
                         int selectivity, int& score) {
  for (const OrderedMove& move : moves) {
    const KnownScore<N> reply(thread.tt.probe(move.child, move.hash), empties, selectivity);
    if (-reply.upper >= beta) {
      score = -reply.upper;
      return true;
    }
  }
  return false;
}

/// Stores the result of a search with window (alpha, beta).
template <int N>
void store_result(SearchThread& thread, const Board& b, std::uint64_t b_hash,
                  const KnownScore<N>& known, int alpha, int beta, int best, Square best_move,
                  int empties, int selectivity) {
  // Selective bounds may contradict older ones; new ones win.
  const int lower = best > alpha ? best : std::min(known.lower, best);
  const int upper = best < beta ? best : std::max(known.upper, best);
  thread.store(b, b_hash,
               {to_value({lower}), to_value({upper}), empties, selectivity, selectivity == 100,
                best_move, best_move == known.moves.best ? known.moves.second : known.moves.best});
}

}  // namespace sumi::SUMI_ISA
