// SPDX-License-Identifier: MIT
/// Engines in processes of their own: lines in, lines out, and nothing that they do can stop us;
/// and what players by any protocol share: questions with a deadline, faults in words, a good-bye.
#pragma once

#include "protocol/text/nboard.h"
#include "protocol/text/ugi.h"
#include "tools/match/engine_spec.h"
#include "tools/match/player.h"

#include <chrono>
#include <cstdint>
#include <functional>
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

/// "answered 'x' to 'genmove black'"
Fault bad_answer(std::string_view answer, std::string_view question);

/// "refused option 'evaluator': it does not exist"
Fault refused_option(std::string_view name, std::string_view why);

/// `evaluation` if its value is possible (at most 64 discs); an impossible depth becomes 0.
std::optional<Evaluation> plausible(Evaluation evaluation);

/// Every protocol here ends with `quit`.
class ProcessPlayer : public Player {
 public:
  ~ProcessPlayer() override { end(); }
  ProcessPlayer(const ProcessPlayer&) = delete;
  ProcessPlayer& operator=(const ProcessPlayer&) = delete;

  void interrupt() final { process_.interrupt(); }
  void restart() final { end(); }
  std::optional<double> cpu_seconds() const final { return process_.cpu_seconds(); }
  double pipe_seconds() const final { return pipe_seconds_; }
  EngineRemarks take_remarks() final;

 protected:
  enum class Heard { kMore, kAll, kNoise };
  /// Is given each line without blanks at both ends; kAll: that was the end of the answer; kNoise:
  /// the line says nothing in this protocol. Programs print warnings and what their authors once
  /// looked for: such lines are counted and skipped, up to what EngineProcess calls a flood.
  using Listener = std::function<Outcome<Heard>(std::string_view line)>;

  ProcessPlayer(EngineSpec spec, PlayerSetup setup);

  bool started() const { return process_.started(); }
  Outcome<void> start();  ///< Requires: !started().

  /// Sends `question` and hands on lines until `listen` has the answer or a fault. The faults of
  /// the process name the question: "did not answer 'name' within 5.0 s".
  Outcome<void> converse(const std::string& question, Millis limit, const Listener& listen);

  /// Is given each line before the listener is, and notes what is said besides answers.
  virtual void overhear(std::string_view line) { static_cast<void>(line); }

  /// A fault if the engine has said, since the game began, that it refused an option.
  Outcome<void> check_options();

  /// Sends a line that has no answer.
  Outcome<void> say(const std::string& line);

  /// Asks five times and takes the median time for pipe_seconds().
  Outcome<void> measure_pipe(const std::function<Outcome<void>()>& ask);

  /// A value for the option `seed`, if the options say that the engine draws lots (`variety`).
  std::optional<int> seed_option(std::uint64_t seed) const;

  /// How long the first answer may take: programs load their data before it, however soon they must
  /// answer later.
  Millis start_limit() const;

  /// How long a move may take before the engine counts as hanging. Without a time control it is 60
  /// times `hang_after`.
  Millis patience(const TurnClock& clock) const;

  const EngineSpec spec_;
  const PlayerSetup setup_;

  /// What the engine says of its name and of what it plays with; cleared when it is started.
  std::string name_, plays_;
  /// Why the engine refused an option; empty: it refused none. Each game must begin without it.
  std::string refusal_;

 private:
  void end();

  EngineProcess process_;
  bool broken_ = false;  ///< A fault was found since the start.
  double pipe_seconds_ = 0;
  int noise_ = 0;  ///< Lines since take_remarks().
};

std::unique_ptr<Player> make_gtp_player(EngineSpec spec, PlayerSetup setup);
std::unique_ptr<Player> make_nboard_player(EngineSpec spec, PlayerSetup setup);
std::unique_ptr<Player> make_ugi_player(EngineSpec spec, PlayerSetup setup,
                                        protocol::UgiDialect dialect);

/// The clock that an engine is told: whole seconds, without grace. It shows no time at all if the
/// engine has no clock, or less than a second.
protocol::GgfClock told_clock(const TimeControl& time);

}  // namespace sumi::match
