// SPDX-License-Identifier: MIT
/// Trained weights as files. The format, byte by byte: weights/README.md.
#pragma once

#include "engine/base/error.h"
#include "engine/weights/evaluator_data.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// Weights of the evaluator `pattern` as the search reads them: a byte for each filling of a
/// pattern, in steps whose size is that of the pattern's largest weight at that stage over 127.
///
/// A stage takes 0.65 MB, half of what 16 bits would: waiting for weights is most of what an
/// estimate takes. A weight is off by half a step at most, an estimate by 0.2 discs (root mean
/// square over positions of games), which adds 0.01 discs to its own error (weights/README.md).
///
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

/// Where weights come from, for people; free text. Files keep each on one line: control characters
/// become blanks.
struct Provenance {
  std::string command, commit, data, date, note;
};

/// Weights of the evaluator `pattern` as a file has them.
struct PatternWeightsFile {
  /// [stage][kStageWeights], canonical fillings equal; value units.
  std::vector<std::int16_t> values;
  ErrorModel error{};
  Provenance provenance;
};

/// Reads the bytes of a file. Fails with kBadFile on anything that write_pattern_weights() has not
/// written for this layout: foreign, truncated, altered, newer.
Result<PatternWeightsFile> parse_pattern_weights(std::string_view bytes);

/// The text of a file, which holds all but the values, and the way back: without `values`. Fails as
/// parse_pattern_weights().
Result<PatternWeightsFile> parse_pattern_text(std::string_view text);
std::string pattern_text(const PatternWeightsFile& weights);

/// The bytes of a file. Fillings with one canonical index are stored once. `compression` is a level
/// of zstd: 19 makes the smallest files, in seconds; 1 takes 0.1 s for a seventh more.
/// Requires: `values` are those of all stages.
std::string write_pattern_weights(const PatternWeightsFile& weights, int compression = 19);

/// The weights in the file `path`; those built into the program if it is empty.
Result<PatternWeightsFile> read_pattern_weights(const std::string& path);

/// The same weights in the form that engines use. A file is read once for all engines that want it
/// at the same time. Any thread.
Result<std::shared_ptr<const QuantisedPatterns>> load_pattern_weights(const std::string& path);

/// What load_pattern_weights() would return, if somebody has it already, else null. Never waits,
/// not even for a thread that is reading the file; null then.
std::shared_ptr<const QuantisedPatterns> pattern_weights_in_use(const std::string& path);

/// Whether the weights built into the program are for its patterns: microseconds, where loading
/// them takes tens of milliseconds.
Result<void> check_shipped_pattern_weights();

}  // namespace sumi
