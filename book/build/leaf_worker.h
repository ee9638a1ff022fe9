// SPDX-License-Identifier: MIT
/// The threads of a worker: they search the leaves of jobs that another process gives out.
#pragma once

#include "book/build/job_taker.h"
#include "engine/options.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace sumi::book {

struct LeafWorkProgress {
  std::uint64_t jobs = 0, leaves = 0, nodes = 0;  ///< Answered by this process.
  int searching = 0;                              ///< Threads that have a job.
};

enum class LeafWorkEnd {
  kOver,         ///< The writer has said that there is nothing more to do.
  kInterrupted,  ///< Jobs that were not done are given back.
  kTimeUp,       ///< The same, at the deadline.
  kIdle,         ///< There was no job for so long.
};

struct LeafWorkSetup {
  EngineOptions engine{};  ///< LeafSearch: each thread has an engine, and a table, of its own.
  int threads = 1;
  std::function<bool()> interrupted{};  ///< Asked often, from this thread; may be empty.
  std::function<void(const LeafWorkProgress&)> progress{};  ///< A few times a second and at the
                                                            ///< end, from this thread.
  std::optional<std::chrono::steady_clock::time_point> deadline{};
  /// Ends when no thread has had a job for so long; nothing: waits for ever.
  std::optional<std::chrono::milliseconds> idle{};
};

/// Takes jobs and answers them, until the end. An interruption and the deadline are obeyed within
/// 100 ms. Throws what a member of JobTaker or a function of `setup` threw.
LeafWorkEnd work_on_leaves(JobTaker& taker, const LeafWorkSetup& setup);

}  // namespace sumi::book
