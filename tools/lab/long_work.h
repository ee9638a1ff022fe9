// SPDX-License-Identifier: MIT
/// Output locks, checkpoint timing, searches and parallel jobs for long-running commands.
///
/// Long-running functions in tools/lab call `tick` and `interrupted` several times a second on the
/// calling thread. Soon after `interrupted` returns true, they return false or a partial result.
/// Complete results do not depend on the number of threads or on interruptions. A full disk throws
/// FatalError.
#pragma once

#include "engine/base/error.h"
#include "engine/base/held_file.h"
#include "engine/base/process.h"
#include "engine/base/time.h"
#include "engine/engine.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace sumi::lab {

/// Locks an output folder or file for one process, until the object or the process ends. The lock
/// file contains the process ID and is deleted on release; one of a killed process is reused.
/// Readers need no lock, because files are replaced atomically.
class OutputLock {
 public:
  /// Locks the file sumi-lab.lock in the folder. If another process has locked it, fails with
  /// kBadFile and names that process. Requires: the folder exists.
  static Result<OutputLock> of_folder(const std::string& folder);

  /// Locks one shard of the work in a folder. Excludes of_folder() and other locks of this shard.
  static Result<OutputLock> of_part(const std::string& folder, Shard shard);

  /// Locks FILE.lock.
  static Result<OutputLock> of_file(const std::string& path);

  OutputLock(OutputLock&&) noexcept = default;
  OutputLock& operator=(OutputLock&&) = delete;
  ~OutputLock();

 private:
  struct Held {
    std::string path;
    HeldFile file;
  };
  OutputLock() = default;

  /// `whose`: for messages, for example "folder 'games'".
  Result<void> take(const std::string& path, const std::string& whose, HeldFile::Lock lock);
  static Result<OutputLock> exclusive(const std::string& path, const std::string& whose);

  std::vector<Held> held_;
};

/// Schedules checkpoints every 10 s, or less often (at most 60 s apart) if writing them would take
/// more than 5% of the time. Not thread-safe.
class CheckpointTimer {
 public:
  bool due() const { return since_.seconds() > wait_; }

  /// Calls `write` and schedules the next checkpoint.
  template <class Write>
  void run(const Write& write) {
    const StopWatch watch;
    write();
    wait_ = std::clamp(watch.seconds() / kShare, kSeconds, kMaxSeconds);
    since_ = StopWatch();
  }

 private:
  static constexpr double kSeconds = 10, kMaxSeconds = 60;
  static constexpr double kShare = 0.05;

  StopWatch since_;
  double wait_ = kSeconds;
};

/// As Engine::go() and wait(). Ends soon after a stop request.
SearchUpdate search_until_stopped(Engine& engine, const SearchLimits& limits,
                                  const std::stop_token& stop, const SearchListener& listener = {});

/// Soon after a stop request returns, without partial output.
using Work = std::function<void(std::size_t job, std::stop_token stop)>;

/// Runs jobs 0..count-1, started in this order. Each thread calls `make_work` once. Rethrows the
/// threads' exceptions. `interrupted` and `tick` may be empty.
bool run_jobs(std::size_t count, int threads, const std::function<Work()>& make_work,
              const std::function<bool()>& interrupted, const std::function<void()>& tick);
/// With the same work on all threads.
bool run_jobs(std::size_t count, int threads, const Work& work,
              const std::function<bool()>& interrupted, const std::function<void()>& tick);

}  // namespace sumi::lab
