// SPDX-License-Identifier: MIT
/// One thread of a search, with all it needs to search any move of any node.
#pragma once

#include "engine/core/endgame/solve_deep.h"
#include "engine/core/midgame.h"
#include "engine/core/parallel.h"
#include "engine/core/root.h"

namespace sumi::SUMI_ISA {

/// The searchers of one thread, with the evaluator states of the positions on its current path.
template <Evaluator E, int N>
class Worker final : public TeamMember<E>, public RootSearches {
 public:
  using TeamMember<E>::thread;

  /// `team` is null if the thread searches alone.
  Worker(const SearchThread& thread, const E& eval, int selectivity, Team<E>* team)
      : TeamMember<E>(thread, team),
        midgame(*this, eval, selectivity),
        deep(*this, midgame, eval),
        eval_(eval) {}

  void run(Split<E>& split) override;

  void set_root(const Board& root) override { midgame.set_root(root); }
  int selectivity() const override { return midgame.selectivity(); }
  void set_selectivity(int selectivity) override { midgame.set_selectivity(selectivity); }
  Value search_child(const Board& root, Square s, int depth, Value alpha, Value beta) override {
    return midgame.search_child(root, s, depth, alpha, beta);
  }
  int solve(const Board& b, int alpha, int beta) override { return deep.solve(b, alpha, beta); }

  Midgame<E, N> midgame;
  DeepSolver<E, N> deep;

 private:
  /// Searches the `i`-th move of a node with a null window: tells whether its value for the node's
  /// side to move is more than `alpha`.
  Value search_null_window(const Split<E>& split, const OrderedMove& move, std::size_t i,
                           Value alpha);
  /// Searches the move inside the window; the value is for the node's side to move.
  Value search(const Split<E>& split, const OrderedMove& move, Value alpha, Value beta);

  const E& eval_;
};

template <Evaluator E, int N>
void Worker<E, N>::run(Split<E>& split) {
  const SplitLink* const before = thread.split;
  thread.split = &split;
  if (midgame.selectivity() != split.selectivity) midgame.set_selectivity(split.selectivity);
  const auto bar = [&split] { return std::max(split.alpha, split.best); };
  while (!thread.stopped()) {
    OrderedMove move;
    std::size_t i;
    Value low;
    {
      const SpinGuard guard(split.lock);
      if (split.next == split.moves.size()) break;
      i = split.next++;
      move = pick_best(split.moves, i);
      low = bar();
    }
    ++thread.nodes;
    eval_.advance(split.board, split.state, move.square, split.board.opp & move.child.opp,
                  midgame.state(split.ply + 1));
    Value score = search_null_window(split, move, i, low);
    if (low < score && score < split.beta && !thread.stopped()) {
      {
        const SpinGuard guard(split.lock);
        low = bar();
      }
      // `score` is only a lower bound, and another move may have reached it by now, so the move is
      // searched again from the best value of this moment.
      if (low < split.beta) score = search(split, move, low, split.beta);
    }
    if (thread.stopped()) break;
    const SpinGuard guard(split.lock);
    if (score > split.best) {
      split.best = score;
      split.best_move = move.square;
      if (score >= split.beta) split.cut.store(true, std::memory_order_relaxed);
    }
  }
  thread.split = before;
  thread.publish();
}

template <Evaluator E, int N>
Value Worker<E, N>::search_null_window(const Split<E>& split, const OrderedMove& move,
                                       std::size_t i, Value alpha) {
  if (split.to_end) return search(split, move, alpha, {alpha.units + Value::kPerDisc});
  return midgame.search_null_window(move, i, split.depth, split.ply, alpha);
}

template <Evaluator E, int N>
Value Worker<E, N>::search(const Split<E>& split, const OrderedMove& move, Value alpha,
                           Value beta) {
  if (split.to_end) {
    const int score = -deep.search(move.child, move.hash, split.ply + 1, -whole_discs(beta),
                                   -whole_discs(alpha), split.depth - 1);
    return to_value({score});
  }
  return -midgame.search(move.child, move.hash, split.depth - 1, split.ply + 1, -beta, -alpha);
}

}  // namespace sumi::SUMI_ISA
