// SPDX-License-Identifier: MIT
/// How long a search may think, in every way a front end can say it.
#pragma once

#include "engine/base/time.h"

#include <cstdint>
#include <optional>

namespace sumi {

/// A game clock as the protocols report it.
struct Clock {
  Millis remaining{};
  Millis increment{};   ///< Added after each of our moves.
  int moves_to_go = 0;  ///< `remaining` is for this many moves; 0: for the rest of the game.
};

/// All limits are optional and all that are set apply: the first one reached stops the search.
/// None set means think until stop(), or until the position is solved.
struct SearchLimits {
  std::optional<int> depth{};             ///< Plies of the midgame search, 1..60.
  std::optional<std::uint64_t> nodes{};   ///< Exceeded by at most one small endgame.
  std::optional<Millis> move_time{};      ///< Wall time for this move.
  std::optional<Clock> clock{};           ///< Budget chosen by TimeManager.
  std::optional<int> exact_at_empties{};  ///< Solve at once at this many empties or fewer.
  bool win_loss_draw = false;             ///< Solve only for who wins: score > 0, 0 or < 0.
};

}  // namespace sumi
