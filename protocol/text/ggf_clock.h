// SPDX-License-Identifier: MIT
/// Clocks as GGF writes them: in games, by NBoard and by GGS.
#pragma once

#include "engine/base/error.h"
#include "engine/limits.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// "[[days.]hours:]minutes:seconds", or seconds alone: "59", "01:00", "2.01:02:03"; 31
/// years at most.
Result<Millis> parse_ggf_time(std::string_view text);

struct GgfClock {
  Millis main{};          ///< Time for the whole game.
  Millis increment{};     ///< Added after each move.
  Millis grace{120'000};  ///< Added once, when the time is over.

  friend bool operator==(const GgfClock&, const GgfClock&) = default;
};

/// "main/increment/grace", the last two optional: "5:00", "15:00/0:05", "05:00//02:00".
Result<GgfClock> parse_ggf_clock(std::string_view text);

/// "05:00/00:00/02:00", rounded down to seconds; empty for a clock without any time.
std::string to_text(const GgfClock& clock);

/// What is left to a player who has used these times, one for each move. Nothing for a clock
/// without any time, which means no limit.
std::optional<Clock> clock_left(const GgfClock& clock, std::span<const Millis> used);

}  // namespace sumi::protocol
