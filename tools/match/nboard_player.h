// SPDX-License-Identifier: MIT
/// An engine that speaks NBoard's protocol, version 2, as a process of its own
/// (https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm).
///
/// What the protocol leaves open, and what is done about it:
///   - A game starts with `set game`; then the engine is told every move by `move`, its own and
///     passes too, as NBoard does. `ping` follows each, so nothing said before it is taken for an
///     answer. What it says beside its moves is ignored, unless it tells of its search.
///   - There is no message for clocks. TI of the game says what the engine has, rounded down to
///     seconds, and its moves say what it used. An engine that adds these up counts an increment
///     for moves of the opening and passes too, so they are said to have used one. Time for each
///     move is told as a main time and an increment, all of which each move uses. Less than a
///     second cannot be told in this way; Sumi is told by its option move-time-ms, which others
///     ignore. The opponent's moves come without their time.
///   - How deep it may search is an option: `depth=8` is `set depth 8`. So is any `option.NAME`,
///     Sumi knows all of its own by `set`, but no engine says that it does not know one.
///   - Nothing tells an engine to forget the game before: `restart=true` does.
#pragma once

#include "protocol/text/ggf_clock.h"
#include "protocol/text/nboard.h"
#include "tools/match/engine_lines.h"
#include "tools/match/process_player.h"

#include <optional>
#include <string>

namespace sumi::match {

class NBoardPlayer final : public ProcessPlayer {
 public:
  NBoardPlayer(EngineSpec spec, PlayerSetup setup)
      : ProcessPlayer(std::move(spec), std::move(setup)) {}

  Outcome<void> new_game(const Position& start, Color own, const TimeControl& time,
                         std::uint64_t seed) override;
  Outcome<void> play(Color color, Square square) override;
  Outcome<void> pass(Color color) override;
  Outcome<Answer> genmove(const Position& position, const TurnClock& clock) override;

 private:
  Outcome<void> set_options(std::uint64_t seed);
  void overhear(std::string_view line) override;
  Outcome<void> ping(Millis limit);
  Outcome<void> move(Square square, const MoveNote& note = {});
  MoveNote no_time(Color color) const;
  Outcome<Answer> go(Millis limit);
  Outcome<void> find_own_pass();

  Color own_ = Color::kBlack;
  Millis increment_{};  ///< The increment that the engine was told.
  std::string unmet_;   ///< Why the options so far do not fit together, in the engine's words.
  int pings_ = 0;       ///< Pings sent since the start of the process.
};

/// The clock that an engine is told: whole seconds, without grace. It shows no time at all if the
/// engine has no clock, or less than a second.
protocol::GgfClock told_clock(const TimeControl& time);

}  // namespace sumi::match
