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
  int count = 0;                         ///< Of all its games from there.
  double points = 0;                     ///< It got out of them.
  double discs = 0;                      ///< A game.
};

/// Those in which an engine got less than half of the points, by the points that it lost, then by
/// discs; at most `most`. Games that ended by a fault say nothing of their opening. Results outlive
/// what is returned.
std::vector<LostOpening> lost_openings(std::span<const GameResult> games, int engine,
                                       std::size_t most);

}  // namespace sumi::match
