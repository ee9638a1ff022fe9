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
