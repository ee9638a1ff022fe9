// SPDX-License-Identifier: MIT
/// Turn by turn: taken in order, solved in any order, reported in order.
#include "engine/base/error.h"
#include "engine/game/rules.h"
#include "protocol/cli/solve_pool.h"

#include <chrono>

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
    if (done.problem.line) done.solution = solve(engine, *done.problem.line);
    if (stop_.stop_requested()) return;
    put(turn, std::move(done));
  }
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

Solution SolvePool::solve(Engine& engine, const ObfLine& line) {
  const Board& board = line.position.board;
  const int size = line.position.size;
  if (rules::game_over(board, size)) return {final_score(board, size), {}, 0, 0};
  EngineOptions options = options_;
  options.size = size;
  engine.configure(options).value();
  engine.clear_table();
  engine.set_board(board);
  SearchLimits limits;
  limits.exact_at_empties = 64;
  limits.win_loss_draw = wld_;
  engine.go(limits, {});
  const std::stop_callback on_stop(stop_.get_token(), [&engine] { engine.stop(); });
  const SearchUpdate found = engine.wait();
  if (!found.exact && !stop_.stop_requested()) throw FatalError("a search ended without a result");
  return {to_disc_diff(found.value()), found.line, found.nodes, found.seconds};
}

void SolvePool::put(std::uint64_t turn, Done done) {
  const std::lock_guard lock(mutex_);
  waiting_.emplace(turn, std::move(done));
  if (!waiting_.contains(reported_)) return;
  bar_.erase();
  for (auto next = waiting_.begin(); next != waiting_.end() && next->first == reported_;
       next = waiting_.erase(next), ++reported_) {
    const Done& ready = next->second;
    share_ = ready.problem.share;
    if (ready.solution) {
      report_.add(ready.problem, *ready.solution);
    } else {
      report_.add_bad(ready.problem);
    }
  }
  draw();
  changed_.notify_all();
}

void SolvePool::draw() { bar_.draw(share_, report_.positions()); }

}  // namespace sumi::protocol
