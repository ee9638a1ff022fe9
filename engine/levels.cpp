// SPDX-License-Identifier: MIT
#include "engine/levels.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace sumi {
namespace {

/// Every fifth level; others are interpolated. Levels progress from full width to deep and
/// selective, then to less selective. Solving costs as much as a search 10 plies shallower, so it
/// starts at more empties than the depth.
constexpr std::array<Level, 13> kEveryFifth{{
    {1, 100, 0},    // 0
    {5, 100, 8},    // 5
    {10, 100, 14},  // 10
    {14, 73, 17},   // 15
    {16, 73, 20},   // 20
    {19, 73, 22},   // 25
    {22, 73, 24},   // 30
    {24, 87, 26},   // 35
    {26, 87, 28},   // 40
    {28, 95, 30},   // 45
    {32, 95, 34},   // 50
    {40, 98, 42},   // 55
    {60, 100, 60},  // 60
}};
static_assert(kMaxLevel == 5 * (kEveryFifth.size() - 1));

/// Fitted to people's mistakes and to 100 Elo a step (tools/lab/NOTES.md).
constexpr std::array<Strength, kMaxStrength> kStrengths{{
    {0, {14.2, 16.6, 19.9}, 0, 400},
    {0, {10.6, 12.4, 14.9}, 0, 500},
    {0, {8.0, 9.4, 11.2}, 0, 600},
    {0, {6.5, 7.6, 9.2}, 0, 700},
    {0, {5.47, 6.4, 7.68}, 0, 800},
    {0, {4.64, 5.43, 6.51}, 0, 900},
    {0, {3.85, 4.6, 5.3}, 0, 1010},
    {0, {3.0, 4.05, 4.6}, 0, 1110},
    {0, {2.35, 3.55, 3.8}, 0, 1200},
    {0, {1.92, 3.0, 3.3}, 2, 1290},
    {0, {1.55, 2.47, 2.8}, 4, 1380},
    {0, {1.33, 2.1, 2.1}, 4, 1500},
    {0, {1.08, 1.7, 1.28}, 6, 1590},
    {10, {0.9, 1.48, 1.0}, 8, 1650},
    {14, {0.8, 0.98, 1.05}, 8, 1720},
}};

/// For a move without any limit.
constexpr Millis kUnlimitedMoveTime{1000};

}  // namespace

Level level_row(int level) {
  assert(0 <= level && level <= kMaxLevel);
  const auto row = static_cast<std::size_t>(level / 5);
  const int step = level % 5;
  if (step == 0) return kEveryFifth[row];
  const Level &low = kEveryFifth[row], &high = kEveryFifth[row + 1];
  const auto between = [step](int a, int b) { return a + (b - a) * step / 5; };
  // Selectivities are discrete; the higher row's suits the depth.
  return {between(low.depth, high.depth), high.selectivity,
          between(low.exact_at_empties, high.exact_at_empties)};
}

SearchLimits level_limits(int level) {
  const Level row = level_row(level);
  SearchLimits limits;
  limits.depth = row.depth;
  limits.selectivity = row.selectivity;
  limits.exact_at_empties = row.exact_at_empties;
  return limits;
}

const Strength& strength_row(int strength) {
  assert(1 <= strength && strength <= kMaxStrength);
  return kStrengths[static_cast<std::size_t>(strength - 1)];
}

SearchLimits time_limits(Millis time) {
  SearchLimits limits;
  limits.move_time = time;
  limits.selectivity = kFastSelectivity;
  return limits;
}

bool asks_for_exact(const SearchLimits& limits, int empties) {
  return empties <= limits.exact_at_empties.value_or(0);
}

int level_selectivity(int depth) {
  int level = 0;
  while (level < kMaxLevel && level_row(level).depth < depth) ++level;
  return level_row(level).selectivity;
}

SearchLimits move_limits(const EngineOptions& options, const std::optional<Clock>& clock) {
  const bool level = options.level >= 0, depth = options.depth > 0, nodes = options.nodes > 0;
  SearchLimits limits;
  if (level) limits = level_limits(options.level);
  if (depth) limits.depth = std::min(options.depth, limits.depth.value_or(options.depth));
  if (nodes) limits.nodes = static_cast<std::uint64_t>(options.nodes);
  limits.clock = clock;
  limits.varies = true;
  if (!level && !depth) limits.selectivity = kFastSelectivity;
  if (!clock && options.move_time_ms > 0) {
    limits.move_time = Millis(options.move_time_ms);
  } else if (!clock && !level && !depth && !nodes) {
    limits.move_time = kUnlimitedMoveTime;
  }
  return limits;
}

}  // namespace sumi
