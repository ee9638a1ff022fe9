// SPDX-License-Identifier: MIT
/// One player's clock as a strict referee counts it, in simulated time.
#pragma once

#include "engine/limits.h"

namespace sumi::test {

/// Main time plus an increment, or main time and then `periods` periods of `stones` moves each.
/// With `stones` 1 this is Japanese byo-yomi; with `periods` 1 it is Canadian.
class Referee {
 public:
  Referee(Millis main, Millis increment) : left_(main), increment_(increment) {}
  Referee(Millis main, Millis period, int stones, int periods)
      : left_(main), period_(period), stones_(stones), behind_(periods) {
    if (main == Millis{}) begin_period();
  }

  /// False if the game is lost on time, which includes a clock at 0.
  bool take(Millis used) {
    left_ -= used;
    while (left_ <= Millis{}) {
      if (behind_ == 0) return false;
      begin_period();
    }
    if (moves_ == 0) {
      left_ += increment_;
    } else if (--moves_ == 0) {
      left_ = period_, moves_ = stones_;
    }
    return true;
  }

  Clock clock() const {
    Clock clock{left_, increment_, moves_};
    if (behind_ > 0) clock.period = period_ / stones_, clock.periods = behind_;
    return clock;
  }

  Millis left() const { return left_; }
  int moves() const { return moves_; }  ///< Moves left in the period; 0: main time.
  int periods_behind() const { return behind_; }

 private:
  void begin_period() {
    --behind_;
    left_ += period_;
    moves_ = stones_;
  }

  Millis left_, increment_{}, period_{};
  int stones_ = 0, behind_ = 0, moves_ = 0;
};

}  // namespace sumi::test
