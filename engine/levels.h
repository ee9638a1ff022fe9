// SPDX-License-Identifier: MIT
/// Playing levels 0..60 and the limits of a move in a game.
#pragma once

#include "engine/limits.h"
#include "engine/options.h"

#include <optional>

namespace sumi {

inline constexpr int kMaxLevel = 60;

/// Depths in plies, selectivities in per cent.
struct Level {
  int depth;             ///< Of the midgame search.
  int selectivity;       ///< Of the midgame search.
  int exact_at_empties;  ///< Solves exactly from this number of empties.
};

/// Requires: 0 <= level <= kMaxLevel.
Level level_row(int level);

/// Requires: 0 <= level <= kMaxLevel.
SearchLimits level_limits(int level);

/// Searches at the selectivity that gives most depth.
SearchLimits time_limits(Millis time);

inline constexpr Millis kHintTime{2000};  ///< For hints without other limits.

/// True if the limits ask for the exact score, which only a search gives, never a book.
bool asks_for_exact(const SearchLimits& limits, int empties);

/// Of the lowest level that searches at least `depth` plies.
int level_selectivity(int depth);

/// Limits of a move in a game: the clock, or else move-time-ms; and level, depth and nodes. All
/// that are set apply; one second if none is.
SearchLimits move_limits(const EngineOptions& options, const std::optional<Clock>& clock);

}  // namespace sumi
