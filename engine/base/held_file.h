// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sumi {

/// kBadFile: "file 'x': " and `what`.
Error file_error(const std::string& path, std::string_view what);

/// A regular file. Closing any descriptor of a file drops all POSIX locks of the process on it,
/// including SQLite's. Descriptors therefore close with the last HeldFile of the file, and a
/// HeldFile must outlive the SQLite connection. Errors are kBadFile or kNotFound and name the path.
/// Const functions are thread-safe.
class HeldFile {
 public:
  enum class Access {
    kRead,
    kWrite,
    kCreate,    ///< Like kWrite; creates a missing file.
    kTruncate,  ///< Like kCreate; truncates an existing file.
  };
  static Result<HeldFile> open(const std::string& path, Access access);

  enum class Lock { kExclusive, kShared };
  /// Retries if the file was replaced meanwhile, so that `path` names the locked file. Nothing if
  /// another process or HeldFile holds a conflicting lock.
  static Result<std::optional<HeldFile>> try_locked(const std::string& path, Access access,
                                                    Lock lock);

  /// As try_locked(), with an exclusive lock. Fails on a locked file with kBadFile and the text
  /// `others`.
  static Result<HeldFile> open_locked(const std::string& path, Access access,
                                      std::string_view others);

  HeldFile(HeldFile&& other) noexcept;
  HeldFile& operator=(HeldFile&&) = delete;
  ~HeldFile();

  /// Upgrades to an exclusive lock; false if others hold a lock. Requires: a lock.
  bool lock_exclusive() const;

  Result<std::int64_t> size() const;  ///< In bytes.

  /// Reads up to `most` bytes; fewer only at the end of the file.
  Result<std::string> read(std::int64_t at, std::size_t most) const;

  /// Writes all of `bytes`. On failure, truncates the file to `at`.
  Result<void> write(std::int64_t at, std::string_view bytes) const;

  Result<void> resize(std::int64_t bytes) const;

  /// Flushes to disk; the next write() reports a failure.
  void sync() const;

  /// Copies owner, group and permissions to the file `to`; false on failure.
  bool copy_permissions(const std::string& to) const;

 private:
  struct Descriptors;
  HeldFile(std::string path, int fd, std::shared_ptr<Descriptors> all);

  std::string path_;
  int fd_;
  std::shared_ptr<Descriptors> all_;  ///< Of this file in the process.
};

// Temporary databases, named "FILE.PROCESS.END".

/// Removes temporary files of killed processes beside `path`. Locks mark files in use, even by
/// other machines.
void remove_stale_files(const std::string& path);

/// For this process, beside `path`. Calls remove_stale_files().
std::string temporary_name(const std::string& path, std::string_view end);

/// Fails if `path` exists, or if its folder is missing or read-only.
Result<void> check_new_file(const std::string& path);

Result<HeldFile> create_temporary_file(const std::string& name);

/// Also removes SQLite's companion files.
void remove_database(const std::string& path);

}  // namespace sumi
