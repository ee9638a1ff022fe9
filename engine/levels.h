// SPDX-License-Identifier: MIT
/// Playing levels 0..60: one table says how deep each searches and when it solves. Also the limits
/// that the options and the clock set to a move in a game.
#pragma once

#include "engine/limits.h"
#include "engine/options.h"

#include <optional>

namespace sumi {

inline constexpr int kMaxLevel = 60;

/// How a level searches a position. Depths in plies, selectivities in per cent.
struct Level {
  int depth;             ///< Depth of the midgame search.
  int selectivity;       ///< Selectivity of the midgame search.
  int exact_at_empties;  ///< Solves exactly from this number of empties on.
};

/// The row of the table. Requires: 0 <= level <= kMaxLevel.
Level level_row(int level);

/// The limits that a level means. Requires: 0 <= level <= kMaxLevel.
SearchLimits level_limits(int level);

/// The limits of a search for so long: with the cuts that gain most depth.
SearchLimits time_limits(Millis time);

inline constexpr Millis kHintTime{2000};  ///< Of hints where nothing else limits the search.

/// Whether these limits ask for the exact score of a position with this number of empties. Only a
/// search gives it, never a book, whatever else limits that search.
bool asks_for_exact(const SearchLimits& limits, int empties);

/// The selectivity of the first level that searches so many plies or more.
int level_selectivity(int depth);

/// The limits of a move in a game: the clock, or else the options' move_time_ms; and their level,
/// depth and nodes. All that are set apply; a second a move if none is.
SearchLimits move_limits(const EngineOptions& options, const std::optional<Clock>& clock);

}  // namespace sumi
