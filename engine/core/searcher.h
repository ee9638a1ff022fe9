// SPDX-License-Identifier: MIT
/// Puts evaluator, table and search behind SearchCore. Private to the files that make cores:
/// searcher.cpp, with what games at full strength need, and other_searchers.cpp.
#pragma once

#include "engine/core/worker.h"
#include "engine/search_core.h"

#include <memory>

namespace sumi::SUMI_ISA {

/// A core for boards of N x N, all but what hangs on the evaluator. Instantiated for N = 4, 6, 8.
template <int N>
class SizedCore : public SearchCore {
 public:
  std::string_view isa() const override;
  SearchReport search(const Board& root, const SearchLimits& limits,
                      SearchMonitor& monitor) override;
  void feed(const Board& b, const SearchReport& known) override;
  std::uint64_t perft(const Board& b, int depth) const override;
  void resize_table(std::size_t mib) override;
  void clear_table() override;
  void set_threads(int threads) override;
  void set_parameters(const SearchParameters& parameters) override { parameters_ = parameters; }

 protected:
  /// A search with this thread and the helpers of `threads`, if that is not null, which use
  /// locals[1] and so on. The root has a move.
  virtual SearchReport search_moves(const Board& root, const SearchLimits& limits,
                                    SearchMonitor& monitor, const SearchThread& thread,
                                    ThreadTeam* threads, LocalTable* locals) = 0;

 private:
  SearchReport search_on_threads(const Board& root, const SearchLimits& limits,
                                 SearchMonitor& monitor);
  void clear_locals();

  static constexpr std::size_t kDefaultTableMib = 1;  // the engine asks for what it wants

  StabilityTable stability_;
  TranspositionTable tt_{kDefaultTableMib};
  std::unique_ptr<LocalTable[]> locals_ = std::make_unique<LocalTable[]>(1);  ///< [thread]
  SearchParameters parameters_;
  std::unique_ptr<ThreadTeam> threads_;  ///< Null: one thread searches.
};

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
  /// The things that the helpers of a search start with.
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

/// The cores of the evaluators that no game at full strength needs: all but nnue and pattern.
/// Requires: the evaluator knows boards of that size.
std::unique_ptr<SearchCore> make_other_core(EvaluatorKind kind, int size,
                                            const EvaluatorData& data);

}  // namespace sumi::SUMI_ISA
