// SPDX-License-Identifier: MIT
/// Multi-ProbCut: where a shallow search says clearly enough how a deep one would end, the deep one
/// is not made (M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm",
/// ICCA Journal 18(2), 1995).
#pragma once

#include "engine/core/board/isa.h"
#include "engine/core/evaluators/evaluator.h"

namespace sumi::SUMI_ISA {

/// Below this depth there is nothing to be saved; at 2 the static value predicts.
inline constexpr int kProbcutMinDepth = 2;

/// Two searches may predict a deeper one, the cheap one first: it must clear a wider margin.
enum class Probe { kCheap, kMain };

/// Below this depth there is no cheap probe.
inline constexpr int kCheapProbeMinDepth = 6;

/// Who has no more discs than this is not trusted to win by what shallow searches say: he may lose
/// them all in a few plies, which no evaluator sees. 5 costs 0.1 % more nodes, 6 2 %, 7 7 % (99
/// positions of 32, 40 and 46 empties, depth 12).
inline constexpr int kFewDiscs = 5;

/// The depth whose value predicts that of `depth`: about half or a quarter, of the same parity, as
/// those that the error model was measured on.
SUMI_INLINE constexpr int probcut_depth(int depth, Probe probe) {
  const int part = probe == Probe::kCheap ? depth / 4 : depth / 2;
  return part - ((part ^ depth) & 1);
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

/// The distances in value units that a shallow value must keep from the bound, for the searches of
/// one selectivity. An error model takes many times as long to ask as a table.
class ProbcutMargins {
 public:
  /// `percent` of what the error model promises.
  ProbcutMargins(const ErrorModel& error, int selectivity, int percent = 100)
      : error_(&error),
        selectivity_(selectivity),
        millisigmas_(probcut_millisigmas(selectivity) * percent / 100) {}

  int selectivity() const { return selectivity_; }

  /// 0: make no cuts. Requires: kProbcutMinDepth <= depth < 64, kCheapProbeMinDepth for cheap
  /// probes.
  SUMI_INLINE int at(int depth, Probe probe, int empties) {
    if (millisigmas_ == 0) return 0;
    std::int16_t& known = known_[static_cast<std::size_t>(probe)][static_cast<std::size_t>(depth)]
                                [static_cast<std::size_t>(empties)];
    if (known == kUnknown) known = margin(depth, probe, empties);
    return known;
  }

 private:
  static constexpr std::int16_t kUnknown = 0;
  /// Further from any bound than all values.
  static constexpr int kTooFar = 3 * kMaxEstimate.units;

  [[gnu::noinline]] std::int16_t margin(int depth, Probe probe, int empties) const {
    const std::int64_t sigma = error_->sigma(depth, probcut_depth(depth, probe), empties);
    const std::int64_t margin = millisigmas_ * sigma / 1000;
    return static_cast<std::int16_t>(margin < kTooFar ? margin : kTooFar);
  }

  const ErrorModel* error_;
  int selectivity_;
  int millisigmas_;
  std::array<std::array<std::array<std::int16_t, 64>, 64>, 2>
      known_{};  ///< [probe][depth][empties]
};

}  // namespace sumi::SUMI_ISA
