// SPDX-License-Identifier: MIT
/// Turn by turn: taken in order, analysed in any order, reported in order.
#include "protocol/analysis/analysis_pool.h"

#include <chrono>
#include <thread>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr std::uint64_t kMaxWaiting = 256;  // games held back by a long one
constexpr auto kTick = std::chrono::milliseconds(50);

}  // namespace

bool AnalysisPool::run(int jobs, const std::function<bool()>& interrupted, const Report& report) {
  running_ = jobs;
  std::vector<std::jthread> workers;
  const struct StopFirst {  // what `report` throws must not leave workers at work
    AnalysisPool& pool;
    std::vector<std::jthread>& workers;
    ~StopFirst() {
      pool.stop();
      workers.clear();
    }
  } stop_first{*this, workers};
  for (int i = 0; i < jobs; ++i) workers.emplace_back([this] { work_and_catch(); });
  bool early = false;
  std::unique_lock lock(mutex_);
  while (true) {
    report_ready(lock, report);
    if (running_ == 0 || failure_) break;
    draw();
    changed_.wait_for(lock, kTick,
                      [this] { return running_ == 0 || failure_ || waiting_.contains(reported_); });
    if (!early && running_ > 0 && interrupted()) {
      early = true;
      lock.unlock();
      stop();
      lock.lock();
    }
  }
  bar_.erase();
  if (failure_) std::rethrow_exception(failure_);
  return !early;
}

void AnalysisPool::stop() {
  stop_.request_stop();
  { const std::lock_guard lock(mutex_); }  // whoever was about to wait waits now, and is woken
  changed_.notify_all();
}

void AnalysisPool::report_ready(std::unique_lock<std::mutex>& lock, const Report& report) {
  for (auto next = waiting_.find(reported_); next != waiting_.end();
       next = waiting_.find(reported_)) {
    const auto ready = waiting_.extract(next);
    ++reported_;
    lock.unlock();
    changed_.notify_all();
    bar_.erase();
    report(ready.mapped());
    lock.lock();
  }
}

void AnalysisPool::work_and_catch() {
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

void AnalysisPool::work() {
  Engine engine(options_);
  std::uint64_t turn = 0;
  while (auto taken = take(turn)) {
    AnalyzedGame game{std::move(*taken), std::nullopt};
    if (game.source.game) {
      EngineOptions options = options_;
      options.size = game.source.game->start.size;
      if (const auto fits = engine.configure(options); fits) {
        game.analysis = analyze(engine, *game.source.game, turn);
      } else {
        game.source.game = fits.error();  // an evaluator that does not know the size
      }
    }
    put(turn, std::move(game));
  }
}

std::optional<SourceGame> AnalysisPool::take(std::uint64_t& turn) {
  const std::lock_guard taking(take_mutex_);
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock,
                  [this] { return turns_ < reported_ + kMaxWaiting || stop_.stop_requested(); });
  }
  if (stop_.stop_requested()) return std::nullopt;
  auto game = source_.next(stop_.get_token());
  if (!game) return std::nullopt;
  turn = turns_++;
  const std::lock_guard lock(mutex_);
  if (!game->share) share_.reset();
  const double from = std::exchange(taken_share_, game->share.value_or(0));
  at_work_[turn] = {from, taken_share_, 0};
  return game;
}

/// Requires: the engine has the game's board size.
GameAnalysis AnalysisPool::analyze(Engine& engine, const GameRecord& game, std::uint64_t turn) {
  engine.clear_table();
  const auto progress = [&](const AnalyzedMove* latest, int done, int all) {
    if (latest && journal_) journal_->add(game, *latest);
    const std::lock_guard lock(mutex_);
    at_work_[turn].done = static_cast<double>(done) / all;
    ++moves_;
  };
  return analyze_game(
      engine, game, setup_, progress, [this] { return stop_.stop_requested(); },
      journal_ ? journal_->known(game) : std::vector<AnalyzedMove>());
}

void AnalysisPool::put(std::uint64_t turn, AnalyzedGame game) {
  const std::lock_guard lock(mutex_);
  const auto done = at_work_.extract(turn);
  if (share_) *share_ += done.mapped().to - done.mapped().from;
  waiting_.emplace(turn, std::move(game));
  changed_.notify_all();
}

/// Requires: mutex_ is held.
void AnalysisPool::draw() {
  std::optional<double> share = share_;
  for (const auto& [turn, work] : at_work_) {
    if (share) *share += (work.to - work.from) * work.done;
  }
  bar_.draw(share, moves_);
}

}  // namespace sumi::protocol
