// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/evaluators/pattern_evaluator.h"
#include "engine/core/search/searcher.h"
#include "tests/support/pattern_weights.h"

#include <limits>
#include <memory>

namespace sumi::test {

/// Runs a search to its end, or to the limit of polls or iterations.
struct CountingMonitor : SearchMonitor {
  bool should_stop(std::uint64_t) override { return ++polls > max_polls; }
  bool on_iteration(const SearchReport& report) override {
    last = report;
    return ++iterations < max_iterations;
  }

  long polls = 0, max_polls = std::numeric_limits<long>::max();
  long iterations = 0, max_iterations = std::numeric_limits<long>::max();
  SearchReport last;
};

inline SUMI_ISA::PatternEvaluator shipped_patterns() {
  return SUMI_ISA::PatternEvaluator(shipped_weights());
}

struct ThreadFixture {
  SUMI_ISA::TranspositionTable tt{1};
  SUMI_ISA::StabilityTable stability;
  CountingMonitor monitor;
  std::unique_ptr<SUMI_ISA::LocalTable> local = std::make_unique<SUMI_ISA::LocalTable>();
  SUMI_ISA::SearchShare share;
  SUMI_ISA::SearchThread thread{tt,    stability, *local,
                                share, monitor,   std::numeric_limits<std::uint64_t>::max()};

  /// A worker without a pool. It counts in Worker::thread, a copy of `thread`.
  template <int N, class E>
  SUMI_ISA::Worker<E, N> worker(const E& eval, int selectivity = 100) {
    return SUMI_ISA::Worker<E, N>(thread, eval, selectivity, nullptr);
  }
};

}  // namespace sumi::test
