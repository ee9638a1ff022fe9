// SPDX-License-Identifier: MIT
/// Implements SearchCore. Private to searcher.cpp (evaluators for full strength) and
/// other_searchers.cpp.
#pragma once

#include "engine/core/search/midgame.h"
#include "engine/core/search/parallel.h"
#include "engine/core/search/root.h"
#include "engine/core/search/solve_deep.h"
#include "engine/search_core.h"

#include <memory>

namespace sumi::SUMI_ISA {

/// A core for N x N boards, except for the evaluator. Instantiated for N = 4, 6, 8.
template <int N>
class SizedCore : public SearchCore {
 public:
  std::string_view isa() const override;
  SearchReport search(const Board& root, const SearchLimits& limits,
                      SearchMonitor& monitor) override;
  void add_knowledge(const Board& b, const SearchReport& known) override;
  std::uint64_t perft(const Board& b, int depth) const override;
  void resize_table(std::size_t mib) override;
  void clear_table() override;
  void set_threads(int threads) override;
  void set_parameters(const SearchParameters& parameters) override { parameters_ = parameters; }

 protected:
  /// Searches on this thread and, unless `threads` is null, on its helpers, which use locals[1] and
  /// up. Requires: the root has a move.
  virtual SearchReport search_moves(const Board& root, const SearchLimits& limits,
                                    SearchMonitor& monitor, const SearchThread& thread,
                                    ThreadTeam* threads, LocalTable* locals) = 0;

 private:
  SearchReport search_on_threads(const Board& root, const SearchLimits& limits,
                                 SearchMonitor& monitor);
  void clear_locals();

  static constexpr std::size_t kDefaultTableMib = 1;  // the engine sets its own size

  StabilityTable stability_;
  TranspositionTable tt_{kDefaultTableMib};
  std::unique_ptr<LocalTable[]> locals_ = std::make_unique<LocalTable[]>(1);  ///< [thread]
  SearchParameters parameters_;
  std::unique_ptr<ThreadTeam> threads_;  ///< Null: single-threaded.
};

/// The searchers of a thread, with the evaluator states of its current path.
template <Evaluator E, int N>
class Worker final : public TeamMember<E>, public RootSearches {
 public:
  using TeamMember<E>::thread;

  /// `team`: null if single-threaded.
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
  /// Null-window search of the `i`-th move above `alpha`, for the node's side to move.
  Value search_null_window(const Split<E>& split, const OrderedMove& move, std::size_t i,
                           Value alpha);
  /// For the node's side to move.
  Value search(const Split<E>& split, const OrderedMove& move, Value alpha, Value beta);

  const E& eval_;
};

template <Evaluator E, int N>
void Worker<E, N>::run(Split<E>& split) {
  const SplitLink* const before = thread.split;
  thread.split = &split;
  if (midgame.selectivity() != split.selectivity) midgame.set_selectivity(split.selectivity);
  const auto threshold = [&split] { return std::max(split.alpha, split.best); };
  while (!thread.stopped()) {
    OrderedMove move;
    std::size_t i;
    Value low;
    {
      const SpinGuard guard(split.lock);
      if (split.next == split.moves.size()) break;
      i = split.next++;
      move = pick_best(split.moves, i);
      low = threshold();
    }
    ++thread.nodes;
    eval_.advance(split.board, split.state, move.square, split.board.opp & move.child.opp,
                  midgame.state(split.ply + 1));
    Value score = search_null_window(split, move, i, low);
    if (low < score && score < split.beta && !thread.stopped()) {
      {
        const SpinGuard guard(split.lock);
        low = threshold();
      }
      // Another move may have reached the bound `score` meanwhile; search again above the current
      // best value.
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

template <Evaluator E, int N>
class Searcher final : public SizedCore<N> {
 public:
  explicit Searcher(const E& eval = E()) : eval_(eval) {}

  Value evaluate(const Board& b) const override {
    typename E::State state;
    eval_.reset(b, state);
    return eval_.value(b, state);
  }

 private:
  struct Helpers {
    const SearchThread& thread;
    LocalTable* locals;
    const E& eval;
    int selectivity;
    Team<E>& team;

    static void run(void* context, int helper) {
      const Helpers& begin = *static_cast<const Helpers*>(context);
      const SearchThread thread(begin.thread, begin.locals[1 + helper]);
      Worker<E, N> worker(thread, begin.eval, begin.selectivity, &begin.team);
      begin.team.help(worker);
    }
  };

  SearchReport search_moves(const Board& root, const SearchLimits& limits, SearchMonitor& monitor,
                            const SearchThread& thread, ThreadTeam* threads,
                            LocalTable* locals) override {
    if (threads == nullptr) {
      Worker<E, N> worker(thread, eval_, limits.selectivity, nullptr);
      return Root<N>(worker.thread, worker, root, limits, monitor).run();
    }
    Team<E> team(*threads);
    Worker<E, N> worker(thread, eval_, limits.selectivity, &team);
    Helpers helpers{thread, locals, eval_, limits.selectivity, team};
    threads->start(&Helpers::run, &helpers);
    const SearchReport report = Root<N>(worker.thread, worker, root, limits, monitor).run();
    team.end();
    threads->finish();
    return report;
  }

  E eval_;
};

/// Cores for all evaluators except nnue and pattern. Requires: the evaluator supports the size.
std::unique_ptr<SearchCore> make_other_core(EvaluatorKind kind, int size,
                                            const EvaluatorData& data);

}  // namespace sumi::SUMI_ISA
