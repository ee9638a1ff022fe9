// SPDX-License-Identifier: MIT
#pragma once

#include "engine/limits.h"
#include "engine/options.h"

#include <optional>

namespace sumi {

inline constexpr int kMaxLevel = 60;

/// Depth in plies, selectivity in per cent.
struct Level {
  int depth;
  int selectivity;
  int exact_at_empties;  ///< Solves exactly at this many empties or fewer.
};

/// Requires: 0 <= level <= kMaxLevel.
Level level_row(int level);

/// Requires: 0 <= level <= kMaxLevel.
SearchLimits level_limits(int level);

/// Searches at the selectivity that reaches the greatest depth.
SearchLimits time_limits(Millis time);

inline constexpr Millis kHintTime{2000};  ///< For hints without another limit.

/// True if the limits ask for the exact score, which requires a search and no book.
bool asks_for_exact(const SearchLimits& limits, int empties);

/// Selectivity of the lowest level that searches at least `depth` plies.
int level_selectivity(int depth);

/// In a game: the clock, else move-time-ms; also level, depth and nodes, if set. One second if none
/// is set.
SearchLimits move_limits(const EngineOptions& options, const std::optional<Clock>& clock);

}  // namespace sumi
