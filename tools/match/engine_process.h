// SPDX-License-Identifier: MIT
/// An engine as a process of its own: lines in, lines out, and nothing it does can stop us.
#pragma once

#include "tools/match/player.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sumi::match {

/// Runs one process at a time. All functions but interrupt() are for the thread that started the
/// engine, because Linux ends the engine with that thread. Requires: SIGPIPE is ignored.
///
/// The faults say what the engine did, as the end of a sentence: "ended with exit status 3".
/// kCrash: it ended or closed a pipe; kHang: the deadline; kFlood: a line of more than 64 KiB, or
/// more than 1 MiB or 10,000 lines since the last write().
class EngineProcess {
 public:
  using Clock = std::chrono::steady_clock;
  using Deadline = Clock::time_point;

  EngineProcess();
  ~EngineProcess();  ///< Calls kill().
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  /// Starts `exec COMMAND` in a shell, in `directory` (empty: ours). It gets a process group of its
  /// own, so Ctrl-C does not reach it, and is killed if we are. What is said either way, and its
  /// standard error, is appended to the file `log` (empty: nowhere). Requires: none runs.
  Outcome<void> start(const std::string& command, const std::string& directory,
                      const std::string& log);

  /// Sends the whole text. Fails at the deadline, since an engine may never read it.
  Outcome<void> write(std::string_view text, Deadline deadline);

  /// The next line without its line feed.
  Outcome<std::string> read_line(Deadline deadline);

  /// Closes its input and waits for its end. False if it still runs at the deadline.
  bool wait_for_end(Deadline deadline);

  /// Ends the engine while another thread waits for its answer; that thread then gets a kCrash
  /// fault. May be called from any thread.
  void interrupt();

  /// Ends the engine with every process of its group and forgets what it wrote. Does nothing if
  /// none runs.
  void kill();

  /// Processor time that the process has used, in user and kernel mode, all threads together, those
  /// of its children not. Nothing if none runs.
  std::optional<double> cpu_seconds() const;

  bool started() const;  ///< Since then not killed; it may have ended by itself.
  int pid() const;       ///< Also its process group's id. Requires: started().

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi::match
