// SPDX-License-Identifier: MIT
/// Solves problems on several threads and reports them in the order of the input.
#pragma once

#include "engine/engine.h"
#include "protocol/cli/problem_source.h"
#include "protocol/cli/solve_report.h"
#include "protocol/cli/solve_result.h"
#include "protocol/cli/solve_store.h"
#include "protocol/report/progress_bar.h"

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace sumi::protocol {

/// Each thread has an engine of its own, emptied before each position: the nodes of a position
/// depend neither on the number of threads nor on what was solved before. What the store has is not
/// solved again.
class SolvePool {
 public:
  /// `store` may be null.
  SolvePool(ProblemSource& source, SolveReport& report, ProgressBar& bar,
            const EngineOptions& options, SolveMode mode, SolveStore* store)
      : source_(source),
        report_(report),
        bar_(bar),
        options_(options),
        mode_(mode),
        store_(store) {}

  /// Works until the input ends, or ends early soon after `interrupted` returns true; false then,
  /// and everything that is solved is reported, gaps or not. Throws what a thread threw.
  bool run(int threads, bool (*interrupted)());

 private:
  struct Done {
    Problem problem;
    std::optional<Solution> solution;  ///< Nothing for a bad one.
  };

  void work_and_catch();
  void work();
  std::optional<Problem> take(std::uint64_t& turn);
  Result<std::optional<Solution>> solve(Engine& engine, const Position& position);
  void report(const Done& done);
  void put(std::uint64_t turn, Done done);
  void draw();

  ProblemSource& source_;  ///< Guarded by take_mutex_.
  SolveReport& report_;    ///< Guarded by mutex_, as is all that follows turns_.
  ProgressBar& bar_;
  const EngineOptions options_;
  const SolveMode mode_;
  SolveStore* const store_;
  std::stop_source stop_;

  std::mutex take_mutex_;  ///< Taken before mutex_.
  std::uint64_t turns_ = 0;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::uint64_t, Done> waiting_;  ///< Done, but an earlier one is not.
  std::uint64_t reported_ = 0;
  std::optional<double> share_ = 0.0;
  int running_ = 0;
  std::exception_ptr failure_;
};

}  // namespace sumi::protocol
