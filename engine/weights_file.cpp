// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/large_pages.h"
#include "engine/base/text.h"
#include "engine/game/pattern_layout.h"
#include "engine/weights_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <zstd.h>

// What the assembler has put here of weights/pattern.sumi (shipped_weights.S).
extern "C" const char sumi_shipped_pattern[], sumi_shipped_pattern_end[];

namespace sumi {
namespace {

constexpr std::string_view kMagic{"SUMI\x1AWGT", 8};
constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kPatternKind = 1;
constexpr std::size_t kChecksumAt = 32;
constexpr std::size_t kHeaderBytes = 40;
constexpr std::size_t kMaxFileBytes = std::size_t{64} << 20;

Error bad_weights(std::string_view what) { return {ErrorCode::kBadFile, std::string(what)}; }

/// Numbers are little endian in files.
void put(std::string& bytes, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> 8 * i);
}

template <std::size_t kSize>
std::uint64_t get(std::string_view bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < kSize; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << 8 * i;
  }
  return value;
}

/// Every step can be undone, so one changed word always shows.
std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 32;
}

/// Of all bytes but its own, in words of eight, the last of them filled up with zeros.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0;
  for (std::size_t at = 0; at < kChecksumAt; at += 8) hash = mix(hash, get<8>(bytes, at));
  std::size_t at = kHeaderBytes;
  for (; at + 8 <= bytes.size(); at += 8) hash = mix(hash, get<8>(bytes, at));
  std::string last(bytes.substr(at));
  last.resize(8);
  return mix(hash, get<8>(last, 0));
}

// The text: lines "key: value".

constexpr std::pair<std::string_view, std::string Provenance::*> kFields[] = {
    {"command", &Provenance::command}, {"commit", &Provenance::commit}, {"data", &Provenance::data},
    {"date", &Provenance::date},       {"note", &Provenance::note},
};

constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }

std::string one_line(std::string text) {
  std::ranges::replace_if(text, is_control, ' ');
  return text;
}

/// What weights must fit: the stages, the squares of every pattern, the most moves told apart.
std::string layout_text() {
  std::string text = fmt::format("stages: {}\n", kPatternStages);
  for (const Pattern& pattern : kPatterns) text += fmt::format("pattern: {}\n", pattern.squares);
  return text + fmt::format("mobility: {}\n", kMaxMobility);
}

std::string make_text(const PatternWeightsFile& weights) {
  std::string text;
  for (const auto& [key, field] : kFields) {
    text += fmt::format("{}: {}\n", key, one_line(weights.provenance.*field));
  }
  const ErrorModel& error = weights.error;
  text += fmt::format("error-fading: {}\n", fmt::join(error.fading, " "));
  text += fmt::format("error-lasting: {}\n", fmt::join(error.lasting, " "));
  text += fmt::format("error-end: {}\n", fmt::join(error.end, " "));
  text += fmt::format("error-fade: {}\n", error.fade);
  return text + layout_text();
}

/// Takes the line "key: value" off the front of `text`; nothing if it is another one.
std::optional<std::string> take_field(std::string_view& text, std::string_view key) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  if (end == text.npos || !line.starts_with(key)) return std::nullopt;
  line.remove_prefix(key.size());
  if (!line.starts_with(": ") || std::ranges::any_of(line, is_control)) return std::nullopt;
  text.remove_prefix(end + 1);
  return std::string(line.substr(2));
}

/// Takes the line of `key` with as many numbers in 0..max as `numbers` has off the front of `text`.
Result<void> take_numbers(std::string_view& text, std::string_view key, std::span<int> numbers,
                          int max) {
  const auto value = take_field(text, key);
  std::string_view left = value ? std::string_view(*value) : std::string_view();
  bool good = value.has_value();
  for (std::size_t i = 0; good && i < numbers.size(); ++i) {
    const std::size_t end = i + 1 < numbers.size() ? left.find(' ') : left.size();
    const auto number = parse_int(left.substr(0, end));
    good = end != left.npos && number && 0 <= *number && *number <= max;
    if (!good) break;
    numbers[i] = *number;
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  if (good) return {};
  return bad_weights(fmt::format(
      "no line of '{}' with {} in 0..{} where it should be", key,
      numbers.size() == 1 ? "a number" : fmt::format("{} numbers", numbers.size()), max));
}

Result<ErrorModel> take_error_model(std::string_view& text) {
  ErrorModel error{};
  const auto fading = take_numbers(text, "error-fading", error.fading, ErrorModel::kMaxUnits);
  if (!fading) return fading.error();
  const auto lasting = take_numbers(text, "error-lasting", error.lasting, ErrorModel::kMaxUnits);
  if (!lasting) return lasting.error();
  const auto end = take_numbers(text, "error-end", error.end, ErrorModel::kMaxUnits);
  if (!end) return end.error();
  const auto fade = take_numbers(text, "error-fade", {&error.fade, 1}, ErrorModel::kFadeScale);
  if (!fade) return fade.error();
  return error;
}

/// All but the values.
Result<PatternWeightsFile> parse_text(std::string_view text) {
  PatternWeightsFile weights;
  for (const auto& [key, field] : kFields) {
    auto value = take_field(text, key);
    if (!value) return bad_weights(fmt::format("no line of '{}' where it should be", key));
    weights.provenance.*field = std::move(*value);
  }
  const auto error = take_error_model(text);
  if (!error) return error.error();
  weights.error = *error;
  if (text != layout_text()) return bad_weights("weights for another set of patterns or stages");
  return weights;
}

struct Parts {
  std::string_view text;
  std::string_view frames;  ///< One after the other, one for each stage.
};

Result<Parts> split(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return bad_weights("no weights of Sumi: they start with 'SUMI'");
  if (bytes.size() < kHeaderBytes) return bad_weights("cut off: the header is incomplete");
  const auto version = get<4>(bytes, 8), kind = get<4>(bytes, 12), units = get<4>(bytes, 16);
  if (version != kVersion) {
    return bad_weights(
        fmt::format("format version {}, but {} is the only one known here", version, kVersion));
  }
  if (kind != kPatternKind) {
    return bad_weights(fmt::format("weights of kind {}, but those of 'pattern' are of kind {}",
                                   kind, kPatternKind));
  }
  if (units != Value::kPerDisc) {
    return bad_weights(fmt::format("{} units a disc, but {} are wanted", units, Value::kPerDisc));
  }
  const std::uint64_t text = get<4>(bytes, 20), frames = get<8>(bytes, 24);
  const std::size_t left = bytes.size() - kHeaderBytes;
  if (text > left || frames != left - text) {
    return bad_weights(
        fmt::format("cut off or grown: {} bytes of text and {} of values are "
                    "announced, {} are there",
                    text, frames, left));
  }
  return Parts{bytes.substr(kHeaderBytes, text), bytes.substr(kHeaderBytes + text)};
}

// The values: of each stage those of the canonical fillings, as differences from the stage before.

/// A pattern, or mobility, whose fillings are all canonical.
struct StoredPattern {
  std::size_t first = 0;  ///< Among the canonical fillings of all.
  std::size_t count = 0;
  std::vector<std::uint16_t> places;  ///< Of every filling: that of the canonical one, from first.
};

std::vector<StoredPattern> stored_patterns() {
  std::vector<StoredPattern> patterns;
  std::size_t first = 0;
  for (int p = 0; p <= kPatternTypes; ++p) {
    StoredPattern pattern{first, 0, {}};
    if (p < kPatternTypes) {
      pattern.places = canonical_fillings(p);
    } else {
      pattern.places.resize(kMobilityFillings);
      std::iota(pattern.places.begin(), pattern.places.end(), std::uint16_t{0});
    }
    for (std::size_t i = 0; i < pattern.places.size(); ++i) {
      std::uint16_t& place = pattern.places[i];  // a canonical filling is no larger than its own
      place = place == i ? static_cast<std::uint16_t>(pattern.count++) : pattern.places[place];
    }
    first += pattern.count;
    patterns.push_back(std::move(pattern));
  }
  return patterns;
}

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

Result<std::vector<std::int16_t>> read_values(std::string_view frames) {
  const Error damaged = bad_weights("the compressed values are damaged");
  const std::vector<StoredPattern> patterns = stored_patterns();
  const std::size_t count = patterns.back().first + patterns.back().count;
  const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
  // Low bytes, then high bytes, and the values so far: one stage fits into the caches.
  std::vector<unsigned char> bytes(2 * count);
  std::vector<std::uint16_t> stored(count);
  std::vector<std::int16_t> values;
  values.reserve(std::size_t{kPatternStages} * kStageWeights);
  prefer_large_pages(values.data(), values.capacity() * sizeof values[0]);
  for (int stage = 0; stage < kPatternStages; ++stage) {
    const std::size_t size = ZSTD_findFrameCompressedSize(frames.data(), frames.size());
    if (ZSTD_isError(size)) return damaged;
    const std::size_t got =
        ZSTD_decompressDCtx(context.get(), bytes.data(), bytes.size(), frames.data(), size);
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
  const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
  std::vector<std::uint16_t> last(count), stored(count);
  std::string bytes(2 * count, '\0'), frame(ZSTD_compressBound(bytes.size()), '\0'), frames;
  for (std::size_t stage = 0; stage < kPatternStages; ++stage) {
    const std::int16_t* value = values.data() + stage * kStageWeights;
    for (const StoredPattern& pattern : patterns) {
      // Backwards, so that the canonical filling, which is the smallest, has the last word.
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
    const std::size_t size = ZSTD_compressCCtx(context.get(), frame.data(), frame.size(),
                                               bytes.data(), bytes.size(), compression);
    if (ZSTD_isError(size)) throw FatalError(ZSTD_getErrorName(size));
    frames.append(frame, 0, size);
  }
  return frames;
}

std::string_view shipped_bytes() { return {sumi_shipped_pattern, sumi_shipped_pattern_end}; }

Error in_shipped(const Error& error) {
  return {error.code, fmt::format("the weights in this program: {}", error.message)};
}

Result<PatternWeightsFile> read_weights(const std::string& path) {
  if (path.empty()) {
    auto weights = parse_pattern_weights(shipped_bytes());
    if (!weights) return in_shipped(weights.error());
    return weights;
  }
  const auto bytes = read_file(path, kMaxFileBytes);
  if (!bytes) return bytes.error();
  auto weights = parse_pattern_weights(*bytes);
  if (!weights) {
    return Error{weights.error().code,
                 fmt::format("file {}: {}", sumi::quoted(path), weights.error().message)};
  }
  return weights;
}

/// Only what is in use is kept, and it is never changed: engines share bytes, not state.
struct InUse {
  std::mutex mutex;  ///< Held while a file is read; guards what follows.
  std::map<std::string, std::weak_ptr<const PatternWeightsFile>> by_path;

  std::shared_ptr<const PatternWeightsFile> find(const std::string& path) const {
    const auto found = by_path.find(path);
    return found != by_path.end() ? found->second.lock() : nullptr;
  }
};

InUse& in_use() {
  static InUse all;
  return all;
}

}  // namespace

Result<PatternWeightsFile> parse_pattern_weights(std::string_view bytes) {
  const auto parts = split(bytes);
  if (!parts) return parts.error();
  if (get<8>(bytes, kChecksumAt) != checksum(bytes)) {
    return bad_weights("altered or damaged: the checksum is wrong");
  }
  auto weights = parse_text(parts->text);
  if (!weights) return weights;
  auto values = read_values(parts->frames);
  if (!values) return values.error();
  weights->values = std::move(*values);
  return weights;
}

std::string write_pattern_weights(const PatternWeightsFile& weights, int compression) {
  assert(weights.values.size() == std::size_t{kPatternStages} * kStageWeights);
  const std::string text = make_text(weights), frames = write_values(weights.values, compression);
  std::string header(kMagic);
  put(header, kVersion, 4);
  put(header, kPatternKind, 4);
  put(header, Value::kPerDisc, 4);
  put(header, text.size(), 4);
  put(header, frames.size(), 8);
  const std::string no_checksum(8, '\0');
  const std::uint64_t sum = checksum(header + no_checksum + text + frames);
  put(header, sum, 8);
  return header + text + frames;
}

Result<std::shared_ptr<const PatternWeightsFile>> load_pattern_weights(const std::string& path) {
  const std::lock_guard lock(in_use().mutex);
  if (auto shared = in_use().find(path)) return shared;
  auto weights = read_weights(path);
  if (!weights) return weights.error();
  auto shared = std::make_shared<const PatternWeightsFile>(std::move(*weights));
  in_use().by_path[path] = shared;
  return shared;
}

std::shared_ptr<const PatternWeightsFile> pattern_weights_in_use(const std::string& path) {
  const std::unique_lock lock(in_use().mutex, std::try_to_lock);
  return lock ? in_use().find(path) : nullptr;
}

Result<void> check_shipped_pattern_weights() {
  const auto parts = split(shipped_bytes());
  if (!parts) return in_shipped(parts.error());
  const auto weights = parse_text(parts->text);
  if (!weights) return in_shipped(weights.error());
  return {};
}

}  // namespace sumi
