// SPDX-License-Identifier: MIT
#include "engine/engine.h"
#include "engine/isa_dispatch.h"
#include "engine/time_manager.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace sumi {
namespace {

EvaluatorKind evaluator_kind(std::string_view name) {
  const auto found = std::ranges::find(kEvaluatorNames, name);
  return static_cast<EvaluatorKind>(found - std::begin(kEvaluatorNames));
}

/// Watches one search: the stop flag, the time, and what the listener wants to hear.
class Watch final : public SearchMonitor {
 public:
  Watch(const std::atomic<bool>& stop, TimeBudget budget, const SearchListener& listener)
      : stop_(stop), budget_(budget), listener_(listener) {}

  bool should_stop() override {
    return stop_.load(std::memory_order_relaxed) || clock_.elapsed() >= budget_.hard;
  }

  bool on_iteration(const SearchReport& report) override {
    if (listener_.on_update) listener_.on_update(update(report));
    return clock_.elapsed() < budget_.soft;
  }

  SearchUpdate update(const SearchReport& report) const {
    return SearchUpdate{report, clock_.seconds()};
  }

 private:
  const std::atomic<bool>& stop_;
  const TimeBudget budget_;
  const SearchListener& listener_;
  StopWatch clock_;
};

}  // namespace

struct Engine::Impl {
  EngineOptions options;
  std::unique_ptr<SearchCore> core;
  Board board = kStartBoard;
  bool table_sized = false;  ///< The table has the size that the options ask for.
  std::atomic<bool> stop{false};
  std::thread thread;
  SearchUpdate result;

  void join() {
    if (thread.joinable()) thread.join();
  }

  void search(const SearchLimits& limits, const SearchListener& listener) {
    // Here, not in go(): the first search pays for the memory, and go() returns at once.
    if (!table_sized) {
      core->resize_table(static_cast<std::size_t>(options.hash_mib));
      table_sized = true;
    }
    Watch watch(stop, time_budget(limits, board.empties(), Millis(options.move_overhead_ms)),
                listener);
    result = watch.update(core->search(board, limits, watch));
    if (listener.on_done) listener.on_done(result);
  }
};

Engine::Engine(const EngineOptions& options) : impl_(std::make_unique<Impl>()) {
  impl_->options = options;
  impl_->core = make_search_core(evaluator_kind(options.evaluator), options.isa).value();
}

Engine::~Engine() {
  stop();
  impl_->join();
}

Result<void> Engine::configure(const EngineOptions& options) {
  stop();
  impl_->join();
  EngineOptions& current = impl_->options;
  if (options.evaluator != current.evaluator || options.isa != current.isa) {
    auto core = make_search_core(evaluator_kind(options.evaluator), options.isa);
    if (!core) return core.error();
    impl_->core = std::move(*core);
    impl_->table_sized = false;
  }
  if (options.hash_mib != current.hash_mib) impl_->table_sized = false;
  current = options;
  return {};
}

const EngineOptions& Engine::options() const { return impl_->options; }

std::string_view Engine::isa() const { return impl_->core->isa(); }

void Engine::set_board(const Board& board) {
  impl_->join();
  impl_->board = board;
}

void Engine::clear_table() {
  impl_->join();
  impl_->core->clear_table();
}

void Engine::go(const SearchLimits& limits, SearchListener listener) {
  impl_->join();
  impl_->stop = false;
  impl_->thread = std::thread([impl = impl_.get(), limits, listener = std::move(listener)] {
    impl->search(limits, listener);
  });
}

void Engine::stop() { impl_->stop.store(true, std::memory_order_relaxed); }

SearchUpdate Engine::wait() {
  impl_->join();
  return impl_->result;
}

SearchUpdate Engine::think(const SearchLimits& limits) {
  go(limits, {});
  return wait();
}

Value Engine::evaluate() const { return impl_->core->evaluate(impl_->board); }

std::uint64_t Engine::perft(int depth) const { return impl_->core->perft(impl_->board, depth); }

}  // namespace sumi
