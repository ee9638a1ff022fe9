// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/signals.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace sumi::protocol {

template <class Item, class Done>
struct OrderedWork {
  /// Returns the next item; std::nullopt at the end or soon after a stop request. Calls never
  /// overlap.
  std::function<std::optional<Item>(std::stop_token)> take;

  /// Processes an item. Returns std::nullopt or a partial result soon after a stop request.
  using Work = std::function<std::optional<Done>(Item, std::stop_token)>;
  /// Called once on each thread.
  std::function<Work()> make_work;

  // Called on the thread of run_in_order().
  std::function<void(const Done&)> report;
  std::function<void()> tick;  ///< Called several times a second.
  std::function<bool()> interrupted;
};

/// Processes all items on `threads` threads, but takes and reports them in order. If `interrupted`
/// returns true, reports all finished items and returns false. At most max(`ahead`, 1) items are
/// taken but unreported. Rethrows exceptions of threads and `report` after all threads have
/// stopped.
template <class Item, class Done>
bool run_in_order(int threads, std::uint64_t ahead, const OrderedWork<Item, Done>& work) {
  constexpr auto kTick = std::chrono::milliseconds(50);
  std::stop_source stop;
  std::mutex take_mutex;  // locked before `mutex`
  std::uint64_t turns = 0;

  std::mutex mutex;  // guards the following variables
  std::condition_variable changed;
  std::map<std::uint64_t, std::optional<Done>> waiting;  // finished, not reported
  std::uint64_t reported = 0;
  int running = threads;
  std::exception_ptr failure;

  const auto take = [&](std::uint64_t& turn) -> std::optional<Item> {
    const std::lock_guard taking(take_mutex);
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] {
        return turns < reported + std::max<std::uint64_t>(ahead, 1) || stop.stop_requested();
      });
    }
    if (stop.stop_requested()) return std::nullopt;
    auto item = work.take(stop.get_token());
    if (item) turn = turns++;
    return item;
  };
  const auto work_and_catch = [&] {
    std::exception_ptr thrown;
    try {
      const auto do_item = work.make_work();
      std::uint64_t turn = 0;
      while (auto item = take(turn)) {
        auto done = do_item(std::move(*item), stop.get_token());
        const std::lock_guard lock(mutex);
        waiting.emplace(turn, std::move(done));
        changed.notify_all();
      }
    } catch (...) {
      thrown = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    --running;
    if (thrown && !failure) failure = thrown;
    changed.notify_all();
  };
  const auto request_stop = [&] {
    stop.request_stop();
    { const std::lock_guard lock(mutex); }  // a thread about to wait must not miss this
    changed.notify_all();
  };

  std::vector<std::jthread> pool;
  const struct StopFirst {  // stops the threads if `report` throws
    const std::function<void()> stop;
    std::vector<std::jthread>& pool;
    ~StopFirst() {
      stop();
      pool.clear();
    }
  } stop_first{request_stop, pool};
  {
    const SignalsBlocked blocked;
    for (int i = 0; i < threads; ++i) pool.emplace_back(work_and_catch);
  }

  bool early = false;
  std::unique_lock lock(mutex);
  while (true) {
    // Once no thread runs, skip unfinished items.
    for (auto next = waiting.begin();
         next != waiting.end() && (next->first == reported || running == 0);
         next = waiting.begin()) {
      const auto ready = waiting.extract(next);
      reported = ready.key() + 1;
      lock.unlock();
      changed.notify_all();
      if (ready.mapped()) work.report(*ready.mapped());
      lock.lock();
    }
    if (failure || (running == 0 && waiting.empty())) break;
    const bool working = running > 0;
    lock.unlock();
    work.tick();
    if (!early && working && work.interrupted()) {
      early = true;
      request_stop();
    }
    lock.lock();
    changed.wait_for(lock, kTick,
                     [&] { return running == 0 || failure || waiting.contains(reported); });
  }
  lock.unlock();
  if (failure) std::rethrow_exception(failure);
  return !early;
}

}  // namespace sumi::protocol
