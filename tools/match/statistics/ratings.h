// SPDX-License-Identifier: MIT
/// Ratings of many engines from all their results: the Bradley-Terry model, fitted by maximum
/// likelihood (D. Hunter, "MM algorithms for generalized Bradley-Terry models", 2004; by Newton's
/// method, which also gives the errors); a draw is half a win for each.
#pragma once

#include "tools/match/statistics/elo.h"

#include <vector>

namespace sumi::match {

/// [i][j]: what engine i scored against engine j; [j][i] is the same seen from the other side.
using CrossTable = std::vector<std::vector<Score>>;

struct Rating {
  double elo = 0;
  double error = 0;  ///< Half of the 95 % interval; infinite for an engine without games.
};

/// One for each engine, with mean 0. Always finite: where results alone make a gap without end
/// (some engines won every game against all others that they met), one virtual draw is added
/// between each two engines that met across the gap, and nowhere else. Groups that never met,
/// directly or through others, cannot be compared: each has mean 0 of its own.
/// Errors are those of the difference to the mean, by Fisher's information for games without
/// draws; draws make them smaller in truth.
std::vector<Rating> bradley_terry(const CrossTable& table);

}  // namespace sumi::match
