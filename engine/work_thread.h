// SPDX-License-Identifier: MIT
/// The thread that an engine works on. Private to the engine.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

namespace sumi {

/// What an engine does on its thread. Pondering and learning are done in idle time: nobody waits
/// for their end.
enum class Work : std::uint8_t { kNone, kSearch, kPonder, kLearn };

/// One thread, started with the first work, that does one piece of work after another and can be
/// told to stop. One thread at a time calls it, but for what says "from any thread". Takes no
/// locks: its caller may have precedence over it, and must not wait for it to be scheduled.
class WorkThread {
 public:
  WorkThread() = default;
  ~WorkThread();  ///< Stops and waits.
  WorkThread(const WorkThread&) = delete;
  WorkThread& operator=(const WorkThread&) = delete;

  /// Does `run` on the thread, which calls finish() when it has its result and may report it after
  /// that. `niceness` above 0 is that of the thread; 0: that of the caller. Throws
  /// std::system_error if no thread can be started. Requires: await_result() was called.
  void start(Work work, std::function<void()> run, int niceness);

  void finish();  ///< There is a result. To be called on the thread.

  /// Waits until a search has its result, and stops work of idle time. The thread may still be
  /// reporting the result, which can take a while on a busy machine: it uses nothing but the result
  /// and the listener then, and the next work waits for it.
  void await_result();

  /// As await_result() if there is work of idle time, else does nothing.
  void end_idle_work();

  /// As await_result(), and then waits until the result is reported.
  void await_end();

  /// Asks the work to end; later work is not affected. Returns at once. From any thread.
  void stop() { stop_.store(true, std::memory_order_relaxed); }

  /// Set when the work is to end. For the work to look at.
  const std::atomic<bool>& stop_flag() const { return stop_; }

  /// What has no result yet. From any thread.
  Work work() const { return work_; }

 private:
  void hand_over(std::function<void()> run);
  void quit();
  void do_work();

  std::atomic<bool> stop_{false};
  std::atomic<Work> work_{Work::kNone};
  std::function<void()>
      next_;  ///< Work handed over and not yet taken. Empty: the thread is to end.
  std::atomic<std::uint32_t> given_{0}, done_{0};  ///< Pieces of work handed over, and ended.
  int niceness_ = 0;                               ///< Of the thread.
  std::thread thread_;
};

}  // namespace sumi
