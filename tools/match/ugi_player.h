// SPDX-License-Identifier: MIT
/// An engine that speaks UGI, UCI or USI-X, as a process of its own
/// (https://github.com/kz04px/cutegames/blob/master/ugi.md).
///
/// What these protocols leave open, and what is done about it:
///   - Before each move the engine is given the start and all moves. A side that must pass is told
///     so by 0000 (USI: pass); it is asked for its pass only with `pass=ask`.
///   - Only options and values that the engine announced can be set: it would ignore others without
///     a word, so they are faults. `setup="setoption name X value Y"` sends any option. For Sumi
///     its own names will do (hash-mib is Hash). The options depth and nodes go into `go` if the
///     engine announced none of these names.
///   - Without a time control `go` says nothing but that: the engine's own options must limit it.
///   - UGI's `bestmove` has exactly two words, as managers rely on; UCI's and USI's may have
///     `ponder MOVE` too, which is not used.
///   - `info ... score cp` is in 1/100 disc. USI's is not read: it may be a chance to win.
///   - Rules, turns and results are the referee's: `query` is not used.
#pragma once

#include "protocol/text/ugi.h"
#include "tools/match/engine_lines.h"
#include "tools/match/process_player.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::match {

class UgiPlayer final : public ProcessPlayer {
 public:
  UgiPlayer(EngineSpec spec, PlayerSetup setup, protocol::UgiDialect dialect);

  Outcome<void> new_game(const Position& start, Color own, const TimeControl& time,
                         std::uint64_t seed) override;
  Outcome<void> play(Color color, Square square) override;
  Outcome<void> pass(Color color) override;
  Outcome<Answer> genmove(const Position& position, const TurnClock& clock) override;

 private:
  void overhear(std::string_view line) override;
  Outcome<void> shake_hands();
  Outcome<void> set_options(std::uint64_t seed);
  Outcome<void> set_option(std::string_view name, std::string_view value);
  Outcome<void> begin_game(bool fresh);
  Outcome<void> wait_until_ready(Millis limit);
  Outcome<Answer> search(const std::string& go, Millis limit);
  Outcome<void> find_own_pass();

  const UgiOption* option(std::string_view name) const;
  std::string position_line() const;
  std::string go_line(const TurnClock& clock) const;
  void note(Square square);

  const protocol::UgiDialect dialect_;
  std::vector<UgiOption> options_;
  std::string search_limits_;  ///< " depth 8": the options that only `go` can tell the engine.
  Position start_;
  std::string moves_;  ///< " d3 c3"
  Color own_ = Color::kBlack;
};

}  // namespace sumi::match
