// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/machine.h"
#include "engine/game/pattern_layout.h"
#include "engine/weights/weights_file.h"
#include "engine/weights/weights_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>
#include <zstd.h>

// The bytes of weights/pattern.sumi (shipped_weights.S).
extern "C" const char sumi_shipped_pattern[], sumi_shipped_pattern_end[];

namespace sumi {
namespace {

std::string layout_text() {
  return fmt::format("stages: {}\n{}", kPatternStages, pattern_layout_text());
}

// For each stage, files store the differences of canonical fillings from the previous stage.

/// A pattern, or mobility, whose fillings are all canonical.
struct StoredPattern {
  std::size_t first = 0;  ///< Of its first canonical filling, among all.
  std::size_t count = 0;
  std::vector<std::uint16_t> places;  ///< [filling]: index of its canonical filling, relative to
                                      ///< `first`.
};

std::vector<StoredPattern> stored_patterns() {
  std::vector<StoredPattern> patterns;
  std::size_t first = 0;
  for (int p = 0; p <= kPatternTypes; ++p) {
    std::vector<std::uint16_t> order(kMobilityFillings), canonical;
    if (p < kPatternTypes) {
      order = fillings_of_files(p);
      canonical = canonical_fillings(p);
    } else {
      std::iota(order.begin(), order.end(), std::uint16_t{0});
      canonical = order;
    }
    constexpr std::uint16_t kNone = 0xFFFF;
    StoredPattern pattern{first, 0, std::vector(order.size(), kNone)};
    for (const std::uint16_t filling : order) {
      std::uint16_t& place = pattern.places[canonical[filling]];
      if (place == kNone) place = static_cast<std::uint16_t>(pattern.count++);
      pattern.places[filling] = place;
    }
    first += pattern.count;
    patterns.push_back(std::move(pattern));
  }
  return patterns;
}

Result<std::vector<std::int16_t>> read_values(std::string_view frames) {
  const Error damaged = bad_weights("the compressed values are damaged");
  const std::vector<StoredPattern> patterns = stored_patterns();
  const std::size_t count = patterns.back().first + patterns.back().count;
  // For one stage, to fit in the cache: low bytes, then high bytes; the current values.
  std::vector<unsigned char> bytes(2 * count);
  std::vector<std::uint16_t> stored(count);
  std::vector<std::int16_t> values;
  values.reserve(std::size_t{kPatternStages} * kStageWeights);
  prefer_large_pages(values.data(), values.capacity() * sizeof values[0]);
  for (int stage = 0; stage < kPatternStages; ++stage) {
    const std::size_t size = ZSTD_findFrameCompressedSize(frames.data(), frames.size());
    if (ZSTD_isError(size)) return damaged;
    const std::size_t got = ZSTD_decompress(bytes.data(), bytes.size(), frames.data(), size);
    if (got != bytes.size()) return damaged;
    frames.remove_prefix(size);
    for (std::size_t i = 0; i < count; ++i) {
      stored[i] = static_cast<std::uint16_t>(stored[i] + bytes[i] + (bytes[count + i] << 8));
    }
    for (const StoredPattern& pattern : patterns) {
      const std::uint16_t* const first = stored.data() + pattern.first;
      std::size_t at = values.size();
      values.resize(at + pattern.places.size());
      for (const std::uint16_t place : pattern.places) {
        values[at++] = static_cast<std::int16_t>(first[place]);
      }
    }
  }
  if (!frames.empty()) return damaged;
  return values;
}

std::string write_values(const std::vector<std::int16_t>& values, int compression) {
  const std::vector<StoredPattern> patterns = stored_patterns();
  const std::size_t count = patterns.back().first + patterns.back().count;
  std::vector<std::uint16_t> last(count), stored(count);
  std::string bytes(2 * count, '\0'), frame(ZSTD_compressBound(bytes.size()), '\0'), frames;
  for (std::size_t stage = 0; stage < kPatternStages; ++stage) {
    const std::int16_t* value = values.data() + stage * kStageWeights;
    for (const StoredPattern& pattern : patterns) {
      // Backwards, so that the canonical filling, the smallest, is written last.
      for (std::size_t i = pattern.places.size(); i-- > 0;) {
        stored[pattern.first + pattern.places[i]] = static_cast<std::uint16_t>(value[i]);
      }
      value += pattern.places.size();
    }
    for (std::size_t i = 0; i < count; ++i) {
      const int difference = stored[i] - last[i];
      bytes[i] = static_cast<char>(difference);
      bytes[count + i] = static_cast<char>(difference >> 8);
    }
    last.swap(stored);
    const std::size_t size =
        ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), compression);
    if (ZSTD_isError(size)) throw FatalError(ZSTD_getErrorName(size));
    frames.append(frame, 0, size);
  }
  return frames;
}

std::string_view shipped_patterns() { return {sumi_shipped_pattern, sumi_shipped_pattern_end}; }

WeightsInUse<QuantisedPatterns>& patterns_in_use() {
  static WeightsInUse<QuantisedPatterns> all;
  return all;
}

}  // namespace

Result<PatternWeightsFile> parse_pattern_text(std::string_view text) {
  PatternWeightsFile weights;
  auto provenance = take_provenance(text);
  if (!provenance) return provenance.error();
  weights.provenance = std::move(*provenance);
  const auto error = take_error_model(text);
  if (!error) return error.error();
  weights.error = *error;
  if (text != layout_text()) return bad_weights("weights for another set of patterns or stages");
  return weights;
}

std::string pattern_text(const PatternWeightsFile& weights) {
  return provenance_text(weights.provenance) + error_model_text(weights.error) + layout_text();
}

Result<PatternWeightsFile> parse_pattern_weights(std::string_view bytes) {
  const auto parts = split_weights(bytes, kPatternFile);
  if (!parts) return parts.error();
  if (const auto whole = check_weights_sum(bytes); !whole) return whole.error();
  auto weights = parse_pattern_text(parts->text);
  if (!weights) return weights;
  auto values = read_values(parts->frames);
  if (!values) return values.error();
  weights->values = std::move(*values);
  return weights;
}

std::string write_pattern_weights(const PatternWeightsFile& weights, int compression) {
  assert(weights.values.size() == std::size_t{kPatternStages} * kStageWeights);
  const std::string text = pattern_text(weights),
                    frames = write_values(weights.values, compression);
  return join_weights(kPatternFile, text, frames);
}

Result<PatternWeightsFile> read_pattern_weights(const std::string& path) {
  return read_weights(path, shipped_patterns(), parse_pattern_weights);
}

Result<std::shared_ptr<const QuantisedPatterns>> load_pattern_weights(const std::string& path) {
  using Made = std::shared_ptr<const QuantisedPatterns>;
  return patterns_in_use().load(path, [](const std::string& file) -> Result<Made> {
    const auto weights = read_pattern_weights(file);
    if (!weights) return weights.error();
    return std::make_shared<const QuantisedPatterns>(weights->values, weights->error);
  });
}

std::shared_ptr<const QuantisedPatterns> pattern_weights_in_use(const std::string& path) {
  return patterns_in_use().find(path);
}

Result<void> check_shipped_pattern_weights() {
  const auto parts = split_weights(shipped_patterns(), kPatternFile);
  if (!parts) return in_shipped_weights(parts.error());
  const auto weights = parse_pattern_text(parts->text);
  if (!weights) return in_shipped_weights(weights.error());
  return {};
}

}  // namespace sumi
