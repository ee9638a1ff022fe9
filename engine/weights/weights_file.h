// SPDX-License-Identifier: MIT
/// Files of trained weights. Format: weights/README.md.
#pragma once

#include "engine/base/error.h"
#include "engine/weights/evaluator_data.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// Weights of the evaluator `pattern` for the search: one byte per filling, in steps of 1/127 of
/// the largest weight of the pattern and stage. A stage takes 0.65 MB instead of 1.3, because cache
/// misses dominate the cost. Rounding changes an estimate by 0.2 discs (RMS over positions of
/// games) and adds 0.01 discs to its error.
///
/// Immutable, hence thread-safe.
class QuantisedPatterns {
 public:
  /// `values` as in PatternWeightsFile.
  QuantisedPatterns(const std::vector<std::int16_t>& values, const ErrorModel& error);

  QuantisedPatterns(const QuantisedPatterns&) = delete;
  QuantisedPatterns& operator=(const QuantisedPatterns&) = delete;

  /// Valid during the lifetime of this object.
  PatternWeights view() const {
    return {fillings_.data(), steps_.data(), mobility_.data(), error_};
  }

 private:
  std::vector<std::int8_t> fillings_;
  std::vector<std::int32_t> steps_;
  std::vector<std::int16_t> mobility_;
  ErrorModel error_;
};

/// Free text. Files replace control characters by blanks.
struct Provenance {
  std::string command, commit, data, date, note;
};

struct PatternWeightsFile {
  /// [stage][kStageWeights], in value units. Fillings have the value of their canonical filling.
  std::vector<std::int16_t> values;
  ErrorModel error{};
  Provenance provenance;
};

/// Fails with kBadFile on bytes that write_pattern_weights() cannot write for this layout.
Result<PatternWeightsFile> parse_pattern_weights(std::string_view bytes);

/// The text part of a file, without the values. Fails as parse_pattern_weights() does.
Result<PatternWeightsFile> parse_pattern_text(std::string_view text);
std::string pattern_text(const PatternWeightsFile& weights);

/// The bytes of a file, with canonical fillings only. `compression`: zstd level; 19 gives the
/// smallest file and takes seconds; 1 takes 0.1 s and a seventh more space. Requires: `values` has
/// all stages.
std::string write_pattern_weights(const PatternWeightsFile& weights, int compression = 19);

/// The built-in weights if `path` is empty.
Result<PatternWeightsFile> read_pattern_weights(const std::string& path);

/// For engines. Shared: engines that use a file at the same time read it once. Thread-safe.
Result<std::shared_ptr<const QuantisedPatterns>> load_pattern_weights(const std::string& path);

/// As load_pattern_weights() if already loaded, else null. Never blocks.
std::shared_ptr<const QuantisedPatterns> pattern_weights_in_use(const std::string& path);

/// Checks that the built-in weights match the program's patterns. Takes microseconds.
Result<void> check_shipped_pattern_weights();

}  // namespace sumi
