// SPDX-License-Identifier: MIT
/// The common part of players in processes of their own: questions with a deadline, faults in
/// words, a good-bye.
#pragma once

#include "protocol/text/ugi.h"
#include "tools/match/engine_process.h"
#include "tools/match/engine_spec.h"
#include "tools/match/player.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sumi::match {

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
std::unique_ptr<Player> make_ugi_player(EngineSpec spec, PlayerSetup setup,
                                        protocol::UgiDialect dialect);

}  // namespace sumi::match
