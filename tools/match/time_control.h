// SPDX-License-Identifier: MIT
/// How much time an engine has, as a tournament says it.
#pragma once

#include "engine/base/error.h"
#include "engine/base/time.h"

#include <string>
#include <string_view>

namespace sumi::match {

/// Time for a game with a Fischer increment, or for each move, or none at all (the engine is
/// limited by its own options: level, depth, nodes).
struct TimeControl {
  enum class Kind { kNone, kGame, kMove };
  Kind kind = Kind::kNone;
  Millis main{};       ///< Time for the game, or for each move.
  Millis increment{};  ///< Added after each move of a game.

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// "none", "60" or "60+0.5" (seconds for the game and more for each move), "0.1/move".
Result<TimeControl> parse_time_control(std::string_view text);
std::string to_text(const TimeControl& time);  ///< The text that parse_time_control() reads.

}  // namespace sumi::match
