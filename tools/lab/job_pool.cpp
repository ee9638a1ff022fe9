// SPDX-License-Identifier: MIT
#include "tools/lab/job_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace sumi::lab {

bool run_jobs(std::size_t count, int threads, const std::function<Work()>& make_work,
              const std::function<bool()>& interrupted, const std::function<void()>& tick) {
  constexpr auto kTick = std::chrono::milliseconds(100);
  const std::size_t workers = std::min(count, static_cast<std::size_t>(threads));
  std::stop_source stop;
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;  // of what follows
  std::condition_variable changed;
  std::size_t running = workers;
  std::exception_ptr failure;

  const auto work = [&] {
    std::exception_ptr thrown;
    try {
      const Work do_job = make_work();
      while (!stop.stop_requested()) {
        const std::size_t job = next++;
        if (job >= count) break;
        do_job(job, stop.get_token());
      }
    } catch (...) {
      thrown = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    --running;
    if (thrown && !failure) failure = thrown;
    changed.notify_all();
  };

  bool early = false;
  {
    std::vector<std::jthread> pool;
    for (std::size_t i = 0; i < workers; ++i) pool.emplace_back(work);
    std::unique_lock lock(mutex);
    while (running > 0 && !failure && !early) {
      lock.unlock();
      tick();
      lock.lock();
      early = running > 0 && interrupted();
      if (!early) changed.wait_for(lock, kTick, [&] { return running == 0 || failure; });
    }
    stop.request_stop();
    lock.unlock();
  }
  if (failure) std::rethrow_exception(failure);
  return !early;
}

}  // namespace sumi::lab
