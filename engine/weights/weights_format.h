// SPDX-License-Identifier: MIT
/// The format that all files of trained numbers share: a header with a checksum, a text that says
/// where the numbers come from, compressed frames. Byte by byte: weights/README.md. Also how they
/// are read from a file or from the program, and once for all engines that want them at a time.
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

/// What `parse` makes of the file `path`, which errors name, or of the bytes `shipped` in the
/// program if it is empty.
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

/// The weights that somebody has, by the paths of their files. They are never changed: engines
/// share bytes, not state. Any thread.
template <class Weights>
class WeightsInUse {
 public:
  /// Those of `path`: what `read` makes of it, which says a Result, unless somebody has them.
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

  /// What load() would return, if somebody has it already, else null. Never waits, not even for a
  /// thread that is reading the file; null then.
  std::shared_ptr<const Weights> find(const std::string& path) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    return lock ? find_locked(path) : nullptr;
  }

 private:
  std::shared_ptr<const Weights> find_locked(const std::string& path) const {
    const auto found = by_path_.find(path);
    return found != by_path_.end() ? found->second.lock() : nullptr;
  }

  std::mutex mutex_;  ///< Held while a file is read; guards what follows.
  std::map<std::string, std::weak_ptr<const Weights>> by_path_;
};

}  // namespace sumi
