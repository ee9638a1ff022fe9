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

/// A regular file, open for reading, writing and locking. Closing any descriptor of a file drops
/// all POSIX locks that the process has on it, including SQLite's. Descriptors therefore close only
/// with the last HeldFile of the file, and a HeldFile must outlive the SQLite connection. Errors
/// name the path; kBadFile or kNotFound. Const functions are thread-safe.
class HeldFile {
 public:
  enum class Access {
    kRead,
    kWrite,
    kCreate,    ///< As kWrite; creates a missing file.
    kTruncate,  ///< As kCreate; truncates an existing file.
  };
  static Result<HeldFile> open(const std::string& path, Access access);

  enum class Lock { kExclusive, kShared };
  /// Opens and locks a file. Retries if the file was replaced meanwhile, so `path` names the locked
  /// file. Nothing if another process or HeldFile has a conflicting lock.
  static Result<std::optional<HeldFile>> try_locked(const std::string& path, Access access,
                                                    Lock lock);

  /// As try_locked(), with an exclusive lock; if the file is locked, fails with kBadFile and the
  /// text `others`.
  static Result<HeldFile> open_locked(const std::string& path, Access access,
                                      std::string_view others);

  HeldFile(HeldFile&& other) noexcept;
  HeldFile& operator=(HeldFile&&) = delete;
  ~HeldFile();

  /// Upgrades the lock to exclusive; false if others have one. Requires: a lock.
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
  std::shared_ptr<Descriptors> all_;  ///< All descriptors of this file in the process.
};

// Temporary databases, named "FILE.PROCESS.END".

/// Removes temporary files beside `path` of killed processes. A lock marks files in use, because
/// processes on other machines are not visible.
void remove_stale_files(const std::string& path);

/// A temporary name beside `path` for this process. First calls remove_stale_files().
std::string temporary_name(const std::string& path, std::string_view end);

/// Fails as creating `path` would: it exists, or its folder is missing or read-only.
Result<void> check_new_file(const std::string& path);

Result<HeldFile> create_temporary_file(const std::string& name);

/// Removes a database and SQLite's companion files, if present.
void remove_database(const std::string& path);

}  // namespace sumi
