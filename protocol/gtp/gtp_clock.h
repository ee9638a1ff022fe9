// SPDX-License-Identifier: MIT
/// The clocks of both players as GTP describes them. Pure arithmetic, no real time.
///
/// A controller that sends time_left is believed. One that only sends time_settings leaves the
/// counting to us: spend() does it.
#pragma once

#include "engine/game/position.h"
#include "engine/limits.h"

#include <array>
#include <optional>

namespace sumi::protocol {

/// One thread at a time.
class GtpClock {
 public:
  /// No limit; what a new session has.
  void set_unlimited() { start({}); }
  /// `main` for the whole game, and `increment` added after each move.
  void set_fischer(Millis main, Millis increment) { start({true, main, increment, {}, 0, false}); }
  /// After `main`, `period` for each `stones` moves. Requires: stones >= 1.
  void set_canadian(Millis main, Millis period, int stones) {
    start({true, main, {}, period, stones, false});
  }
  /// After `main`, `period` for each move. KGS counts the periods left, which add nothing safe.
  void set_byoyomi(Millis main, Millis period) { start({true, main, {}, period, 1, true}); }

  /// A new game: both clocks are full again.
  void restart() { start(setting_); }

  /// time_left: `left` for `stones` moves; 0 stones: main time.
  void set_left(Color color, Millis left, int stones);

  /// What the next move of `color` may use; nothing if there is no limit.
  std::optional<Clock> clock(Color color) const;

  /// `color` has made a move in this time.
  void spend(Color color, Millis used);

 private:
  struct Setting {
    bool limited = false;
    Millis main{}, increment{}, period{};
    int stones = 0;                   ///< Moves a period is for; 0: no periods.
    bool stones_are_periods = false;  ///< time_left counts periods instead.
  };
  struct Side {
    bool limited = false;
    Millis left{};
    int stones = 0;  ///< Moves `left` is for; 0: main time.
  };

  void start(const Setting& setting);
  void enter_period(Side& side, Millis left) const;
  Side& side(Color c) { return sides_[static_cast<std::size_t>(c)]; }
  const Side& side(Color c) const { return sides_[static_cast<std::size_t>(c)]; }

  Setting setting_;
  std::array<Side, 2> sides_;
};

}  // namespace sumi::protocol
