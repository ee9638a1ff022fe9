// SPDX-License-Identifier: MIT
/// One sumi-lab at a time works in a folder, or on a file: two would do the same work, and break
/// each other's files.
#pragma once

#include "engine/base/error.h"
#include "engine/base/held_file.h"
#include "engine/base/shard.h"

#include <string>
#include <vector>

namespace sumi::lab {

/// Held as long as it lives, and not longer than the process, however that ends. What is locked is
/// a file beside the outputs, which holds the number of the process and goes with the lock; one
/// that a kill has left is taken over. Reading takes no lock: files are put in place whole.
class OutputLock {
 public:
  /// Locks a folder by its file sumi-lab.lock. Fails with kBadFile, and names the process, if
  /// another process holds it. Requires: the folder is there.
  static Result<OutputLock> of_folder(const std::string& folder);

  /// Locks one shard of the work in a folder, so that other processes may do the
  /// others. No two can hold the same one, and none can hold of_folder() meanwhile.
  static Result<OutputLock> of_part(const std::string& folder, Shard shard);

  /// Locks a file to be written, by FILE.lock.
  static Result<OutputLock> of_file(const std::string& path);

  OutputLock(OutputLock&&) noexcept = default;
  OutputLock& operator=(OutputLock&&) = delete;
  ~OutputLock();

 private:
  struct Held {
    std::string path;
    HeldFile file;
  };
  OutputLock() = default;

  /// `whose` is for messages: "folder 'games'".
  Result<void> take(const std::string& path, const std::string& whose, HeldFile::Lock lock);

  std::vector<Held> held_;
};

}  // namespace sumi::lab
