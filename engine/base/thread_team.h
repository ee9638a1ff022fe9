// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

namespace sumi {

/// Threads reused for many jobs. Only sleep(), wakes() and wake() may be called by more than one
/// thread.
class ThreadTeam {
 public:
  /// `helper`: 0..helpers - 1.
  using Job = void (*)(void* context, int helper);

  /// Starts `helpers` threads, or as many as the system allows.
  explicit ThreadTeam(int helpers);
  ~ThreadTeam();  ///< Requires: no job is running.

  int helpers() const;

  /// On every helper; returns at once.
  void start(Job job, void* context);
  /// Waits for all helpers.
  void finish();

  /// For helpers in a job: sleeps until the next wake(). Returns at once if wake() was called after
  /// `seen` was read from wakes().
  void sleep(unsigned seen);
  unsigned wakes() const;
  void wake();  ///< From any thread. Cheap if no helper sleeps.

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi
