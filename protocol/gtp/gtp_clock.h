// SPDX-License-Identifier: MIT
/// Both players' clocks: arithmetic without real time.
///
/// spend() keeps our count. It refines time_left, which has whole seconds with unspecified
/// rounding. sumi-time_left is exact and can set time and increment per colour.
#pragma once

#include "engine/game/board.h"
#include "engine/limits.h"

#include <array>
#include <optional>

namespace sumi::protocol {

/// Not thread-safe.
class GtpClock {
 public:
  void set_unlimited() { start({}); }
  /// `main` for the game plus `increment` after each move.
  void set_fischer(Millis main, Millis increment) { start({true, main, increment, {}, 0, false}); }
  /// After `main`, `period` for each `stones` moves. Requires: stones >= 1.
  void set_canadian(Millis main, Millis period, int stones) {
    start({true, main, {}, period, stones, false});
  }
  /// After `main`, `period` for each move; using up `periods` periods loses the game. Requires:
  /// periods >= 1.
  void set_byoyomi(Millis main, Millis period, int periods) {
    start({true, main, {}, period, periods, true});
  }

  void restart() { start(setting_); }

  /// time_left: `left` for `stones` moves, or in the current of `stones` periods; 0: main time.
  /// Keeps our count if it is at most 1 s lower; if it is for another period, assumes that `left`
  /// was rounded up.
  void set_left(Color color, Millis left, int stones);

  /// sumi-time_left: `left` for the rest of the game, without periods. Keeps the increment if none
  /// is given. Applies until restart().
  void set_left_exactly(Color color, Millis left, std::optional<Millis> increment);

  /// Time for the next move of `color`; nothing if unlimited.
  std::optional<Clock> clock(Color color) const;

  /// `used` includes the controller's delay.
  void spend(Color color, Millis used);

 private:
  struct Setting {
    bool limited = false;
    Millis main{}, increment{}, period{};
    int stones = 0;                   ///< Moves per period; 0: no periods.
    bool stones_are_periods = false;  ///< `stones` is the number of periods, each for one move.

    Millis part_of_period() const { return period / stones; }
  };
  struct Side {
    Setting setting;  ///< In force for this side.
    bool limited = false;
    Millis left{};
    int stones = 0;         ///< Moves in `left`, or periods including this one; 0: main time.
    bool in_parts = false;  ///< `left` is an equal share of a period.

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

  Setting setting_;  ///< For the next game.
  std::array<Side, 2> sides_;
};

}  // namespace sumi::protocol
