// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/board/shape.h"
#include "engine/core/evaluators/evaluator.h"
#include "engine/core/search/move_ordering.h"
#include "engine/core/search/parallel.h"
#include "engine/core/search/probcut.h"

#include <array>
#include <cstdlib>

namespace sumi::SUMI_ISA {

/// How much the evaluator underestimates the side to move at this number of empties, in value
/// units; 0 at the end of the game.
SUMI_INLINE constexpr int correction_of(const ErrorModel& error, const SearchParameters& parameters,
                                        int empties) {
  return error.leaf_correction(empties) * parameters.tempo_percent / 100;
}

/// Principal variation search to a fixed depth, by one thread. Fail-soft, in value units. Check
/// thread.stopped() before using results.
template <Evaluator E, int N>
class Midgame {
 public:
  /// `selectivity`: one of kSelectivities.
  Midgame(TeamMember<E>& member, const E& eval, int selectivity)
      : member_(member), thread_(member.thread), eval_(eval), margins_(margins_for(selectivity)) {
    for (int empties = 1; empties <= N * N; ++empties) {
      corrections_[static_cast<std::size_t>(empties)] =
          correction_of(eval_.error(), thread_.parameters, empties);
    }
  }

  void set_root(const Board& root) { eval_.reset(root, states_[0]); }

  /// For the root's side to move.
  Value search_child(const Board& root, Square s, int depth, Value alpha, Value beta) {
    const Bitboard flipped = flips(root, s);
    eval_.advance(root, states_[0], s, flipped, states_[1]);
    ++thread_.nodes;
    const Board child = root.played(s, flipped);
    return -search(child, hash(child), depth - 1, 1, -beta, -alpha);
  }

  /// Null-window search of a node's `i`-th move above `alpha`. `depth` is the node's; the value is
  /// for its side to move. Requires: the child's state is set. Late moves are first searched two
  /// plies less deep (LMR), so that the same side moves last.
  Value search_null_window(const OrderedMove& move, std::size_t i, int depth, int ply,
                           Value alpha) {
    const auto child = [&](int child_depth) {
      return -search(move.child, move.hash, child_depth, ply + 1, {-alpha.units - 1}, -alpha);
    };
    if (i >= kFirstLateMove && depth >= kMinReducedDepth && selectivity() < 100) {
      const Value value = child(depth - 3);
      if (value <= alpha || thread_.stopped()) return value;
    }
    return child(depth - 1);
  }

  /// Requires: the state of `b` is set at `ply`.
  Value search(const Board& b, std::uint64_t b_hash, int depth, int ply, Value alpha, Value beta);

  typename E::State& state(int ply) { return states_[ply]; }
  int selectivity() const { return margins_.selectivity(); }
  void set_selectivity(int selectivity) { margins_ = margins_for(selectivity); }

  /// ProbCut: predicts from shallow searches, at the confidence of the selectivity, whether the
  /// value of `b` at `depth` is >= `beta` or <= `alpha`. `depth` is at least kProbcutMinDepth; for
  /// a search to the end, the number of empties. `legal` is not empty. Requires: selectivity() <
  /// 100.
  enum class ProbcutResult { kNone, kFailLow, kFailHigh };
  ProbcutResult probcut(const Board& b, std::uint64_t b_hash, Bitboard legal, int depth, int ply,
                        Value alpha, Value beta);

 private:
  /// For move ordering and table entries.
  static constexpr int kMinOrderedDepth = 2;
  /// For enhanced transposition cutoffs (ETC).
  static constexpr int kMinEtcDepth = 4;
  /// For sharing the moves of a node among threads.
  static constexpr int kMinSharedDepth = 5;
  /// For move ordering by the evaluator.
  static constexpr int kMinEvaluatedDepth = 4;
  /// For late move reduction; the first reduced move, counted from 0.
  static constexpr int kMinReducedDepth = 5;
  static constexpr std::size_t kFirstLateMove = 3;

  ProbcutMargins margins_for(int selectivity) const {
    return {eval_.error(), selectivity, thread_.parameters.probcut_percent};
  }
  int correction(int empties) const { return corrections_[static_cast<std::size_t>(empties)]; }
  /// Whether static values are cached: a miss in the CPU's caches costs more than a cheap
  /// evaluator.
  SUMI_INLINE bool caches() const {
    if constexpr (requires { eval_.is_cheap(); }) {
      return !eval_.is_cheap();
    } else {
      return true;
    }
  }
  /// In value units; calls `evaluate()` on a cache miss.
  template <class Evaluate>
  SUMI_INLINE int static_value(std::uint64_t hash, Evaluate&& evaluate) {
    if (!caches()) return evaluate().units;
    StaticValues& known = thread_.local.static_values;
    int units = 0;
    if (!known.probe(hash, units)) {
      units = evaluate().units;
      known.store(hash, units);
    }
    return units;
  }
  /// `empties` and the legal moves are those of the leaf `b`.
  Value leaf_value(const Board& b, int ply, int empties, Bitboard own_legal,
                   Bitboard opp_legal) const {
    return clamp_estimate(estimate(eval_, b, states_[ply], own_legal, opp_legal).units +
                          correction(empties));
  }
  bool reply_in_table_cuts(const MoveList& moves, int depth, Value beta, Value& bound) const;
  /// True if the entry is at least as reliable as a search to `depth`.
  bool is_sure(const TtData& known, int depth) const {
    return known.exact || (known.depth >= depth && known.selectivity >= selectivity());
  }
  Value search_last_ply(const Board& b, Bitboard legal, int ply, Value beta);
  void generate(const Board& b, Bitboard legal, HashMoves hash_moves, int depth, int ply,
                MoveList& moves);

  TeamMember<E>& member_;
  SearchThread& thread_;
  const E& eval_;
  ProbcutMargins margins_;
  std::array<int, N * N + 1> corrections_{};           ///< [empties]
  std::array<typename E::State, kMaxPly + 2> states_;  ///< [ply], plus one for leaves.
};

template <Evaluator E, int N>
Value Midgame<E, N>::search(const Board& b, std::uint64_t b_hash, int depth, int ply, Value alpha,
                            Value beta) {
  if (thread_.should_stop()) return alpha;
  const Bitboard legal = legal_moves<N>(b);
  if (legal == 0) {
    const Board passed = b.passed();
    const Bitboard opp_legal = legal_moves<N>(passed);
    if (opp_legal == 0) return to_value({final_discs<N>(b)});
    if (depth <= 1) return leaf_value(b, ply, count_empties<N>(b), 0, opp_legal);
    eval_.pass(states_[ply], states_[ply + 1]);
    return -search(passed, hash(passed), depth - 1, ply + 1, -beta, -alpha);
  }
  if (depth <= 0) {
    return leaf_value(b, ply, count_empties<N>(b), legal, legal_moves<N>(b.passed()));
  }
  if (depth < kMinOrderedDepth) return search_last_ply(b, legal, ply, beta);

  Value lower = -kInfinity, upper = kInfinity;
  HashMoves hash_moves;
  if (const std::optional<TtData> known = thread_.tt.probe(b, b_hash)) {
    hash_moves = {known->best, known->second};
    if (is_sure(*known, depth)) {
      if (known->lower >= beta || known->lower == known->upper) return known->lower;
      if (known->upper <= alpha) return known->upper;
      lower = known->lower;
      upper = known->upper;
    }
  }

  if (selectivity() < 100 && depth >= kProbcutMinDepth && beta.units == alpha.units + 1) {
    const ProbcutResult result = probcut(b, b_hash, legal, depth, ply, alpha, beta);
    if (result != ProbcutResult::kNone) return result == ProbcutResult::kFailHigh ? beta : alpha;
  }

  MoveList moves;
  generate(b, legal, hash_moves, depth, ply, moves);
  Value best = -kInfinity;
  if (depth >= kMinEtcDepth && reply_in_table_cuts(moves, depth - 1, beta, best)) return best;

  Square best_move = Square::kPass;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i != 0 && depth >= kMinSharedDepth && i + 1 < moves.size() && member_.may_share()) {
      OpenNode<E> rest{.board = b,
                       .state = states_[ply],
                       .moves = moves,
                       .next = i,
                       .ply = ply,
                       .depth = depth,
                       .to_end = false,
                       .selectivity = selectivity(),
                       .alpha = alpha,
                       .beta = beta,
                       .best = best,
                       .best_move = best_move};
      member_.share(rest);
      if (thread_.stopped()) return alpha;
      best = rest.best;
      best_move = rest.best_move;
      break;
    }
    const OrderedMove& move = pick_best(moves, i);
    ++thread_.nodes;
    eval_.advance(b, states_[ply], move.square, b.opp & move.child.opp, states_[ply + 1]);
    const auto child = [&](Value low, Value high) {
      return -search(move.child, move.hash, depth - 1, ply + 1, -high, -low);
    };
    const Value low = std::max(alpha, best);
    Value value = i == 0 ? child(low, beta) : search_null_window(move, i, depth, ply, low);
    if (i != 0 && low < value && value < beta) value = child(low, beta);
    if (thread_.stopped()) return alpha;
    if (value > best) {
      best = value;
      best_move = move.square;
      if (best >= beta) break;
    }
  }
  // Keep an older bound unless the new one contradicts it.
  if (best > alpha) lower = best, upper = std::max(upper, best);
  if (best < beta) upper = best, lower = std::min(lower, best);
  thread_.store(b, b_hash,
                {lower, upper, depth, selectivity(), false, best_move,
                 best_move == hash_moves.best ? hash_moves.second : hash_moves.best});
  return best;
}

template <Evaluator E, int N>
typename Midgame<E, N>::ProbcutResult Midgame<E, N>::probcut(const Board& b, std::uint64_t b_hash,
                                                             Bitboard legal, int depth, int ply,
                                                             Value alpha, Value beta) {
  const int empties = count_empties<N>(b);
  const int here = correction(empties - depth);
  const int estimated = static_value(
      b_hash, [&] { return estimate(eval_, b, states_[ply], legal, legal_moves<N>(b.passed())); });
  // At most one can succeed; the static value predicts which.
  const bool high = estimated + here > alpha.units;
  if (std::popcount(high ? b.own : b.opp) <= kFewDiscs) return ProbcutResult::kNone;
  for (const Probe probe : {Probe::kCheap, Probe::kMain}) {
    if (probe == Probe::kCheap && depth < kCheapProbeMinDepth) continue;
    const int margin = margins_.at(depth, probe, empties);
    if (margin == 0) return ProbcutResult::kNone;  // no error model
    const int shallow = probcut_depth(depth, probe);
    const int threshold =
        (high ? beta.units + margin : alpha.units - margin) + correction(empties - shallow) - here;
    if (std::abs(threshold) >= kMaxEstimate.units) continue;
    const Value low{high ? threshold - 1 : threshold};
    const Value value = shallow == 0 ? clamp_estimate(estimated + correction(empties))
                                     : search(b, b_hash, shallow, ply, low, Value{low.units + 1});
    if (thread_.stopped()) return ProbcutResult::kNone;
    if (high && value.units >= threshold) return ProbcutResult::kFailHigh;
    if (!high && value.units <= threshold) return ProbcutResult::kFailLow;
  }
  return ProbcutResult::kNone;
}

/// True if a reply's table entry of sufficient depth proves a value >= `beta`; stores the value in
/// `bound`.
template <Evaluator E, int N>
bool Midgame<E, N>::reply_in_table_cuts(const MoveList& moves, int depth, Value beta,
                                        Value& bound) const {
  for (const OrderedMove& move : moves) {
    const std::optional<TtData> reply = thread_.tt.probe(move.child, move.hash);
    if (reply && is_sure(*reply, depth) && -reply->upper >= beta) {
      bound = -reply->upper;
      return true;
    }
  }
  return false;
}

template <Evaluator E, int N>
Value Midgame<E, N>::search_last_ply(const Board& b, Bitboard legal, int ply, Value beta) {
  const int empties = count_empties<N>(b) - 1;
  StaticValues& known = thread_.local.static_values;
  const bool cached = caches();
  Value best = -kInfinity;
  // Cheap ordering by class of square.
  const Bitboard corners = legal & kCorners<N>, c_squares = legal & kCSquares<N>,
                 x_squares = legal & kXSquares<N>;
  for (Bitboard part :
       {corners, legal & ~(corners | c_squares | x_squares), c_squares, x_squares}) {
    for (; part != 0 && best < beta; part &= part - 1) {
      const Square s = first_square(part);
      const Bitboard flipped = flips(b, s);
      const Board child = b.played(s, flipped);
      ++thread_.nodes;
      const std::uint64_t child_hash = cached ? hash(child) : 0;
      int units = 0;
      if (!cached || !known.probe(child_hash, units)) {
        const Bitboard own_legal = legal_moves<N>(child),
                       opp_legal = legal_moves<N>(child.passed());
        // Exact for a finished game, else an estimate.
        if ((own_legal | opp_legal) == 0) {
          best = std::max(best, -to_value({final_discs<N>(child)}));
          continue;
        }
        eval_.advance(b, states_[ply], s, flipped, states_[ply + 1]);
        units = estimate(eval_, child, states_[ply + 1], own_legal, opp_legal).units;
        if (cached) known.store(child_hash, units);
      }
      best = std::max(best, -clamp_estimate(units + correction(empties)));
    }
  }
  return best;
}

template <Evaluator E, int N>
void Midgame<E, N>::generate(const Board& b, Bitboard legal, HashMoves hash_moves, int depth,
                             int ply, MoveList& moves) {
  // No table lookups for children one ply above the leaves.
  const TranspositionTable* const table = depth > kMinOrderedDepth ? &thread_.tt : nullptr;
  const auto value = [&](Square s, const Board& child) {
    if (depth < kMinEvaluatedDepth) return Value{};
    return Value{static_value(hash(child), [&] {
      eval_.advance(b, states_[ply], s, b.opp & child.opp, states_[ply + 1]);
      return eval_.value(child, states_[ply + 1]);
    })};
  };
  generate_midgame_moves<N>(b, legal, hash_moves, table, moves, thread_.parameters, value);
}

}  // namespace sumi::SUMI_ISA
