// SPDX-License-Identifier: MIT
#include "engine/base/checksum.h"
#include "engine/base/text.h"
#include "engine/game/pattern_layout.h"
#include "engine/weights/weights_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sumi {
namespace {

constexpr std::string_view kMagic{"SUMI\x1AWGT", 8};
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kChecksumAt = 32;
constexpr std::size_t kHeaderBytes = 40;

/// Over zero-padded 8-byte words, without the checksum itself.
std::uint64_t file_checksum(std::string_view bytes) {
  std::uint64_t hash = 0;
  for (std::size_t at = 0; at < kChecksumAt; at += 8)
    hash = mix_word(hash, get_number<8>(bytes, at));
  std::size_t at = kHeaderBytes;
  for (; at + 8 <= bytes.size(); at += 8) hash = mix_word(hash, get_number<8>(bytes, at));
  std::string last(bytes.substr(at));
  last.resize(8);
  return mix_word(hash, get_number<8>(last, 0));
}

constexpr std::pair<std::string_view, std::string Provenance::*> kFields[] = {
    {"command", &Provenance::command}, {"commit", &Provenance::commit}, {"data", &Provenance::data},
    {"date", &Provenance::date},       {"note", &Provenance::note},
};

std::string without_control(std::string text) {
  std::ranges::replace_if(text, is_control, ' ');
  return text;
}

}  // namespace

Error bad_weights(std::string_view what) { return {ErrorCode::kBadFile, std::string(what)}; }

Error in_weights_file(const std::string& path, const Error& error) {
  return {error.code, fmt::format("file {}: {}", sumi::quoted(path), error.message)};
}

Error in_shipped_weights(const Error& error) {
  return {error.code, fmt::format("the weights in this program: {}", error.message)};
}

std::optional<std::uint32_t> weights_number(std::string_view head) {
  if (!head.starts_with(kMagic) || head.size() < kWeightsHeadBytes) return std::nullopt;
  return static_cast<std::uint32_t>(get_number<4>(head, 12));
}

Result<WeightsParts> split_weights(std::string_view bytes, const WeightsKind& kind) {
  if (!bytes.starts_with(kMagic)) return bad_weights("no weights of Sumi: they start with 'SUMI'");
  if (bytes.size() < kHeaderBytes) return bad_weights("cut off: the header is incomplete");
  const auto version = get_number<4>(bytes, 8), number = get_number<4>(bytes, 12);
  const auto units = get_number<4>(bytes, 16);
  if (version != kVersion) {
    return bad_weights(
        fmt::format("format version {}, but {} is the only one known here", version, kVersion));
  }
  if (number != kind.number) {
    return bad_weights(fmt::format("weights of kind {}, but those of '{}' are of kind {}", number,
                                   kind.name, kind.number));
  }
  if (units != kind.units) {
    return bad_weights(fmt::format("{} units a disc, but {} are wanted", units, kind.units));
  }
  const std::uint64_t text = get_number<4>(bytes, 20), frames = get_number<8>(bytes, 24);
  const std::size_t left = bytes.size() - kHeaderBytes;
  if (text > left || frames != left - text) {
    return bad_weights(
        fmt::format("cut off or grown: {} bytes of text and {} of values are "
                    "announced, {} are there",
                    text, frames, left));
  }
  return WeightsParts{bytes.substr(kHeaderBytes, text), bytes.substr(kHeaderBytes + text)};
}

Result<void> check_weights_sum(std::string_view bytes) {
  if (get_number<8>(bytes, kChecksumAt) == file_checksum(bytes)) return {};
  return bad_weights("altered or damaged: the checksum is wrong");
}

std::string join_weights(const WeightsKind& kind, std::string_view text, std::string_view frames) {
  std::string bytes(kMagic);
  put_number(bytes, kVersion, 4);
  put_number(bytes, kind.number, 4);
  put_number(bytes, kind.units, 4);
  put_number(bytes, text.size(), 4);
  put_number(bytes, frames.size(), 8);
  put_number(bytes, 0, 8);
  bytes.append(text).append(frames);
  std::string sum;
  put_number(sum, file_checksum(bytes), 8);
  return bytes.replace(kChecksumAt, sum.size(), sum);
}

std::string provenance_text(const Provenance& provenance) {
  std::string text;
  for (const auto& [key, field] : kFields) {
    text += fmt::format("{}: {}\n", key, without_control(provenance.*field));
  }
  return text;
}

Result<Provenance> take_provenance(std::string_view& text) {
  Provenance provenance;
  for (const auto& [key, field] : kFields) {
    auto value = take_field(text, key);
    if (!value) return bad_weights(fmt::format("no line of '{}' where it should be", key));
    provenance.*field = std::move(*value);
  }
  return provenance;
}

std::optional<std::string> take_field(std::string_view& text, std::string_view key) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  if (end == text.npos || !line.starts_with(key)) return std::nullopt;
  line.remove_prefix(key.size());
  if (!line.starts_with(": ") || std::ranges::any_of(line, is_control)) return std::nullopt;
  text.remove_prefix(end + 1);
  return std::string(line.substr(2));
}

Result<void> take_numbers(std::string_view& text, std::string_view key, std::span<int> numbers,
                          int min, int max) {
  const auto value = take_field(text, key);
  std::string_view left = value ? std::string_view(*value) : std::string_view();
  bool good = value.has_value();
  for (std::size_t i = 0; good && i < numbers.size(); ++i) {
    const std::size_t end = i + 1 < numbers.size() ? left.find(' ') : left.size();
    const auto number = parse_int(left.substr(0, end));
    good = end != left.npos && number && min <= *number && *number <= max;
    if (!good) break;
    numbers[i] = *number;
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  if (good) return {};
  return bad_weights(fmt::format(
      "no line of '{}' with {} in {}..{} where it should be", key,
      numbers.size() == 1 ? "a number" : fmt::format("{} numbers", numbers.size()), min, max));
}

std::string error_model_text(const ErrorModel& error) {
  std::string text;
  text += fmt::format("error-fading: {}\n", fmt::join(error.decaying, " "));
  text += fmt::format("error-lasting: {}\n", fmt::join(error.random_walk, " "));
  text += fmt::format("error-end: {}\n", fmt::join(error.end, " "));
  text += fmt::format("error-fade: {}\n", error.fade);
  text += fmt::format("error-tempo: {}\n", fmt::join(error.tempo, " "));
  return text + fmt::format("error-parity: {}\n", fmt::join(error.parity, " "));
}

Result<ErrorModel> take_error_model(std::string_view& text) {
  ErrorModel error{};
  const auto decaying =
      take_numbers(text, "error-fading", error.decaying, 0, ErrorModel::kMaxUnits);
  if (!decaying) return decaying.error();
  const auto random_walk =
      take_numbers(text, "error-lasting", error.random_walk, 0, ErrorModel::kMaxUnits);
  if (!random_walk) return random_walk.error();
  const auto end = take_numbers(text, "error-end", error.end, 0, ErrorModel::kMaxUnits);
  if (!end) return end.error();
  const auto fade = take_numbers(text, "error-fade", {&error.fade, 1}, 0, ErrorModel::kFadeScale);
  if (!fade) return fade.error();
  constexpr int kMost = ErrorModel::kMaxUnits;
  if (!text.starts_with("error-tempo")) return error;  // absent in older files
  const auto tempo = take_numbers(text, "error-tempo", error.tempo, -kMost, kMost);
  if (!tempo) return tempo.error();
  if (!text.starts_with("error-parity")) return error;  // absent in older files
  const auto parity = take_numbers(text, "error-parity", error.parity, -kMost, kMost);
  if (!parity) return parity.error();
  return error;
}

std::string pattern_layout_text() {
  std::string text;
  for (const Pattern& pattern : kPatterns) text += fmt::format("pattern: {}\n", pattern.squares);
  return text + fmt::format("mobility: {}\n", kMaxMobility);
}

}  // namespace sumi
