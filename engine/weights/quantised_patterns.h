// SPDX-License-Identifier: MIT
/// Weights of the evaluator `pattern` as the search reads them: a byte for each filling of a
/// pattern, in steps whose size is that of the pattern's largest weight at that stage over 127.
///
/// A stage takes 0.65 MB, half of what 16 bits would: waiting for weights is most of what an
/// estimate takes. A weight is off by half a step at most, an estimate by 0.2 discs (root mean
/// square over positions of games), which adds 0.01 discs to its own error (weights/README.md).
#pragma once

#include "engine/weights/evaluator_data.h"

#include <cstdint>
#include <vector>

namespace sumi {

/// Constant once made, so threads may share it.
class QuantisedPatterns {
 public:
  /// `values` as PatternWeightsFile's.
  QuantisedPatterns(const std::vector<std::int16_t>& values, const ErrorModel& error);

  QuantisedPatterns(const QuantisedPatterns&) = delete;
  QuantisedPatterns& operator=(const QuantisedPatterns&) = delete;

  /// Valid as long as this is.
  PatternWeights view() const {
    return {fillings_.data(), steps_.data(), mobility_.data(), error_};
  }

 private:
  std::vector<std::int8_t> fillings_;
  std::vector<std::int32_t> steps_;
  std::vector<std::int16_t> mobility_;
  ErrorModel error_;
};

}  // namespace sumi
