// SPDX-License-Identifier: MIT
#include "engine/core/endgame/solve.h"
#include "engine/core/endgame/solve_parity.h"
#include "engine/core/hash.h"
#include "engine/core/move_ordering.h"

namespace sumi::SUMI_ISA {
namespace {

/// With a table but for the last squares: the thread's own below kTableMinEmpties.
template <int N>
int solve_ordered(SearchThread& thread, const Board& b, std::uint64_t b_hash, int alpha, int beta,
                  int empties) {
  if (thread.should_stop()) return alpha;

  if (N == 8 && alpha >= stability_min_alpha(empties)) {
    const int upper = N * N - 2 * std::popcount(thread.stability.stable(b.opp, b.own));
    if (upper <= alpha) return upper;
  }

  const bool near = empties < kTableMinEmpties;
  const KnownScore<N> known = near ? KnownScore<N>(thread.local.probe(b, b_hash))
                                   : KnownScore<N>(thread.tt.probe(b, b_hash), empties, 100);
  if (known.lower >= beta) return known.lower;
  if (known.upper <= alpha) return known.upper;
  if (known.lower == known.upper) return known.lower;

  const Bitboard legal = legal_moves<N>(b);
  if (legal == 0) {
    const Board passed = b.passed();
    if (legal_moves<N>(passed) == 0) return final_discs<N>(b);
    return -solve_ordered<N>(thread, passed, hash(passed), -beta, -alpha, empties);
  }

  MoveList moves;
  const bool children_in_table = empties - 1 >= kTableMinEmpties;
  if (near) {
    list_last_moves<N>(b, legal, known.moves, moves);
  } else {
    list_endgame_moves<N>(b, legal, known.moves, children_in_table ? &thread.tt : nullptr, moves);
  }
  int best = kNoScore;
  if (empties >= kEtcMinEmpties &&
      reply_in_table_cuts<N>(thread, moves, beta, empties - 1, 100, best)) {
    return best;
  }

  Square best_move = Square::kPass;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const OrderedMove& move = pick_best(moves, i);
    ++thread.nodes;
    const std::uint64_t move_hash = children_in_table ? move.hash : hash(move.child);
    const auto child = [&](int low, int high) {
      return empties - 1 <= kParityMaxEmpties
                 ? -detail::solve_by_parity<N>(thread, move.child, -high, -low, empties - 1)
                 : -solve_ordered<N>(thread, move.child, move_hash, -high, -low, empties - 1);
    };
    // All but the first move are expected to be no better: ask just that, by a null window.
    const int low = alpha > best ? alpha : best;
    int score = i == 0 ? child(low, beta) : child(low, low + 1);
    if (i != 0 && low < score && score < beta) score = child(score - 1, beta);
    if (thread.stopped()) return alpha;
    if (score > best) {
      best = score;
      best_move = move.square;
      if (best >= beta) break;
    }
  }

  if (near) {
    thread.local.store(b, b_hash, best > alpha ? best : known.lower,
                       best < beta ? best : known.upper, best_move);
  } else {
    remember<N>(thread, b, b_hash, known, alpha, beta, best, best_move, empties, 100);
  }
  return best;
}

}  // namespace

template <int N>
int solve(SearchThread& thread, const Board& b, int alpha, int beta) {
  const int empties = count_empties<N>(b);
  if (empties <= kParityMaxEmpties) return solve_parity<N>(thread, b, alpha, beta);
  return solve_ordered<N>(thread, b, hash(b), alpha, beta, empties);
}

template int solve<4>(SearchThread& thread, const Board& b, int alpha, int beta);
template int solve<6>(SearchThread& thread, const Board& b, int alpha, int beta);
template int solve<8>(SearchThread& thread, const Board& b, int alpha, int beta);

}  // namespace sumi::SUMI_ISA
