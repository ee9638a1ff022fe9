// SPDX-License-Identifier: MIT
/// Main time, then periods.
#include "protocol/gtp/gtp_clock.h"

#include <algorithm>

namespace sumi::protocol {

void GtpClock::start(const Setting& setting) {
  setting_ = setting;
  Side full{setting.limited, setting.main, 0};
  if (setting.stones > 0 && setting.main == Millis{}) full = {true, setting.period, setting.stones};
  sides_ = {full, full};
}

void GtpClock::set_left(Color color, Millis left, int stones) {
  if (setting_.stones_are_periods) stones = std::min(stones, 1);
  side(color) = {true, left, stones};
}

std::optional<Clock> GtpClock::clock(Color color) const {
  const Side& now = side(color);
  if (!now.limited) return std::nullopt;
  if (now.stones == 0 && setting_.stones > 0 && now.left < setting_.period) {
    // The main time is nearly used up: what is left of it and the first period are one.
    return Clock{now.left + setting_.period, Millis{}, setting_.stones};
  }
  return Clock{now.left, now.stones > 0 ? Millis{} : setting_.increment, now.stones};
}

void GtpClock::spend(Color color, Millis used) {
  Side& now = side(color);
  if (!now.limited) return;
  now.left -= used;
  if (now.stones > 0) {
    if (--now.stones > 0) {
      now.left = std::max(now.left, Millis{});
    } else if (setting_.stones > 0) {
      now = {true, setting_.period, setting_.stones};
    } else {
      now = {setting_.limited, Millis{}, 0};  // only time_left knew of periods
    }
  } else if (now.left <= Millis{} && setting_.stones > 0) {
    enter_period(now, setting_.period + now.left);
  } else {
    now.left = std::max(now.left, Millis{}) + setting_.increment;
  }
}

/// The move that used up the main time is the first of the period.
void GtpClock::enter_period(Side& now, Millis left) const {
  now = setting_.stones > 1 ? Side{true, std::max(left, Millis{}), setting_.stones - 1}
                            : Side{true, setting_.period, setting_.stones};
}

}  // namespace sumi::protocol
