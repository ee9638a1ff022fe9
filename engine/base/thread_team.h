// SPDX-License-Identifier: MIT
/// Helper threads of another thread.
#pragma once

#include <memory>

namespace sumi {

/// Threads for many jobs; they sleep in between. One thread calls all functions except sleep(),
/// wakes() and wake().
class ThreadTeam {
 public:
  /// `helper`: 0..helpers - 1.
  using Job = void (*)(void* context, int helper);

  /// Starts `helpers` threads, or as many as the system allows.
  explicit ThreadTeam(int helpers);
  ~ThreadTeam();  ///< Requires: no job is running.

  int helpers() const;

  /// Runs the job on every helper; returns at once.
  void start(Job job, void* context);
  /// Waits for all helpers.
  void finish();

  /// For helpers in a job: sleeps until the next wake(). Returns at once after a wake() since
  /// `seen` was read from wakes().
  void sleep(unsigned seen);
  unsigned wakes() const;
  void wake();  ///< From any thread. Cheap if no helper sleeps.

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi
