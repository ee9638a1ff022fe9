// SPDX-License-Identifier: MIT
/// An engine that speaks GTP version 2, as a process of its own.
///
/// What GTP leaves open, and what is done about it:
///   - Passes: see PassStyle.
///   - Times are whole seconds, so they are rounded down: an engine is never told more than it has.
///     Less than a second cannot be told: of a clock with less at the start nothing is said at all,
///     and 0.5 s a move is told as 1 s, the least there is; the referee judges by the true time.
///     Sumi hears milliseconds through commands of its own (sumi-time_left, sumi-set).
///   - Options and positions have no commands: those of Sumi are used, for positions GRhino's too.
#pragma once

#include "tools/match/process_player.h"

#include <set>
#include <string>
#include <string_view>

namespace sumi::match {

class GtpPlayer final : public ProcessPlayer {
 public:
  GtpPlayer(EngineSpec spec, PlayerSetup setup);

  Outcome<void> new_game(const Position& start, Color own, const TimeControl& time,
                         std::uint64_t seed) override;
  Outcome<void> play(Color color, Square square) override;
  Outcome<void> pass(Color color) override;
  Outcome<Answer> genmove(const Position& position, const TurnClock& clock) override;

 private:
  struct Reply {
    bool success = false;
    std::string text;  ///< Its lines without the `=` or `?`, and without blanks at both ends.
  };

  Outcome<Reply> ask(const std::string& command, Millis limit);
  Outcome<std::string> demand(const std::string& command);  ///< A failure is a fault.
  Outcome<void> tell(const std::string& command);           ///< demand() without the reply's text.
  bool knows(std::string_view command) const { return known_.count(std::string(command)) != 0; }

  Outcome<void> start_engine();
  Outcome<void> set_game();
  Outcome<void> set_options(std::uint64_t seed);
  Outcome<void> ask_what_it_plays();
  Outcome<void> set_time(const TimeControl& time);
  Outcome<void> set_up(const Position& start);
  Outcome<void> tell_time_left(Color color, const TurnClock& clock);
  Outcome<void> find_own_pass(Color color);
  Outcome<std::optional<Evaluation>> last_evaluation();

  std::set<std::string> known_;  ///< The commands that the engine knows.
  Color own_ = Color::kBlack;
  PassStyle pass_;  ///< kAuto becomes kOmit for good when the engine refuses a pass.
};

}  // namespace sumi::match
