// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

namespace sumi {

/// Threads reused for many jobs, asleep between jobs. One thread calls all functions except
/// sleep(), wakes() and wake().
class ThreadTeam {
 public:
  /// `helper`: 0..helpers - 1.
  using Job = void (*)(void* context, int helper);

  /// Starts `helpers` threads, or as many as the system allows.
  explicit ThreadTeam(int helpers);
  ~ThreadTeam();  ///< Requires: no job is running.

  int helpers() const;

  /// Runs `job` on every helper; returns at once.
  void start(Job job, void* context);
  /// Waits for all helpers.
  void finish();

  /// Called by helpers in a job: sleeps until the next wake(). Returns at once if wake() was called
  /// after `seen` was read from wakes().
  void sleep(unsigned seen);
  unsigned wakes() const;
  void wake();  ///< From any thread. Cheap if no helper sleeps.

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi
