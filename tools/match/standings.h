// SPDX-License-Identifier: MIT
/// The table of an event: points with byes, and tie-breaks (rules: README.md).
#pragma once

#include "tools/match/game_result.h"
#include "tools/match/match_config.h"

#include <span>
#include <vector>

namespace sumi::match {

struct Standing {
  int engine = 0;
  int games = 0;
  double points = 0;      ///< Of games and byes.
  double brightwell = 0;  ///< Brightwell quotient.
  double discs = 0;       ///< Discs at the end of its games.
  double buchholz = 0;    ///< Points of its opponents.
  int byes = 0;
  int rounds_won = 0;  ///< In a knockout.
  bool withdrawn = false;
};

/// Best first: by rounds of a knockout, points, Brightwell quotient, discs, Buchholz, index.
std::vector<Standing> standings(const MatchConfig& config, std::span<const GameResult> games);

}  // namespace sumi::match
