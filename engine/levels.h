// SPDX-License-Identifier: MIT
/// Playing levels 0..60: one table says how deep each searches and when it solves.
#pragma once

#include "engine/limits.h"

namespace sumi {

inline constexpr int kMaxLevel = 60;

/// What a level does in a position. Depths in plies, selectivities in per cent.
struct Level {
  int depth;             ///< Of the midgame search.
  int selectivity;       ///< Of the midgame search.
  int exact_at_empties;  ///< Solves exactly from here on.
};

/// The row of the table. Requires: 0 <= level <= kMaxLevel.
Level level_row(int level);

/// The limits that a level means. Requires: 0 <= level <= kMaxLevel.
SearchLimits level_limits(int level);

}  // namespace sumi
