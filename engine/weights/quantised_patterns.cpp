// SPDX-License-Identifier: MIT
#include "engine/base/machine.h"
#include "engine/game/pattern_layout.h"
#include "engine/weights/weights_file.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdlib>

namespace sumi {
namespace {

constexpr int kMost = 127;
constexpr auto kFillings = static_cast<std::size_t>(kPatternLayout.total_fillings);

/// Returns the step size, in 1/kStepScale value units. Integers only: all machines agree.
std::int32_t quantise(const std::int16_t* weights, std::size_t count, std::int8_t* fillings) {
  constexpr int kScale = PatternWeights::kStepScale;
  int most = 1;
  for (std::size_t i = 0; i < count; ++i) most = std::max(most, std::abs(int{weights[i]}));
  const int step = (most * kScale + kMost - 1) / kMost;
  const int steps_of_unit = (kScale << 20) / step;  // in 2^-20
  for (std::size_t i = 0; i < count; ++i) {
    fillings[i] = static_cast<std::int8_t>((weights[i] * steps_of_unit + (1 << 19)) >> 20);
  }
  return step;
}

}  // namespace

QuantisedPatterns::QuantisedPatterns(const std::vector<std::int16_t>& values,
                                     const ErrorModel& error)
    : error_(error) {
  assert(values.size() == std::size_t{kPatternStages} * kStageWeights);
  fillings_.reserve(kPatternStages * kFillings);
  prefer_large_pages(fillings_.data(), fillings_.capacity());
  fillings_.resize(kPatternStages * kFillings);
  std::int8_t* to = fillings_.data();
  const std::int16_t* from = values.data();
  for (int stage = 0; stage < kPatternStages; ++stage) {
    for (const int fillings : kPatternLayout.fillings) {
      const auto count = static_cast<std::size_t>(fillings);
      steps_.push_back(quantise(from, count, to));
      from += count;
      to += count;
    }
    mobility_.insert(mobility_.end(), from, from + kMobilityFillings);
    from += kMobilityFillings;
  }
}

}  // namespace sumi
