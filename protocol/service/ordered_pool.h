// SPDX-License-Identifier: MIT
/// Work on the items of an input: taken in order, done in any order, reported in order.
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
  /// The next item; nothing at the end of the input, or soon after a stop was requested. Called by
  /// one thread at a time.
  std::function<std::optional<Item>(std::stop_token)> take;

  /// What came of an item; nothing, or a part, soon after a stop was requested.
  using Work = std::function<std::optional<Done>(Item, std::stop_token)>;
  std::function<Work()> make_work;  ///< Called once by each thread, e.g. to make its own engine.

  // These three are called by the thread of run_in_order().
  std::function<void(const Done&)> report;
  std::function<void()> tick;  ///< Several times a second.
  std::function<bool()> interrupted;
};

/// Works on `threads` threads until the input ends, or ends early soon after `interrupted` returned
/// true; false then, and all that was done is reported, gaps or not. While an item takes long, at
/// most `ahead` are taken, itself included; 0 counts as 1. Throws what a thread or `report` threw,
/// once no thread is at work.
template <class Item, class Done>
bool run_in_order(int threads, std::uint64_t ahead, const OrderedWork<Item, Done>& work) {
  constexpr auto kTick = std::chrono::milliseconds(50);
  std::stop_source stop;
  std::mutex take_mutex;  // taken before `mutex`
  std::uint64_t turns = 0;

  std::mutex mutex;  // of what follows
  std::condition_variable changed;
  std::map<std::uint64_t, std::optional<Done>> waiting;  // done, but not reported
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
    { const std::lock_guard lock(mutex); }  // whoever was about to wait waits now, and is woken
    changed.notify_all();
  };

  std::vector<std::jthread> pool;
  const struct StopFirst {  // what `report` throws must not leave threads at work
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
    // Once nobody works, nothing will fill the gaps any more.
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
