// SPDX-License-Identifier: MIT
/// Private to the engine.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

namespace sumi {

/// Pondering and learning are idle work: no caller waits for their end.
enum class Work : std::uint32_t { kNone, kSearch, kPonder, kLearn };

/// Runs one work item at a time; the first one starts the thread. One thread at a time may call it,
/// except functions marked "from any thread". Lock-free, so that a caller of higher priority need
/// not wait for this thread.
class WorkThread {
 public:
  WorkThread() = default;
  ~WorkThread();  ///< Stops the work and waits.
  WorkThread(const WorkThread&) = delete;
  WorkThread& operator=(const WorkThread&) = delete;

  /// `run` calls finish() when its result is available, and may report it afterwards. `niceness`:
  /// of the thread; 0: as the caller's. Throws std::system_error if no thread can be started.
  /// Requires: await_result() was called.
  void start(Work work, std::function<void()> run, int niceness);

  void finish();  ///< Called by `run` when its result is available.

  /// Stops idle work, then waits for the result. The thread may still be reporting, using only the
  /// result and the listener; the next work waits until it has.
  void await_result();

  /// As await_result(), but only for idle work.
  void end_idle_work();

  /// As await_result(), then waits until the result is reported.
  void await_end();

  /// Ends the current work; does not affect later work. Returns at once. From any thread.
  void stop() { stop_.store(true, std::memory_order_relaxed); }

  /// Polled by the work.
  const std::atomic<bool>& stop_flag() const { return stop_; }

  /// From any thread.
  Work work() const { return static_cast<Work>(work_.load()); }

 private:
  void submit(std::function<void()> run);
  void quit();
  void do_work();

  std::atomic<bool> stop_{false};
  std::atomic<std::uint32_t> work_{0};  ///< A Work.
  std::function<void()> next_;          ///< Not started yet. Empty: end the thread.
  std::atomic<std::uint32_t> submitted_{0}, finished_{0};  ///< Numbers of work items.
  int niceness_ = 0;
  std::thread thread_;
};

}  // namespace sumi
