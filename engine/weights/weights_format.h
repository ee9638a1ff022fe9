// SPDX-License-Identifier: MIT
/// The format that all files of trained numbers share: a header with a checksum, a text that says
/// where the numbers come from, compressed frames. Byte by byte: weights/README.md.
#pragma once

#include "engine/base/error.h"
#include "engine/weights/weights_file.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sumi {

/// A kind of such files.
struct WeightsKind {
  std::uint32_t number;   ///< The number that the header has.
  std::uint32_t units;    ///< Units in a disc; 0 where values are not in discs.
  std::string_view name;  ///< The evaluator's name, for errors.
};
inline constexpr WeightsKind kPatternFile{1, Value::kPerDisc, "pattern"};
inline constexpr WeightsKind kNetworkFile{2, 0, "mlp"};
inline constexpr WeightsKind kNnueFile{4, Value::kPerDisc, "nnue"};  // 3 is a compact book

/// No reader takes a longer file.
inline constexpr std::size_t kMaxWeightsBytes = std::size_t{64} << 20;

/// An error kBadFile with these words.
Error bad_weights(std::string_view what);

/// `error` of the bytes of a file, or of those built into the program, which it names.
Error in_weights_file(const std::string& path, const Error& error);
Error in_shipped_weights(const Error& error);

/// Pieces of the bytes they were split from.
struct WeightsParts {
  std::string_view text;
  std::string_view frames;
};

/// The number of the kind (WeightsKind) in the first kWeightsHeadBytes of a file, or more; nothing
/// if they are not those of such a file.
inline constexpr std::size_t kWeightsHeadBytes = 16;
std::optional<std::uint32_t> weights_number(std::string_view head);

/// Fails with kBadFile on files of another kind and on those cut off; the checksum is not looked
/// at.
Result<WeightsParts> split_weights(std::string_view bytes, const WeightsKind& kind);

/// Requires: split_weights() took the bytes.
Result<void> check_weights_sum(std::string_view bytes);

/// The bytes of a file.
std::string join_weights(const WeightsKind& kind, std::string_view text, std::string_view frames);

// The text: lines "key: value" without control characters.

/// The lines of `provenance`, with which every text begins.
std::string provenance_text(const Provenance& provenance);
Result<Provenance> take_provenance(std::string_view& text);

/// Takes the line "key: value" off the front of `text`; nothing if it is another one.
std::optional<std::string> take_field(std::string_view& text, std::string_view key);

/// Takes the line of `key` with as many numbers in min..max as `numbers` has, single blanks between
/// them, off the front of `text`.
Result<void> take_numbers(std::string_view& text, std::string_view key, std::span<int> numbers,
                          int min, int max);

/// The lines of the error model that searches rest on.
std::string error_model_text(const ErrorModel& error);
Result<ErrorModel> take_error_model(std::string_view& text);

/// The lines of the squares of every pattern and of the most moves told apart, which weights of
/// this program's patterns have.
std::string pattern_layout_text();

}  // namespace sumi
