// SPDX-License-Identifier: MIT
/// Engines in child processes, and what players of all protocols share: questions with deadlines,
/// fault messages and shutdown.
#pragma once

#include "engine/base/descriptor.h"
#include "protocol/text/nboard.h"
#include "protocol/text/ugi.h"
#include "tools/match/engine_spec.h"
#include "tools/match/player.h"

#include <cassert>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
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

  EngineProcess() = default;
  ~EngineProcess() { kill(); }
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

  bool started() const { return pid_ >= 0; }  ///< And not killed since; it may have exited.

  /// Also its process group. Requires: started().
  int pid() const {
    assert(started());
    return pid_;
  }

 private:
  Fault fault(bool late) const;
  std::optional<std::string> take_line();
  std::optional<Fault> flood(std::size_t line_bytes) const;
  void note(char direction, std::string_view line) const;

  Descriptor in_, out_, log_;
  std::mutex pid_mutex_;  ///< Keeps interrupt() from using a reaped process ID.
  int pid_ = -1;
  std::string received_;     ///< Bytes not yet returned as lines.
  std::size_t scanned_ = 0;  ///< Leading bytes without a line feed.
  std::size_t bytes_ = 0;    ///< Since the last question.
  int lines_ = 0;            ///< Since the last question.
};

/// "answered 'x' to 'genmove black'"
Fault bad_answer(std::string_view answer, std::string_view question);

/// "refused option 'evaluator': it does not exist"
Fault refused_option(std::string_view name, std::string_view why);

/// std::nullopt if the value is impossible (more than 64 discs). An impossible depth becomes 0.
std::optional<Evaluation> plausible(Evaluation evaluation);

/// Throws the fault "speaks USI, which has the board of 8x8 only" unless `start` is on that board.
void require_8x8(const Position& start, std::string_view protocol);

/// Whether the line is empty or its first word is one of `words`.
bool begins_with_any(std::string_view line, std::span<const std::string_view> words);

/// Base of players in processes. Functions that talk to the engine throw a Fault, which ends the
/// conversation; the functions of Player return it.
class ProcessPlayer : public Player {
 public:
  ~ProcessPlayer() override { end(); }
  ProcessPlayer(const ProcessPlayer&) = delete;
  ProcessPlayer& operator=(const ProcessPlayer&) = delete;

  Outcome<void> new_game(const Position& start, Color own, const TimeControl& time,
                         std::uint64_t seed) final;
  Outcome<void> play(Color color, Square square) final;
  Outcome<void> pass(Color color) final;
  Outcome<Answer> genmove(const Position& position, const TurnClock& clock) final;
  void interrupt() final { process_.interrupt(); }
  void restart() final { end(); }
  std::optional<double> cpu_seconds() const final { return process_.cpu_seconds(); }
  double pipe_seconds() const final { return pipe_seconds_; }
  EngineInfo take_info() final;

 protected:
  enum class LineKind { kPart, kLast, kNoise };
  /// Gets each line, trimmed. kLast: the answer is complete. kNoise: not a line of the protocol
  /// (warnings, debug output); counted and skipped up to the flood limit.
  using Listener = std::function<LineKind(std::string_view line)>;

  /// `quit` is the protocol's line that ends the engine.
  ProcessPlayer(EngineSpec spec, PlayerSetup setup, std::string quit = "quit");

  // What the functions of Player do in the protocol. The engine's own colour is `own_`.
  virtual void start_game(const Position& start, const TimeControl& time, std::uint64_t seed) = 0;
  virtual void tell_move(Color color, Square square) = 0;
  virtual void tell_pass(Color color) = 0;
  virtual Answer ask_move(const Position& position, const TurnClock& clock) = 0;

  /// Whether a line that is not the answer belongs to the protocol; others are noise.
  virtual bool is_protocol_line(std::string_view line) const { return line.empty(); }

  /// Gets each line before the listener does.
  virtual void on_any_line(std::string_view line) { static_cast<void>(line); }

  virtual void set_option(const std::string& name, const std::string& value) = 0;

  /// Whether the engine has the option `seed`.
  virtual bool takes_seed() const { return true; }

  bool started() const { return process_.started(); }
  void start();  ///< Requires: !started().

  /// Sends `question` and passes lines to `listen` until it has the answer; `listen` may throw a
  /// Fault. Process faults quote the question: "did not answer 'name' within 5.0 s".
  /// If there is no answer after `stop->after`, sends `stop->line` and continues to wait.
  struct Stop {
    Millis after;
    std::string line;
  };
  void converse(const std::string& question, Millis limit, const Listener& listen,
                std::optional<Stop> stop = {});

  /// Sends `question` and waits for the line `answer`.
  void await(const std::string& question, std::string_view answer, Millis limit);

  /// Sends "ping N" and waits for "pong N".
  void ping(Millis limit);

  /// kPart, or kNoise for a line outside the protocol.
  LineKind kind_of(std::string_view line) const;

  /// Sends a line that gets no answer.
  void send(const std::string& line);

  /// Sets all options, then the seed if the engine plays at random.
  void set_options(std::uint64_t seed);

  /// Reads Sumi's "plays: ..." and, while options conflict, "not usable yet: ..." after `front`.
  void note_settings(std::string_view line, std::string_view front);

  /// A fault if the engine has refused an option in this game, or if options conflict.
  void check_options();

  /// A fault unless the engine passes where it must.
  void require_pass(const Answer& answer) const;

  /// Sets pipe_seconds() to the median of five questions.
  void measure_pipe(const std::function<void()>& ask);

  /// Set if the engine plays at random (option `variety`).
  std::optional<int> seed_option(std::uint64_t seed) const;

  /// Time-out of the first answer; generous, because engines load their data first.
  Millis start_limit() const;

  const EngineSpec spec_;
  const PlayerSetup setup_;
  const std::string quit_;
  Color own_ = Color::kBlack;

  /// Reported by the engine; cleared at start.
  std::string name_, plays_;
  /// Why the engine refused an option in this game, or empty.
  std::string refusal_;

 private:
  void end();

  EngineProcess process_;
  std::string option_conflict_;  ///< The engine's message while options conflict.
  bool broken_ = false;          ///< After a fault since the start.
  double pipe_seconds_ = 0;
  int pings_ = 0;  ///< Since the start.
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
