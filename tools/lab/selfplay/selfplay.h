// SPDX-License-Identifier: MIT
/// Games of the engine against itself, for training.
#pragma once

#include "tools/lab/selfplay/game.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace sumi::lab {

struct SelfplaySetup {
  EngineOptions engine;
  SearchLimits limits;  ///< For each move; `exact_at_empties` decides where the solution begins.
  int min_random_plies = 8;
  int max_random_plies = 59;
  /// Openings that a search within `limits` calls better than this for a side, in discs, are not
  /// played: others are drawn instead. Nothing: all are played.
  std::optional<int> most_unbalanced;
  int stray_percent = 0;  ///< Of the moves before the solution that are drawn by chance.
  std::uint64_t seed = 1;
};

/// Plays game `number`: the same for the same setup. The records of a PlayedGame. One thread at a
/// time.
class Selfplay {
 public:
  explicit Selfplay(const SelfplaySetup& setup) : setup_(setup), player_(setup.engine) {}

  /// When a stop is requested it returns nothing, soon.
  std::vector<Record> play(std::uint64_t number, std::stop_token stop = {});

 private:
  Board draw_opening(SplitMix64& random, const std::stop_token& stop);
  bool is_balanced(const Board& opening, const std::stop_token& stop);

  const SelfplaySetup setup_;
  GamePlayer player_;
};

}  // namespace sumi::lab
