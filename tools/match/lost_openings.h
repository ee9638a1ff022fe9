// SPDX-License-Identifier: MIT
/// The openings that an engine does not get along with.
#pragma once

#include "tools/match/game_result.h"

#include <cstddef>
#include <span>
#include <vector>

namespace sumi::match {

struct LostOpening {
  std::vector<const GameResult*> games;  ///< The engine's two worst ones, or the one.
  int count = 0;                         ///< How many games it played from there.
  double points = 0;                     ///< What it scored in these games.
  double discs = 0;                      ///< Its mean disc difference a game.
};

/// The openings in which an engine got less than half of the points: at most `most` of them, sorted
/// by the points that it lost, then by discs. Games that ended by a fault are not counted, because
/// they say nothing of their opening. Requires: `games` outlives what is returned.
std::vector<LostOpening> lost_openings(std::span<const GameResult> games, int engine,
                                       std::size_t most);

}  // namespace sumi::match
