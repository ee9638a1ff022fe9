// SPDX-License-Identifier: MIT
/// Multi-ProbCut: skips a deep search if a shallow one predicts its outcome confidently (M. Buro,
/// "ProbCut: an effective selective extension of the alpha-beta algorithm", ICCA Journal 18(2),
/// 1995).
#pragma once

#include "engine/core/board/isa.h"
#include "engine/core/evaluators/evaluator.h"

namespace sumi::SUMI_ISA {

/// At depth 2 the static value predicts.
inline constexpr int kProbcutMinDepth = 2;

/// The cheap probe comes first and needs a wider margin.
enum class Probe { kCheap, kMain };

inline constexpr int kCheapProbeMinDepth = 6;

/// With so few discs a side may lose them all within a few plies: shallow searches cannot predict a
/// win. 5 costs 0.1% more nodes, 6 2%, 7 7%.
inline constexpr int kFewDiscs = 5;

/// About half or a quarter of `depth`; the same parity, as in the error model.
SUMI_INLINE constexpr int probcut_depth(int depth, Probe probe) {
  const int part = probe == Probe::kCheap ? depth / 4 : depth / 2;
  return part - ((part ^ depth) & 1);
}

/// In 1/1000 sigma, for a confidence of `selectivity` per cent: the two-sided normal quantile. 0 at
/// 100%: no cuts.
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

/// Margins between shallow value and bound, in value units. Caches the error model, which is many
/// times slower.
class ProbcutMargins {
 public:
  /// `percent`: scale of the margins.
  ProbcutMargins(const ErrorModel& error, int selectivity, int percent = 100)
      : error_(&error),
        selectivity_(selectivity),
        millisigmas_(probcut_millisigmas(selectivity) * percent / 100) {}

  int selectivity() const { return selectivity_; }

  /// 0: no cuts. Requires: depth < 64, and at least kProbcutMinDepth, or kCheapProbeMinDepth for
  /// cheap probes.
  SUMI_INLINE int at(int depth, Probe probe, int empties) {
    if (millisigmas_ == 0) return 0;
    std::int16_t& known = known_[static_cast<std::size_t>(probe)][static_cast<std::size_t>(depth)]
                                [static_cast<std::size_t>(empties)];
    if (known == kUnknown) known = margin(depth, probe, empties);
    return known;
  }

 private:
  static constexpr std::int16_t kUnknown = 0;
  /// A margin beyond all values.
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
