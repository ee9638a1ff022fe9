// SPDX-License-Identifier: MIT
/// An engine as a process of its own: lines in, lines out, and nothing it does can stop us.
///
/// Started by posix_spawn(): a fork() in a program of many threads may do next to nothing before
/// exec, and Boost.Process of Boost 1.81 both forks and needs a compiled library (filesystem).
#pragma once

#include "tools/match/player.h"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace sumi::match {

/// One process at a time; interrupt() apart one thread at a time: that which started the engine,
/// because Linux ends the engine with it. Requires: SIGPIPE is ignored.
///
/// The faults say what the engine did, as the end of a sentence: "ended with exit status 3".
/// kCrash: it ended or closed a pipe; kHang: the deadline; kFlood: a line of more than 64 KiB, or
/// more than 1 MiB or 10,000 lines since the last write().
class EngineProcess {
 public:
  using Clock = std::chrono::steady_clock;
  using Deadline = Clock::time_point;

  EngineProcess();
  ~EngineProcess();  ///< As kill().
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  /// Starts `exec COMMAND` in a shell, in `directory` (empty: ours). It gets a process group of its
  /// own, so Ctrl-C does not reach it, and is killed if we are. What is said either way, and its
  /// standard error, is appended to the file `log` (empty: nowhere). Requires: none runs.
  Outcome<void> start(const std::string& command, const std::string& directory,
                      const std::string& log);

  /// Hands over all of it; the engine may not read.
  Outcome<void> write(std::string_view text, Deadline deadline);

  /// The next line without its line feed.
  Outcome<std::string> read_line(Deadline deadline);

  /// Closes its input and waits for its end. False if it still runs at the deadline.
  bool wait_for_end(Deadline deadline);

  /// Ends it while another thread waits for it, which then hears of a crash. From any thread.
  void interrupt();

  /// Ends it with every process of its group and forgets what it wrote. Nothing if none runs.
  void kill();

  bool started() const;  ///< And not killed; it may have ended by itself.
  pid_t pid() const;     ///< Also that of its process group. Requires: started().

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi::match
