// SPDX-License-Identifier: MIT
/// The clocks of both players as GTP describes them. Pure arithmetic, no real time.
///
/// A controller that only sends time_settings leaves the counting to us: spend() does it. One that
/// sends time_left too says whole seconds, rounded nobody knows how; our count makes them finer.
/// sumi-time_left is exact, and may give each colour a time and an increment of its own.
#pragma once

#include "engine/game/board.h"
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
  /// After `main`, `period` for each move, `periods` times exceeded at the loss of the game.
  /// Requires: periods >= 1.
  void set_byoyomi(Millis main, Millis period, int periods) {
    start({true, main, {}, period, periods, true});
  }

  /// A new game: both clocks are full again.
  void restart() { start(setting_); }

  /// time_left: `left` for `stones` moves, or of the first of so many periods; 0: main time. Our
  /// count stands if it is up to a second less. What we cannot check counts as rounded up.
  void set_left(Color color, Millis left, int stones);

  /// sumi-time_left: `left` for the rest of the game, without periods, and `increment` added after
  /// each move; without one it stays what it was. Until restart().
  void set_left_exactly(Color color, Millis left, std::optional<Millis> increment);

  /// What the next move of `color` may use; nothing if there is no limit.
  std::optional<Clock> clock(Color color) const;

  /// `color` has made a move in this time, the operator's delay included.
  void spend(Color color, Millis used);

 private:
  struct Setting {
    bool limited = false;
    Millis main{}, increment{}, period{};
    int stones = 0;                   ///< Moves a period is for; 0: no periods.
    bool stones_are_periods = false;  ///< There are so many periods instead, each for a move.

    Millis part_of_period() const { return period / stones; }
  };
  struct Side {
    Setting setting;  ///< The setting in force for this side.
    bool limited = false;
    Millis left{};
    int stones = 0;         ///< Moves `left` is for, or periods with this one; 0: main time.
    bool in_parts = false;  ///< `left` is a part of a period, the same for each move.

    void set(Millis time, int for_stones) {
      limited = true, left = time, stones = for_stones, in_parts = false;
    }
  };

  void start(const Setting& setting);
  static Clock in_main_time(const Side& side);
  static void spend_period(Side& side);
  static void spend_stone(Side& side);
  Side& side(Color c) { return sides_[static_cast<std::size_t>(c)]; }
  const Side& side(Color c) const { return sides_[static_cast<std::size_t>(c)]; }

  Setting setting_;  ///< The setting that a new game begins with.
  std::array<Side, 2> sides_;
};

}  // namespace sumi::protocol
