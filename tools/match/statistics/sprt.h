// SPDX-License-Identifier: MIT
/// Sequential probability ratio test (A. Wald, 1945), generalised to pairs of games (M. Van den
/// Bergh, "The GSPRT"): stop a match as soon as it has decided something.
#pragma once

#include "tools/match/match_config.h"
#include "tools/match/statistics/score.h"

namespace sumi::match {

/// What the test says of the hypothesis "stronger by elo1".
enum class SprtVerdict { kUndecided, kAccepted, kRejected };

struct SprtState {
  double llr = 0;               ///< Log-likelihood ratio of elo1 against elo0.
  double lower = 0, upper = 0;  ///< Bounds that decide.
  SprtVerdict verdict = SprtVerdict::kUndecided;
};

/// elo0 and elo1 are logistic Elo, as expected_points() means it (not "normalized" Elo).
SprtState sprt(const SprtSetup& setup, const Pentanomial& pairs);

}  // namespace sumi::match
