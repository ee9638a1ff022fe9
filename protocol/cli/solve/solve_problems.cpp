// SPDX-License-Identifier: MIT
#include "engine/engine.h"
#include "protocol/cli/solve/solve_problems.h"
#include "protocol/cli/solve/solve_search.h"
#include "protocol/command/ordered_pool.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace sumi::protocol {
namespace {

struct SolvedProblem {
  Problem problem;
  std::optional<Solution> solution;  ///< Nothing for a bad problem.
};

constexpr std::uint64_t kMaxAhead = 4096;

}  // namespace

bool solve_problems(
    ProblemSource& source, SolveReport& report, ProgressBar& bar, SolveWatch& watch,
    const EngineOptions& options, SolveMode mode, SolveStore* store, bool known_only, int threads,
    bool (*interrupted)(),
    const std::function<void(std::uint64_t done, std::optional<double> share)>& tick) {
  /// Solves a problem from the store or by searching; nothing if stopped.
  const auto solve = [&](Engine& engine, const Problem& problem,
                         std::stop_token stop) -> Result<std::optional<Solution>> {
    const Position& position = problem.line->position;
    if (store) {
      if (auto known = store->find(position, mode)) return std::optional(std::move(*known));
    }
    if (known_only) return Error{ErrorCode::kNotFound, "no shard has solved this position"};
    std::function<void(const SearchUpdate&)> on_update;
    if (watch.begin(problem)) {
      on_update = [&watch, &problem](const SearchUpdate& found) {
        watch.update(problem, found, found.seconds);
      };
    }
    auto solution = solve_position(engine, position, mode, stop, on_update);
    watch.end(problem);
    if (store && solution && *solution) store->add(position, mode, **solution);
    return solution;
  };

  std::optional<double> share = 0.0;
  OrderedWork<Problem, SolvedProblem> work;
  work.take = [&source](std::stop_token stop) { return source.next(stop); };
  work.make_work = [&] {
    return [&solve, engine = std::make_shared<Engine>(options)](
               Problem problem, std::stop_token stop) -> std::optional<SolvedProblem> {
      SolvedProblem done{std::move(problem), std::nullopt};
      if (!done.problem.line) return done;
      auto solution = solve(*engine, done.problem, stop);
      if (!solution) {
        done.problem.line = solution.error();
      } else if (*solution) {
        done.solution = std::move(*solution);
      } else {
        return std::nullopt;
      }
      return done;
    };
  };
  work.report = [&](const SolvedProblem& done) {
    bar.erase();
    share = done.problem.share;
    if (done.solution) {
      report.add(done.problem, *done.solution);
    } else {
      report.add_bad(done.problem);
    }
  };
  work.tick = [&] {
    watch.tick(bar);
    bar.draw(share, report.positions());
    if (tick) tick(report.positions(), share);
  };
  work.interrupted = interrupted;
  const bool complete = run_in_order(threads, kMaxAhead, work);
  bar.erase();
  if (tick) tick(report.positions(), complete ? 1 : share);
  return complete;
}

}  // namespace sumi::protocol
