// SPDX-License-Identifier: MIT
/// Turn by turn: taken in order, solved in any order, reported in order.
#include "protocol/cli/solve_pool.h"
#include "protocol/cli/solve_search.h"

#include <chrono>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::uint64_t kMaxWaiting = 4096;  // results held back by one hard position
constexpr auto kTick = std::chrono::milliseconds(50);

}  // namespace

bool SolvePool::run(int threads, bool (*interrupted)()) {
  running_ = threads;
  std::vector<std::jthread> workers;
  for (int i = 0; i < threads; ++i) workers.emplace_back([this] { work_and_catch(); });
  bool early = false;
  {
    std::unique_lock lock(mutex_);
    while (running_ > 0 && !failure_ && !early) {
      draw();
      changed_.wait_for(lock, kTick, [this] { return running_ == 0 || failure_; });
      early = running_ > 0 && interrupted();
    }
  }
  stop_.request_stop();
  { const std::lock_guard lock(mutex_); }  // whoever was about to wait waits now, and is woken
  changed_.notify_all();
  workers.clear();
  bar_.erase();
  if (failure_) std::rethrow_exception(failure_);
  for (const auto& [turn, done] : waiting_) report(done);
  return !early;
}

void SolvePool::work_and_catch() {
  std::exception_ptr failure;
  try {
    work();
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  --running_;
  if (failure && !failure_) failure_ = failure;
  changed_.notify_all();
}

void SolvePool::work() {
  Engine engine(options_);
  std::uint64_t turn = 0;
  while (auto problem = take(turn)) {
    Done done{std::move(*problem), std::nullopt};
    if (done.problem.line) {
      auto solution = solve(engine, done.problem.line->position);
      if (solution && !*solution) return;  // stopped
      if (solution) {
        done.solution = std::move(*solution);
      } else {
        done.problem.line = solution.error();
      }
    }
    put(turn, std::move(done));
  }
}

/// From the store or by searching; nothing if stopped.
Result<std::optional<Solution>> SolvePool::solve(Engine& engine, const Position& position) {
  if (store_) {
    if (auto known = store_->find(position, mode_)) return std::optional(std::move(*known));
  }
  auto solution = solve_position(engine, position, mode_, stop_.get_token());
  if (store_ && solution && *solution) store_->add(position, mode_, **solution);
  return solution;
}

std::optional<Problem> SolvePool::take(std::uint64_t& turn) {
  const std::lock_guard taking(take_mutex_);
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock,
                  [this] { return turns_ < reported_ + kMaxWaiting || stop_.stop_requested(); });
  }
  turn = turns_++;
  return source_.next(stop_.get_token());
}

void SolvePool::put(std::uint64_t turn, Done done) {
  const std::lock_guard lock(mutex_);
  waiting_.emplace(turn, std::move(done));
  if (!waiting_.contains(reported_)) return;
  bar_.erase();
  for (auto next = waiting_.begin(); next != waiting_.end() && next->first == reported_;
       next = waiting_.erase(next), ++reported_) {
    share_ = next->second.problem.share;
    report(next->second);
  }
  draw();
  changed_.notify_all();
}

void SolvePool::report(const Done& done) {
  if (done.solution) {
    report_.add(done.problem, *done.solution);
  } else {
    report_.add_bad(done.problem);
  }
}

void SolvePool::draw() { bar_.draw(share_, report_.positions()); }

}  // namespace sumi::protocol
