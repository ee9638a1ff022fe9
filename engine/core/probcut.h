// SPDX-License-Identifier: MIT
/// Multi-ProbCut: where a shallow search says clearly enough how a deep one would end, the deep one
/// is not made (M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm",
/// ICCA Journal 18(2), 1995).
#pragma once

#include "engine/core/evaluator.h"
#include "engine/core/isa.h"

namespace sumi::SUMI_ISA {

/// Below this depth the shallow search would cost more than it saves.
inline constexpr int kProbcutMinDepth = 4;

/// The depth whose value predicts that of `depth`: about half, of the same parity, since odd and
/// even depths differ by a tempo.
SUMI_INLINE constexpr int probcut_depth(int depth) {
  const int half = depth / 2;
  return half - ((half ^ depth) & 1);
}

/// How many thousandths of sigma a prediction must clear so that it is right with `selectivity`
/// per cent confidence: the two-sided quantile of the normal distribution. 0 at 100 %: no cuts.
SUMI_INLINE constexpr int probcut_millisigmas(int selectivity) {
  switch (selectivity) {
    case 73:
      return 1103;
    case 87:
      return 1514;
    case 95:
      return 1960;
    case 98:
      return 2326;
    case 99:
      return 2576;
    default:
      return 0;
  }
}

/// The distance in value units that a shallow value must keep from the bound; 0: make no cuts.
SUMI_INLINE constexpr int probcut_margin(const ErrorModel& error, int selectivity, int depth,
                                         int empties) {
  const int sigma = error.sigma(depth, probcut_depth(depth), empties);
  return probcut_millisigmas(selectivity) * sigma / 1000;
}

}  // namespace sumi::SUMI_ISA
