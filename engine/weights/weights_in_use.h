// SPDX-License-Identifier: MIT
/// How weights are read from a file or from the program, and once for all engines that want them at
/// the same time.
#pragma once

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/weights/weights_format.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace sumi {

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
