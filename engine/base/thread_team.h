// SPDX-License-Identifier: MIT
/// Threads that help one other thread, and sleep while there is nothing to do.
#pragma once

#include <memory>

namespace sumi {

/// Threads started once and used for many jobs. One thread makes all calls but sleep(), wakes() and
/// wake().
class ThreadTeam {
 public:
  /// Called with `context` and the helper's number, 0..helpers - 1.
  using Job = void (*)(void* context, int helper);

  /// Starts `helpers` threads, or fewer if the system does not let us have so many.
  explicit ThreadTeam(int helpers);
  ~ThreadTeam();  ///< Requires: no job is running.

  int helpers() const;

  /// Lets every helper do the job; returns at once.
  void start(Job job, void* context);
  /// Waits until all have returned from it.
  void finish();

  /// Called by helpers in a job: sleeps until the next wake(). Returns at once if a wake() has come
  /// since `seen` was read from wakes().
  void sleep(unsigned seen);
  unsigned wakes() const;
  void wake();  ///< From any thread. Cheap if nobody sleeps.

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi
