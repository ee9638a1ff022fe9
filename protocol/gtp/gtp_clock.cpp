// SPDX-License-Identifier: MIT
/// Main time, then periods.
#include "protocol/gtp/gtp_clock.h"

#include <algorithm>

namespace sumi::protocol {
namespace {

/// time_left differs from the truth by less.
constexpr Millis kCoarse{1000};

}  // namespace

void GtpClock::start(const Setting& setting) {
  setting_ = setting;
  Side full{setting.limited, setting.main, 0, false};
  if (setting.stones > 0 && setting.main == Millis{}) {
    full = {true, setting.period, setting.stones, false};
  }
  sides_ = {full, full};
}

void GtpClock::set_left(Color color, Millis left, int stones) {
  Side& now = side(color);
  const Millis least = std::max(left - kCoarse, Millis{});
  if (now.limited && now.stones == stones && !now.in_parts) {
    left = std::clamp(now.left, std::min(least, left), left);
  } else if (now.limited) {
    left = least;  // we do not even agree on the period
  }
  now = {true, left, stones, false};
}

std::optional<Clock> GtpClock::clock(Color color) const {
  const Side& now = side(color);
  if (!now.limited) return std::nullopt;
  if (now.stones == 0) return in_main_time(now.left);
  if (setting_.stones_are_periods) {
    return Clock{now.left, Millis{}, 1, setting_.period, now.stones - 1};
  }
  return Clock{now.left, Millis{}, now.stones};
}

Clock GtpClock::in_main_time(Millis left) const {
  if (setting_.stones == 0) return Clock{left, setting_.increment};
  if (setting_.stones_are_periods) {
    return Clock{left, Millis{}, 0, setting_.period, setting_.stones};
  }
  return Clock{left, Millis{}, 0, part_of_period(), 1};
}

void GtpClock::spend(Color color, Millis used) {
  Side& now = side(color);
  if (!now.limited) return;
  now.left -= used;
  if (now.stones == 0 && (now.left > Millis{} || setting_.stones == 0)) {
    now.left = std::max(now.left, Millis{}) + setting_.increment;
    return;
  }
  if (setting_.stones_are_periods) {
    spend_period(now);
  } else {
    spend_stone(now);
  }
}

/// Japanese: a move that ends within the period gets all of it back.
void GtpClock::spend_period(Side& now) const {
  if (now.stones == 0) now = {true, now.left + setting_.period, setting_.stones, false};
  for (; now.left < Millis{} && now.stones > 1; --now.stones) now.left += setting_.period;
  now.left = setting_.period;
}

/// Canadian. If the main time ends by our count, we do not know which move the controller takes for
/// the first of the period: a part of the period for each is right in any case.
void GtpClock::spend_stone(Side& now) const {
  if (now.stones == 0 || now.in_parts) {
    now = {true, part_of_period(), 1, true};
  } else if (--now.stones > 0) {
    now.left = std::max(now.left, Millis{});
  } else if (setting_.stones > 0) {
    now = {true, setting_.period, setting_.stones, false};
  } else {
    now = {setting_.limited, Millis{}, 0, false};  // only time_left knew of periods
  }
}

}  // namespace sumi::protocol
