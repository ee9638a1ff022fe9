// SPDX-License-Identifier: MIT
/// The common format of files of trained numbers: a header with a checksum, a text with the
/// provenance, and compressed frames (weights/README.md). Also shares weights between engines.
#pragma once

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/weights/weights_file.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace sumi {

struct WeightsKind {
  std::uint32_t number;   ///< In the header.
  std::uint32_t units;    ///< Value units per disc; 0 for other units.
  std::string_view name;  ///< Of the evaluator, for errors.
};
inline constexpr WeightsKind kPatternFile{1, Value::kPerDisc, "pattern"};
inline constexpr WeightsKind kNetworkFile{2, 0, "mlp"};
inline constexpr WeightsKind kNnueFile{4, Value::kPerDisc, "nnue"};  // 3 is the compact book

/// Of a file.
inline constexpr std::size_t kMaxWeightsBytes = std::size_t{64} << 20;

Error bad_weights(std::string_view what);

/// Adds the source to `error`: the file, or the program.
Error in_weights_file(const std::string& path, const Error& error);
Error in_shipped_weights(const Error& error);

/// Views of the bytes of a file.
struct WeightsParts {
  std::string_view text;
  std::string_view frames;
};

/// From at least kWeightsHeadBytes of a file; nothing for other files.
inline constexpr std::size_t kWeightsHeadBytes = 16;
std::optional<std::uint32_t> weights_number(std::string_view head);

/// Fails with kBadFile on other or truncated files. Does not verify the checksum.
Result<WeightsParts> split_weights(std::string_view bytes, const WeightsKind& kind);

/// Requires: split_weights() succeeded.
Result<void> check_weights_sum(std::string_view bytes);

std::string join_weights(const WeightsKind& kind, std::string_view text, std::string_view frames);

/// The provenance lines at the front of every text. All lines are "key: value", without control
/// characters.
std::string provenance_text(const Provenance& provenance);
Result<Provenance> take_provenance(std::string_view& text);

/// Removes the line "key: value" from the front of `text`; nothing if the key differs.
std::optional<std::string> take_field(std::string_view& text, std::string_view key);

/// Removes the line of `key`, with numbers.size() numbers in min..max, separated by blanks.
Result<void> take_numbers(std::string_view& text, std::string_view key, std::span<int> numbers,
                          int min, int max);

std::string error_model_text(const ErrorModel& error);
Result<ErrorModel> take_error_model(std::string_view& text);

/// The lines with the squares of every pattern and with kMaxMobility.
std::string pattern_layout_text();

/// parse() of the file `path`, or of `shipped` if `path` is empty. Errors name the source.
template <class Parse>
auto read_weights(const std::string& path, std::string_view shipped, const Parse& parse)
    -> decltype(parse(shipped)) {
  if (path.empty()) {
    auto weights = parse(shipped);
    if (!weights) return in_shipped_weights(weights.error());
    return weights;
  }
  const auto bytes = read_file(path, kMaxWeightsBytes);
  if (!bytes) return bytes.error();
  auto weights = parse(std::string_view(*bytes));
  if (!weights) return in_weights_file(path, weights.error());
  return weights;
}

/// Weights in use, by file path, read-only. Thread-safe.
template <class Weights>
class WeightsInUse {
 public:
  /// The weights of `path`: those in use, else read by `read`, which returns a Result.
  template <class Read>
  Result<std::shared_ptr<const Weights>> load(const std::string& path, const Read& read) {
    const std::lock_guard lock(mutex_);
    if (auto shared = find_locked(path)) return shared;
    auto made = read(path);
    if (!made) return made.error();
    std::shared_ptr<const Weights> shared = std::move(*made);
    by_path_[path] = shared;
    return shared;
  }

  /// As load() if already loaded, else null. Also null while a file is being read: never blocks.
  std::shared_ptr<const Weights> find(const std::string& path) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    return lock ? find_locked(path) : nullptr;
  }

 private:
  std::shared_ptr<const Weights> find_locked(const std::string& path) const {
    const auto found = by_path_.find(path);
    return found != by_path_.end() ? found->second.lock() : nullptr;
  }

  std::mutex mutex_;  ///< Locked while a file is read. Guards by_path_.
  std::map<std::string, std::weak_ptr<const Weights>> by_path_;
};

}  // namespace sumi
