// SPDX-License-Identifier: MIT
/// The result of best play to the end of the game.
///
/// Four bodies share the work, by empties left:
///   0..4                      solve_last.h  unrolled, no move list, no table
///   ..kTableMinEmpties - 1    solve_near.h  fewest replies first, the thread's own table
///   ..kDeepMinEmpties - 1     solve.cpp     the same with more to order by and the shared table
///   above                     solve_deep.h  the same, and the evaluator
#pragma once

#include "engine/core/search/move_ordering.h"
#include "engine/core/search/search_thread.h"
#include "engine/core/search/solve_near.h"
#include "engine/core/search/solve_tuning.h"

namespace sumi::SUMI_ISA {

/// The exact score of `b` in discs if it lies inside (alpha, beta), else a bound on that side
/// (fail-soft). Requires alpha < beta. Check thread.stopped() before use.
/// Instantiated for N = 4, 6, 8. `b_hash` is the hash of `b`, which has so many `empties`.
template <int N>
int solve(SearchThread& thread, const Board& b, std::uint64_t b_hash, int alpha, int beta,
          int empties);

/// As above; finds the hash and the number of empties itself.
template <int N>
int solve(SearchThread& thread, const Board& b, int alpha, int beta) {
  return solve<N>(thread, b, hash(b), alpha, beta, count_empties<N>(b));
}

/// What the table knows of a position, in discs. Bounds count only if they are sure enough for a
/// search of this selectivity to the end, `empties` plies deep.
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

/// The score of the next move, `child(low, high)` with a window: all but the first one are expected
/// to be no better than `low`, so ask just that before anything else.
template <class Child>
SUMI_INLINE int score_of_move(bool first, int low, int beta, Child&& child) {
  if (first) return child(low, beta);
  const int score = child(low, low + 1);
  return low < score && score < beta ? child(score - 1, beta) : score;
}

/// True if the table proves that one of the moves is worth `beta` or more (enhanced
/// transposition cutoff: J. Schaeffer and A. Plaat, "New advances in alpha-beta searching",
/// 1996); `score` is then that proven bound.
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

/// Stores the result of a search with the window (alpha, beta).
template <int N>
void remember(SearchThread& thread, const Board& b, std::uint64_t b_hash,
              const KnownScore<N>& known, int alpha, int beta, int best, Square best_move,
              int empties, int selectivity) {
  // Selective bounds may contradict older ones: the new one stands.
  const int lower = best > alpha ? best : std::min(known.lower, best);
  const int upper = best < beta ? best : std::max(known.upper, best);
  thread.store(b, b_hash,
               {to_value({lower}), to_value({upper}), empties, selectivity, selectivity == 100,
                best_move, best_move == known.moves.best ? known.moves.second : known.moves.best});
}

}  // namespace sumi::SUMI_ISA
