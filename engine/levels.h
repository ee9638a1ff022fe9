// SPDX-License-Identifier: MIT
#pragma once

#include "engine/limits.h"
#include "engine/options.h"

#include <array>
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

/// An opponent that errs as people do: compares all moves by a full-width search of kStrengthDepth
/// plies and chooses each with a probability proportional to exp(value / temperature).
struct Strength {
  int exact_at_empties;  ///< Solves at this many empties or fewer.
  /// In discs; in the opening, middle game and endgame, of 20 plies each.
  std::array<double, 3> temperatures;
  int book_plies;  ///< Plays from the opening book up to this ply.
  int rating;      ///< As `sumi analyze` estimates it, of people who lose as many discs.

  double temperature(int empties) const {
    return temperatures[empties > 40 ? 0 : empties > 20 ? 1 : 2];
  }
};

inline constexpr int kMaxStrength = 15;
inline constexpr int kStrengthDepth = 4;

/// Each scores 100 Elo more than the one before. Requires: 1 <= strength <= kMaxStrength.
const Strength& strength_row(int strength);

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
