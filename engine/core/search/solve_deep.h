// SPDX-License-Identifier: MIT
/// Endgames with many empties. The evaluator orders the moves; selective searches precede the exact
/// one.
#pragma once

#include "engine/core/search/midgame.h"
#include "engine/core/search/parallel.h"
#include "engine/core/search/solve.h"

namespace sumi::SUMI_ISA {

/// Inverse of to_value().
SUMI_INLINE constexpr int whole_discs(Value v) { return v.units / Value::kPerDisc; }

/// Search to the end by one thread, with the evaluator states of a Midgame. Fail-soft, in discs.
/// Check thread.stopped() before using results.
template <Evaluator E, int N>
class DeepSolver {
 public:
  DeepSolver(TeamMember<E>& member, Midgame<E, N>& midgame, const E& eval)
      : member_(member), thread_(member.thread), eval_(eval), midgame_(midgame) {}

  /// For the side to move of `b`, at the selectivity of `midgame`; exact at 100.
  int solve(const Board& b, int alpha, int beta) {
    eval_.reset(b, midgame_.state(1));
    return search(b, hash(b), 1, alpha, beta, count_empties<N>(b));
  }

  /// Requires: the state of `b` is set at `ply`.
  int search(const Board& b, std::uint64_t b_hash, int ply, int alpha, int beta, int empties);

 private:
  TeamMember<E>& member_;
  SearchThread& thread_;
  const E& eval_;
  Midgame<E, N>& midgame_;
};

template <Evaluator E, int N>
int DeepSolver<E, N>::search(const Board& b, std::uint64_t b_hash, int ply, int alpha, int beta,
                             int empties) {
  const int selectivity = midgame_.selectivity();
  if (empties < kDeepMinEmpties) {
    return sumi::SUMI_ISA::solve<N>(thread_, b, b_hash, alpha, beta, empties);
  }
  if (thread_.should_stop()) return alpha;

  if (int upper = 0; stability_cuts<N>(thread_, b, alpha, empties, upper)) return upper;

  const Bitboard legal = legal_moves<N>(b);
  if (legal == 0) {
    const Board passed = b.passed();
    if (legal_moves<N>(passed) == 0) return final_discs<N>(b);
    eval_.pass(midgame_.state(ply), midgame_.state(ply + 1));
    return -search(passed, hash(passed), ply + 1, -beta, -alpha, empties);
  }

  const KnownScore<N> known(thread_.tt.probe(b, b_hash), empties, selectivity);
  if (known.lower >= beta) return known.lower;
  if (known.upper <= alpha) return known.upper;
  if (known.lower == known.upper) return known.lower;

  if (selectivity < 100 && beta == alpha + 1) {
    using ProbcutResult = typename Midgame<E, N>::ProbcutResult;
    const ProbcutResult result =
        midgame_.probcut(b, b_hash, legal, empties, ply, to_value({alpha}), to_value({beta}));
    if (result != ProbcutResult::kNone) return result == ProbcutResult::kFailHigh ? beta : alpha;
  }

  int best = kNoScore;
  Square best_move = Square::kPass;
  const auto search_move = [&](Square s, const Board& child, std::uint64_t child_hash) {
    ++thread_.nodes;
    eval_.advance(b, midgame_.state(ply), s, b.opp & child.opp, midgame_.state(ply + 1));
    const auto child_score = [&](int low, int high) {
      return -search(child, child_hash, ply + 1, -high, -low, empties - 1);
    };
    const int low = alpha > best ? alpha : best;
    const int score = score_of_move(best == kNoScore, low, beta, child_score);
    if (score > best && !thread_.stopped()) {
      best = score;
      best_move = s;
    }
  };
  const auto stored = [&] {
    store_result<N>(thread_, b, b_hash, known, alpha, beta, best, best_move, empties, selectivity);
    return best;
  };

  // Search the hash move first: a cutoff saves generating the others.
  Bitboard left = legal;
  if (const Square s = known.moves.best; s != Square::kPass) {
    const Board child = play(b, s);
    search_move(s, child, hash(child));
    if (thread_.stopped()) return alpha;
    left ^= bit(s);
    if (best >= beta || left == 0) return stored();
  }

  MoveList moves;
  const auto value = [&](Square s, const Board& child) {
    eval_.advance(b, midgame_.state(ply), s, b.opp & child.opp, midgame_.state(ply + 1));
    if (empties < kSearchedOrderMinEmpties) return eval_.value(child, midgame_.state(ply + 1));
    const Value all{kInfinity.units};  // a copy: the constant itself would leave a symbol
                                       // (README.md, rule 2)
    const Value searched = midgame_.search(child, hash(child), 1, ply + 1, -all, all);
    return Value{searched.units * 5 / 4};  // weighs more than a static value
  };
  generate_deep_moves<N>(b, left, known.moves, thread_.tt, moves, thread_.parameters, value);
  if (int bound = 0;
      reply_in_table_cuts<N>(thread_, moves, beta, empties - 1, selectivity, bound)) {
    return bound;
  }
  for (std::size_t i = 0; i < moves.size() && best < beta; ++i) {
    if (best != kNoScore && empties >= kSharedMinEmpties && i + 1 < moves.size() &&
        member_.may_share()) {
      OpenNode<E> rest{.board = b,
                       .state = midgame_.state(ply),
                       .moves = moves,
                       .next = i,
                       .ply = ply,
                       .depth = empties,
                       .to_end = true,
                       .selectivity = selectivity,
                       .alpha = to_value({alpha}),
                       .beta = to_value({beta}),
                       .best = to_value({best}),
                       .best_move = best_move};
      member_.share(rest);
      if (thread_.stopped()) return alpha;
      best = whole_discs(rest.best);
      best_move = rest.best_move;
      break;
    }
    const OrderedMove& move = pick_best(moves, i);
    search_move(move.square, move.child, move.hash);
    if (thread_.stopped()) return alpha;
  }
  return stored();
}

}  // namespace sumi::SUMI_ISA
