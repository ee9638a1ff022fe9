// SPDX-License-Identifier: MIT
#include "engine/core/endgame/solve.h"
#include "engine/core/endgame/solve_parity.h"
#include "engine/core/hash.h"
#include "engine/core/move_ordering.h"

namespace sumi::SUMI_ISA {
namespace {

/// What the table says of a position, in discs.
template <int N>
struct Known {
  int lower = -N * N, upper = N * N;
  HashMoves moves;

  explicit Known(const std::optional<TtData>& data) {
    if (!data) return;
    moves = {data->best, data->second};
    if (data->exact) {
      lower = data->lower.units / Value::kPerDisc;
      upper = data->upper.units / Value::kPerDisc;
    }
  }
};

/// True if the table proves that one of the moves is worth `beta` or more (enhanced
/// transposition cutoff: J. Schaeffer and A. Plaat, "New advances in alpha-beta searching",
/// 1996); `score` is then that proven bound.
template <int N>
bool reply_in_table_cuts(const SearchThread& thread, const MoveList& moves, int beta, int& score) {
  for (const OrderedMove& move : moves) {
    const Known<N> reply(thread.tt.probe(move.child, move.hash));
    if (-reply.upper >= beta) {
      score = -reply.upper;
      return true;
    }
  }
  return false;
}

template <int N>
int solve_deep(SearchThread& thread, const Board& b, std::uint64_t b_hash, int alpha, int beta,
               int empties) {
  if (thread.should_stop()) return alpha;

  if (N == 8 && alpha >= stability_min_alpha(empties)) {
    const int upper = N * N - 2 * std::popcount(thread.stability.stable(b.opp, b.own));
    if (upper <= alpha) return upper;
  }

  const Bitboard legal = legal_moves<N>(b);
  if (legal == 0) {
    const Board passed = b.passed();
    if (legal_moves<N>(passed) == 0) return final_discs<N>(b);
    return -solve_deep<N>(thread, passed, hash(passed), -beta, -alpha, empties);
  }

  const bool use_table = empties >= kTableMinEmpties;
  const Known<N> known(use_table ? thread.tt.probe(b, b_hash) : std::nullopt);
  if (known.lower >= beta) return known.lower;
  if (known.upper <= alpha) return known.upper;
  if (known.lower == known.upper) return known.lower;

  MoveList moves;
  const bool children_in_table = empties - 1 >= kTableMinEmpties;
  list_endgame_moves<N>(b, legal, known.moves, children_in_table ? &thread.tt : nullptr, moves);
  int best = kNoScore;
  if (empties >= kEtcMinEmpties && reply_in_table_cuts<N>(thread, moves, beta, best)) return best;

  Square best_move = Square::kPass;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const OrderedMove& move = pick_best(moves, i);
    ++thread.nodes;
    const auto child = [&](int low, int high) {
      return empties - 1 <= kParityMaxEmpties
                 ? -detail::solve_by_parity<N>(thread, move.child, -high, -low, empties - 1)
                 : -solve_deep<N>(thread, move.child, move.hash, -high, -low, empties - 1);
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

  if (use_table) {
    const int lower = best > alpha ? best : known.lower;
    const int upper = best < beta ? best : known.upper;
    thread.tt.store(b, b_hash,
                    {to_value({lower}), to_value({upper}), empties, 100, true, best_move,
                     best_move == known.moves.best ? known.moves.second : known.moves.best});
  }
  return best;
}

}  // namespace

template <int N>
int solve(SearchThread& thread, const Board& b, int alpha, int beta) {
  const int empties = count_empties<N>(b);
  if (empties <= kParityMaxEmpties) return solve_parity<N>(thread, b, alpha, beta);
  return solve_deep<N>(thread, b, hash(b), alpha, beta, empties);
}

template int solve<4>(SearchThread& thread, const Board& b, int alpha, int beta);
template int solve<6>(SearchThread& thread, const Board& b, int alpha, int beta);
template int solve<8>(SearchThread& thread, const Board& b, int alpha, int beta);

}  // namespace sumi::SUMI_ISA
