// SPDX-License-Identifier: MIT
/// Differences in strength from results.
#pragma once

#include "tools/match/statistics/score.h"

#include <span>

namespace sumi::match {

/// Points a game (0..1) that a difference in Elo leads one to expect, and back. elo_of() gives
/// minus or plus infinity at 0 and 1.
double expected_points(double elo);
double elo_of(double points);

struct EloEstimate {
  double elo = 0;               ///< May be infinite.
  double lower = 0, upper = 0;  ///< Ends of the 95 % interval; may be infinite.
  double superiority = 0.5;     ///< Likelihood that the side is the stronger one, 0..1.
};

/// Estimates Elo from pairs. The interval is that of the mean by the normal approximation, as Elo.
/// If all pairs ended alike they tell no variance; then it is the exact one (C. Clopper, E.
/// Pearson, 1934). Superiority is the normal one too, with the variance that equal sides would
/// have: for games Phi((wins - losses) / sqrt(wins + losses)). Requires: there is a pair.
EloEstimate estimate_elo(const Pentanomial& pairs);

/// Estimates Elo from single games in the same way. Requires: there is a game.
EloEstimate estimate_elo(const Score& games);

struct MeanError {
  double mean = 0;
  double error = 0;  ///< Half of the 95 % interval; infinite for fewer than two values.
};

/// The mean of disc differences. Where games come in pairs, `values` should be the means of pairs.
MeanError mean_with_error(std::span<const double> values);

}  // namespace sumi::match
