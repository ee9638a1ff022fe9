// SPDX-License-Identifier: MIT
#include "protocol/gtp/gtp_clock.h"

#include <algorithm>

namespace sumi::protocol {
namespace {

/// Largest rounding error of time_left.
constexpr Millis kCoarse{1000};

}  // namespace

void GtpClock::start(const Setting& setting) {
  setting_ = setting;
  Side full{setting, setting.limited, setting.main};
  if (setting.stones > 0 && setting.main == Millis{}) full.set(setting.period, setting.stones);
  sides_ = {full, full};
}

void GtpClock::set_left(Color color, Millis left, int stones) {
  Side& now = side(color);
  const Millis least = std::max(left - kCoarse, Millis{});
  if (now.limited && now.stones == stones && !now.in_parts) {
    left = std::clamp(now.left, std::min(least, left), left);
  } else if (now.limited) {
    left = least;  // our count is for another period
  }
  now.set(left, stones);
}

void GtpClock::set_left_exactly(Color color, Millis left, std::optional<Millis> increment) {
  Side& now = side(color);
  now.setting = {true, left, increment.value_or(now.setting.increment), {}, 0, false};
  now.set(left, 0);
}

std::optional<Clock> GtpClock::clock(Color color) const {
  const Side& now = side(color);
  if (!now.limited) return std::nullopt;
  if (now.stones == 0) return in_main_time(now);
  if (now.setting.stones_are_periods) {
    return Clock{now.left, Millis{}, 1, now.setting.period, now.stones - 1};
  }
  return Clock{now.left, Millis{}, now.stones};
}

Clock GtpClock::in_main_time(const Side& now) {
  const Setting& setting = now.setting;
  if (setting.stones == 0) return Clock{now.left, setting.increment};
  if (setting.stones_are_periods) {
    return Clock{now.left, Millis{}, 0, setting.period, setting.stones};
  }
  return Clock{now.left, Millis{}, 0, setting.part_of_period(), 1};
}

void GtpClock::spend(Color color, Millis used) {
  Side& now = side(color);
  if (!now.limited) return;
  now.left -= used;
  if (now.stones == 0 && (now.left > Millis{} || now.setting.stones == 0)) {
    now.left = std::max(now.left, Millis{}) + now.setting.increment;
    return;
  }
  if (now.setting.stones_are_periods) {
    spend_period(now);
  } else {
    spend_stone(now);
  }
}

/// Byo-yomi: a move that ends within the period restores it in full.
void GtpClock::spend_period(Side& now) {
  const Millis period = now.setting.period;
  if (now.stones == 0) now.set(now.left + period, now.setting.stones);
  for (; now.left < Millis{} && now.stones > 1; --now.stones) now.left += period;
  now.left = period;
}

/// Canadian. If main time ended by our count, the controller's first move of the period is unknown;
/// an equal share of the period per move is always safe.
void GtpClock::spend_stone(Side& now) {
  const Setting& setting = now.setting;
  if (now.stones == 0 || now.in_parts) {
    now.set(setting.part_of_period(), 1);
    now.in_parts = true;
  } else if (--now.stones > 0) {
    now.left = std::max(now.left, Millis{});
  } else if (setting.stones > 0) {
    now.set(setting.period, setting.stones);
  } else {
    now.set({}, 0);
    now.limited = setting.limited;  // periods are known only from time_left
  }
}

}  // namespace sumi::protocol
