// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/random.h"
#include "engine/game/pattern_layout.h"
#include "engine/game/rules.h"
#include "engine/weights/weights_file.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sumi::test {

inline const PatternWeights& shipped_weights() {
  static const auto file = load_pattern_weights("").value();
  static const PatternWeights weights = file->view();
  return weights;
}

/// Values for all stages, each drawn by `next`. Symmetric fillings share a value.
template <class Next>
std::vector<std::int16_t> drawn_pattern_weights(Next&& next) {
  std::vector<std::vector<std::uint16_t>> canonical;
  for (int p = 0; p < kPatternTypes; ++p) canonical.push_back(canonical_fillings(p));
  std::vector<std::int16_t> values;
  for (int stage = 0; stage < kPatternStages; ++stage) {
    for (const std::vector<std::uint16_t>& fillings : canonical) {
      const std::size_t first = values.size();
      for (const std::uint16_t index : fillings) {
        const std::size_t same = first + index;  // the canonical filling comes first
        values.push_back(same < values.size() ? values[same] : static_cast<std::int16_t>(next()));
      }
    }
    for (int i = 0; i < kMobilityFillings; ++i) values.push_back(static_cast<std::int16_t>(next()));
  }
  return values;
}

/// Sum of the weights of file `values` for a board.
inline int pattern_units(const std::vector<std::int16_t>& values, const Board& b) {
  const auto stage = static_cast<std::size_t>(pattern_stage(b.empties()) * kStageWeights);
  const PatternIndices indices = pattern_indices(b);
  int units = 0;
  for (std::size_t f = 0; f < static_cast<std::size_t>(kPatternLayout.features); ++f) {
    const auto pattern = static_cast<std::size_t>(kPatternLayout.feature[f].pattern);
    units += values[stage + static_cast<std::size_t>(kPatternLayout.offset[pattern]) + indices[f]];
  }
  const int mobility = mobility_filling(std::popcount(rules::legal_moves(b)),
                                        std::popcount(rules::legal_moves(b.passed())));
  return units + values[stage + static_cast<std::size_t>(kPatternLayout.total_fillings + mobility)];
}

inline int pattern_units(const PatternWeights& weights, const Board& b) {
  const auto stage = static_cast<std::size_t>(pattern_stage(b.empties()));
  const PatternIndices indices = pattern_indices(b);
  int patterns = 0;
  for (std::size_t f = 0; f < static_cast<std::size_t>(kPatternLayout.features); ++f) {
    const auto pattern = static_cast<std::size_t>(kPatternLayout.feature[f].pattern);
    const auto filling = static_cast<std::size_t>(kPatternLayout.offset[pattern]) + indices[f];
    patterns += weights.steps[stage * kPatternTypes + pattern] *
                weights.fillings[stage * std::size_t{kPatternLayout.total_fillings} + filling];
  }
  const int mobility = mobility_filling(std::popcount(rules::legal_moves(b)),
                                        std::popcount(rules::legal_moves(b.passed())));
  constexpr int kScale = PatternWeights::kStepScale;
  const int rounded_down = (patterns < 0 ? patterns - (kScale - 1) : patterns) / kScale;
  return rounded_down +
         weights.mobility[stage * kMobilityFillings + static_cast<std::size_t>(mobility)];
}

}  // namespace sumi::test
