// SPDX-License-Identifier: MIT
/// The evaluator `pattern`: a sum of trained weights, one per feature
/// (engine/game/pattern_layout.h) and one for mobility (M. Buro, "Experiments with Multi-ProbCut
/// and a new high-quality evaluation function for Othello", 1997). Trained by sumi-lab; 8x8 only.
///
/// A state contains all feature indices for the side to move, in base 3 (own 0, empty 1, opponent
/// 2). A flipped disc changes an index by twice its place value, a new disc by once; the other
/// side's index is the maximum minus ours. A move is therefore a sum of vectors. Reference
/// implementation: pattern_indices().
///
/// Most of the time is cache misses on the weights (NOTES.md).
#pragma once

#include "engine/core/evaluators/evaluator.h"
#include "engine/game/pattern_layout.h"

#include <cstring>
#include <utility>

namespace sumi::SUMI_ISA {

namespace detail {

/// Indices per register.
#ifdef __AVX2__
inline constexpr int kLanes = 16;
#else
inline constexpr int kLanes = 8;
#endif
using Lanes = std::uint16_t __attribute__((vector_size(2 * kLanes)));
inline constexpr int kLaneVectors = kMaxPatternFeatures / kLanes;

struct alignas(64) FeatureVector {
  std::array<std::uint16_t, kMaxPatternFeatures> values{};
};

struct FeatureTables {
  std::array<FeatureVector, 64> place_value{};  ///< [square][feature]; 0 for squares outside the
                                                ///< feature.
  FeatureVector max_index;                      ///< Maximum index, by feature.
  std::array<std::uint32_t, kMaxPatternFeatures> offset{};  ///< Start of the feature's weights in a
                                                            ///< stage.
};

constexpr FeatureTables make_feature_tables() {
  FeatureTables tables;
  for (int i = 0; i < kPatternLayout.features; ++i) {
    const auto f = static_cast<std::size_t>(i);
    const PatternFeature& feature = kPatternLayout.feature[f];
    const auto pattern = static_cast<std::size_t>(feature.pattern);
    tables.max_index.values[f] = static_cast<std::uint16_t>(kPatternLayout.fillings[pattern] - 1);
    tables.offset[f] = static_cast<std::uint32_t>(kPatternLayout.offset[pattern]);
    int value = 1;
    for (int k = 0; k < feature.size; ++k) {
      const auto square = static_cast<std::size_t>(feature.squares[static_cast<std::size_t>(k)]);
      tables.place_value[square].values[f] = static_cast<std::uint16_t>(value);
      value *= 3;
    }
  }
  return tables;
}

inline constexpr FeatureTables kFeatureTables = make_feature_tables();

/// The first feature of each pattern, then the number of features.
constexpr std::array<std::size_t, kPatternTypes + 1> make_first_features() {
  std::array<std::size_t, kPatternTypes + 1> first{};
  for (int f = 0; f < kPatternLayout.features; ++f) {
    const int pattern = kPatternLayout.feature[static_cast<std::size_t>(f)].pattern;
    first[static_cast<std::size_t>(pattern) + 1] = static_cast<std::size_t>(f) + 1;
  }
  return first;
}

inline constexpr auto kFirstFeature = make_first_features();

SUMI_INLINE Lanes load(const FeatureVector& v, int i) {
  Lanes lanes;
  std::memcpy(&lanes, v.values.data() + kLanes * i, sizeof lanes);
  return lanes;
}

SUMI_INLINE void store(FeatureVector& v, int i, Lanes lanes) {
  std::memcpy(v.values.data() + kLanes * i, &lanes, sizeof lanes);
}

}  // namespace detail

class PatternEvaluator {
 public:
  using State = detail::FeatureVector;

  /// `weights` must outlive the evaluator and be complete before value() and error().
  explicit PatternEvaluator(const PatternWeights& weights) : weights_(&weights) {}
  explicit PatternEvaluator(PatternWeights&&) = delete;

  void reset(const Board& b, State& state) const { fill(b, state); }
  void advance(const Board&, const State& parent, Square s, Bitboard flipped, State& child) const {
    fill_child(parent, s, flipped, child);
  }
  void pass(const State& parent, State& child) const { fill_passed(parent, child); }

  // Static: states do not depend on weights. Also used by `nnue`.

  SUMI_INLINE static void fill(const Board& b, State& state) {
    using namespace detail;
    for (int i = 0; i < kLaneVectors; ++i) {
      Lanes sum{};
      for (Bitboard left = b.empty(); left != 0; left &= left - 1) {
        sum += load(place_values(left), i);
      }
      for (Bitboard left = b.opp; left != 0; left &= left - 1) {
        sum += load(place_values(left), i) * 2;
      }
      store(state, i, sum);
    }
  }

  SUMI_INLINE static void fill_child(const State& parent, Square s, Bitboard flipped,
                                     State& child) {
    using namespace detail;
    Lanes turned[kLaneVectors] = {};
    for (Bitboard left = flipped; left != 0; left &= left - 1) {
      const FeatureVector& values = place_values(left);
      for (int i = 0; i < kLaneVectors; ++i) turned[i] += load(values, i);
    }
    const FeatureVector& placed = kFeatureTables.place_value[static_cast<std::size_t>(index(s))];
    for (int i = 0; i < kLaneVectors; ++i) {
      store(child, i,
            load(kFeatureTables.max_index, i) - load(parent, i) + load(placed, i) + turned[i] * 2);
    }
  }

  SUMI_INLINE static void fill_passed(const State& parent, State& child) {
    using namespace detail;
    for (int i = 0; i < kLaneVectors; ++i) {
      store(child, i, load(kFeatureTables.max_index, i) - load(parent, i));
    }
  }

  Value value(const Board& b, const State& state) const {
    return value(b, state, legal_moves<8>(b), legal_moves<8>(b.passed()));
  }
  SUMI_INLINE Value value(const Board& b, const State& state, Bitboard own_legal,
                          Bitboard opp_legal) const {
    const int stage = pattern_stage(b.empties());
    const int mobility = mobility_filling(std::popcount(own_legal), std::popcount(opp_legal));
    const int patterns = sum(weights_->fillings + stage * kPatternLayout.total_fillings,
                             weights_->steps + stage * kPatternTypes, state,
                             std::make_index_sequence<kPatternTypes>());
    return compress_estimate(weights_->mobility[stage * kMobilityFillings + mobility] +
                             (patterns >> std::countr_zero(unsigned{PatternWeights::kStepScale})));
  }

  const ErrorModel& error() const { return weights_->error; }

 private:
  SUMI_INLINE static const detail::FeatureVector& place_values(Bitboard set) {
    return detail::kFeatureTables.place_value[static_cast<std::size_t>(std::countr_zero(set))];
  }

  /// Sum over all patterns, in 1/kStepScale value units.
  template <std::size_t... kPatternIndices>
  SUMI_INLINE static int sum(const std::int8_t* fillings, const std::int32_t* steps,
                             const State& state, std::index_sequence<kPatternIndices...>) {
    using detail::kFirstFeature;
    return (... + (steps[kPatternIndices] *
                   steps_of<kFirstFeature[kPatternIndices]>(
                       fillings, state,
                       std::make_index_sequence<kFirstFeature[kPatternIndices + 1] -
                                                kFirstFeature[kPatternIndices]>())));
  }

  /// Sum of the steps of a pattern's features, from `kFirst` on. Unrolled, so that the offsets of
  /// the weights are constants.
  template <std::size_t kFirst, std::size_t... kFeatures>
  SUMI_INLINE static int steps_of(const std::int8_t* fillings, const State& state,
                                  std::index_sequence<kFeatures...>) {
    return (... + fillings[detail::kFeatureTables.offset[kFirst + kFeatures] +
                           state.values[kFirst + kFeatures]]);
  }

  const PatternWeights* weights_;
};

static_assert(Evaluator<PatternEvaluator>);

}  // namespace sumi::SUMI_ISA
