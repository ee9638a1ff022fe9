// SPDX-License-Identifier: MIT
/// Principal variation search with null windows to a given depth.
#pragma once

#include "engine/core/evaluator.h"
#include "engine/core/move_ordering.h"
#include "engine/core/probcut.h"
#include "engine/core/search_thread.h"
#include "engine/core/shape.h"

#include <array>

namespace sumi::SUMI_ISA {

template <Evaluator E, int N>
class Worker;
template <Evaluator E>
struct Split;

/// Searches for one thread. Fail-soft, in Value units; check thread.stopped() before use.
template <Evaluator E, int N>
class Midgame {
 public:
  /// `selectivity` is one of kSelectivities.
  Midgame(Worker<E, N>& worker, const E& eval, int selectivity)
      : worker_(worker), thread_(worker.thread), eval_(eval), margins_(eval.error(), selectivity) {}

  void set_root(const Board& root) { eval_.reset(root, states_[0]); }

  /// The value of the child of the root after move `s`, for the root's side to move.
  Value search_child(const Board& root, Square s, int depth, Value alpha, Value beta) {
    const Bitboard flipped = flips(root, s);
    eval_.advance(root, states_[0], s, flipped, states_[1]);
    ++thread_.nodes;
    const Board child = root.played(s, flipped);
    return -search(child, hash(child), depth - 1, 1, -beta, -alpha);
  }

  /// Searches `b`, whose state is that of `ply`.
  Value search(const Board& b, std::uint64_t b_hash, int depth, int ply, Value alpha, Value beta);

  typename E::State& state(int ply) { return states_[ply]; }
  int selectivity() const { return margins_.selectivity(); }
  void set_selectivity(int selectivity) { margins_ = ProbcutMargins(eval_.error(), selectivity); }
  /// See ProbcutMargins.
  int margin(int depth, int empties) { return margins_.at(depth, empties); }

 private:
  /// Below this depth moves are not worth ordering, nor positions remembering.
  static constexpr int kMinOrderedDepth = 2;
  /// From this depth on, several threads may share the moves of a node.
  static constexpr int kMinSharedDepth = 5;
  /// From this depth on, the evaluator orders moves too.
  static constexpr int kMinEvaluatedDepth = 4;

  bool predicted(const Board& b, std::uint64_t b_hash, int depth, int ply, Value alpha,
                 Value& bound);
  Value search_last_ply(const Board& b, Bitboard legal, int ply, Value beta);
  void list(const Board& b, Bitboard legal, HashMoves hash_moves, int depth, int ply,
            MoveList& moves);

  Worker<E, N>& worker_;
  SearchThread& thread_;
  const E& eval_;
  ProbcutMargins margins_;
  std::array<typename E::State, kMaxPly + 2> states_;  ///< [ply], and one below for leaves.
};

template <Evaluator E, int N>
Value Midgame<E, N>::search(const Board& b, std::uint64_t b_hash, int depth, int ply, Value alpha,
                            Value beta) {
  if (thread_.should_stop()) return alpha;
  const Bitboard legal = legal_moves<N>(b);
  if (legal == 0) {
    const Board passed = b.passed();
    if (legal_moves<N>(passed) == 0) return to_value({final_discs<N>(b)});
    if (depth <= 1) return eval_.value(b, states_[ply]);
    eval_.pass(states_[ply], states_[ply + 1]);
    return -search(passed, hash(passed), depth - 1, ply + 1, -beta, -alpha);
  }
  if (depth <= 0) return eval_.value(b, states_[ply]);
  if (depth < kMinOrderedDepth) return search_last_ply(b, legal, ply, beta);

  Value lower = -kInfinity, upper = kInfinity;
  HashMoves hash_moves;
  if (const std::optional<TtData> known = thread_.tt.probe(b, b_hash)) {
    hash_moves = {known->best, known->second};
    if (known->exact || (known->depth >= depth && known->selectivity >= selectivity())) {
      if (known->lower >= beta || known->lower == known->upper) return known->lower;
      if (known->upper <= alpha) return known->upper;
      lower = known->lower;
      upper = known->upper;
    }
  }

  if (Value bound; depth >= kProbcutMinDepth && beta.units == alpha.units + 1 &&
                   predicted(b, b_hash, depth, ply, alpha, bound)) {
    return bound;
  }

  MoveList moves;
  list(b, legal, hash_moves, depth, ply, moves);
  Value best = -kInfinity;
  Square best_move = Square::kPass;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i != 0 && depth >= kMinSharedDepth && i + 1 < moves.size() && worker_.may_share()) {
      Split<E> split{{thread_.split}, b,     states_[ply],  moves,       i,          ply,
                     depth,           false, selectivity(), alpha.units, beta.units, best.units,
                     best_move};
      worker_.share(split);
      if (thread_.stopped()) return alpha;
      best = {split.best};
      best_move = split.best_move;
      break;
    }
    const OrderedMove& move = pick_best(moves, i);
    ++thread_.nodes;
    eval_.advance(b, states_[ply], move.square, b.opp & move.child.opp, states_[ply + 1]);
    const auto child = [&](Value low, Value high) {
      return -search(move.child, move.hash, depth - 1, ply + 1, -high, -low);
    };
    const Value low = std::max(alpha, best);
    Value value = i == 0 ? child(low, beta) : child(low, {low.units + 1});
    if (i != 0 && low < value && value < beta) value = child(low, beta);
    if (thread_.stopped()) return alpha;
    if (value > best) {
      best = value;
      best_move = move.square;
      if (best >= beta) break;
    }
  }
  // Older bounds stand unless the new one contradicts them.
  if (best > alpha) lower = best, upper = std::max(upper, best);
  if (best < beta) upper = best, lower = std::min(lower, best);
  thread_.tt.store(b, b_hash,
                   {lower, upper, depth, selectivity(), false, best_move,
                    best_move == hash_moves.best ? hash_moves.second : hash_moves.best});
  return best;
}

/// True if a shallow search predicts that the deep one fails low or high on the null window above
/// `alpha`; `bound` is then what to return.
template <Evaluator E, int N>
bool Midgame<E, N>::predicted(const Board& b, std::uint64_t b_hash, int depth, int ply, Value alpha,
                              Value& bound) {
  const int margin = margins_.at(depth, count_empties<N>(b));
  if (margin == 0) return false;
  const auto shallow = [&](int low) {
    return search(b, b_hash, probcut_depth(depth), ply, {low}, {low + 1});
  };
  // One of the two can succeed; the static value says which to try.
  if (eval_.value(b, states_[ply]) > alpha) {
    const int high = alpha.units + 1 + margin;
    bound = {alpha.units + 1};
    return high < kMaxEstimate.units && shallow(high - 1).units >= high && !thread_.stopped();
  }
  const int low = alpha.units - margin;
  bound = alpha;
  return low > -kMaxEstimate.units && shallow(low).units <= low && !thread_.stopped();
}

template <Evaluator E, int N>
Value Midgame<E, N>::search_last_ply(const Board& b, Bitboard legal, int ply, Value beta) {
  Value best = -kInfinity;
  for (Bitboard left = legal; left != 0 && best < beta; left &= left - 1) {
    const Square s = first_square(left);
    const Bitboard flipped = flips(b, s);
    const Board child = b.played(s, flipped);
    ++thread_.nodes;
    eval_.advance(b, states_[ply], s, flipped, states_[ply + 1]);
    // A finished game is worth its score even here; every other leaf its estimate.
    const bool over = legal_moves<N>(child) == 0 && legal_moves<N>(child.passed()) == 0;
    best = std::max(
        best, over ? -to_value({final_discs<N>(child)}) : -eval_.value(child, states_[ply + 1]));
  }
  return best;
}

template <Evaluator E, int N>
void Midgame<E, N>::list(const Board& b, Bitboard legal, HashMoves hash_moves, int depth, int ply,
                         MoveList& moves) {
  list_moves(b, legal, hash_moves, &thread_.tt, moves, [&](Square s, const Board& child) {
    int score = detail::square_points<N>(bit(s)) - 8 * detail::weighted_mobility<N>(child) -
                2 * detail::potential_mobility<N>(child);
    if (depth >= kMinEvaluatedDepth) {
      eval_.advance(b, states_[ply], s, b.opp & child.opp, states_[ply + 1]);
      score -= eval_.value(child, states_[ply + 1]).units / 16;
    }
    return score;
  });
}

}  // namespace sumi::SUMI_ISA
