// SPDX-License-Identifier: MIT
/// Engines in child processes, and what players of all protocols share: questions with deadlines,
/// fault messages and shutdown.
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

/// Runs one process at a time. Linux kills the engine with the thread that started it, so only that
/// thread may call functions other than interrupt(). Requires: SIGPIPE is ignored.
///
/// Fault texts continue a sentence: "ended with exit status 3". kCrash: exited or closed a pipe;
/// kHang: deadline; kFlood: a line over 64 KiB, or over 1 MiB or 10,000 lines since the last
/// write().
class EngineProcess {
 public:
  using Clock = std::chrono::steady_clock;
  using Deadline = Clock::time_point;

  EngineProcess();
  ~EngineProcess();  ///< Calls kill().
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  /// Starts `exec COMMAND` in a shell, in `directory` (empty: ours), in its own process group, out
  /// of reach of Ctrl-C. The engine is killed when we die. Appends dialogue and standard error to
  /// the file `log` (empty: none). Requires: !started().
  Outcome<void> start(const std::string& command, const std::string& directory,
                      const std::string& log);

  /// Fails at the deadline: an engine may not read the text.
  Outcome<void> write(std::string_view text, Deadline deadline);

  /// The next line without its line feed.
  Outcome<std::string> read_line(Deadline deadline);

  /// Closes the engine's input and waits for its exit. False if it still runs at the deadline.
  bool wait_for_end(Deadline deadline);

  /// Kills the engine. A thread that waits for its answer gets a kCrash fault. Thread-safe.
  void interrupt();

  /// Kills the engine's process group, if any, and drops its output.
  void kill();

  /// CPU time of the process: all threads, no children. std::nullopt if none runs.
  std::optional<double> cpu_seconds() const;

  bool started() const;  ///< Started and not killed since; it may have exited.
  int pid() const;       ///< Also its process group. Requires: started().

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// "answered 'x' to 'genmove black'"
Fault bad_answer(std::string_view answer, std::string_view question);

/// "refused option 'evaluator': it does not exist"
Fault refused_option(std::string_view name, std::string_view why);

/// std::nullopt if the value is impossible (more than 64 discs). An impossible depth becomes 0.
std::optional<Evaluation> plausible(Evaluation evaluation);

/// Base of players in processes.
class ProcessPlayer : public Player {
 public:
  ~ProcessPlayer() override { end(); }
  ProcessPlayer(const ProcessPlayer&) = delete;
  ProcessPlayer& operator=(const ProcessPlayer&) = delete;

  void interrupt() final { process_.interrupt(); }
  void restart() final { end(); }
  std::optional<double> cpu_seconds() const final { return process_.cpu_seconds(); }
  double pipe_seconds() const final { return pipe_seconds_; }
  EngineInfo take_info() final;

 protected:
  enum class LineKind { kPart, kLast, kNoise };
  /// Gets each line, trimmed. kLast: the answer is complete. kNoise: not a line of the protocol
  /// (warnings, debug output); counted and skipped up to the flood limit.
  using Listener = std::function<Outcome<LineKind>(std::string_view line)>;

  /// `quit` is the protocol's line that ends the engine.
  ProcessPlayer(EngineSpec spec, PlayerSetup setup, std::string quit = "quit");

  bool started() const { return process_.started(); }
  Outcome<void> start();  ///< Requires: !started().

  /// Sends `question` and passes lines to `listen` until it has the answer or a fault. Process
  /// faults quote the question: "did not answer 'name' within 5.0 s".
  /// If there is no answer after `stop->after`, sends `stop->line` and continues to wait.
  struct Stop {
    Millis after;
    std::string line;
  };
  Outcome<void> converse(const std::string& question, Millis limit, const Listener& listen,
                         std::optional<Stop> stop = {});

  /// Gets each line before the listener does.
  virtual void on_any_line(std::string_view line) { static_cast<void>(line); }

  /// A fault if the engine has refused an option in this game.
  Outcome<void> check_options();

  /// Sends a line that gets no answer.
  Outcome<void> send(const std::string& line);

  /// Sets pipe_seconds() to the median of five questions.
  Outcome<void> measure_pipe(const std::function<Outcome<void>()>& ask);

  /// Set if the engine plays at random (option `variety`).
  std::optional<int> seed_option(std::uint64_t seed) const;

  /// Time-out of the first answer; generous, because engines load their data first.
  Millis start_limit() const;

  const EngineSpec spec_;
  const PlayerSetup setup_;
  const std::string quit_;

  /// Reported by the engine; cleared at start.
  std::string name_, plays_;
  /// Why the engine refused an option, or empty. Must be empty when a game begins.
  std::string refusal_;

 private:
  void end();

  EngineProcess process_;
  bool broken_ = false;  ///< After a fault since the start.
  double pipe_seconds_ = 0;
  int noise_ = 0;  ///< Lines since take_info().
};

std::unique_ptr<Player> make_gtp_player(EngineSpec spec, PlayerSetup setup);
std::unique_ptr<Player> make_nboard_player(EngineSpec spec, PlayerSetup setup);
std::unique_ptr<Player> make_ugi_player(EngineSpec spec, PlayerSetup setup,
                                        protocol::UgiDialect dialect);
std::unique_ptr<Player> make_xboard_player(EngineSpec spec, PlayerSetup setup);
std::unique_ptr<Player> make_cassio_player(EngineSpec spec, PlayerSetup setup);

/// The clock to send, in whole seconds, without grace. Zero if the engine has no clock or less than
/// a second.
protocol::GgfClock clock_to_send(const TimeControl& time);

}  // namespace sumi::match
