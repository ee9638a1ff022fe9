// SPDX-License-Identifier: MIT
/// Files that this process keeps open and locks: SQLite's databases, and journals.
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
Error store_error(const std::string& path, std::string_view what);

/// A regular file that is open, to be read, locked or added to. SQLite may have the same file open:
/// its locks are POSIX ones, of which a process loses all that it has on a file when it closes
/// any descriptor of it. So ours are closed only when no HeldFile of that file is left, and each
/// lives longer than the connection it belongs to. Errors name the path and are of kBadFile, or
/// kNotFound. Any thread may call the const functions.
class HeldFile {
 public:
  enum class Access {
    kRead,
    kWrite,    ///< To read and write a file that exists.
    kCreate,   ///< The same, and creates the file if it does not exist.
    kReplace,  ///< The same, and empties the file if it exists.
  };
  static Result<HeldFile> open(const std::string& path, Access access);

  enum class Lock { kAlone, kShared };
  /// open(), and a lock of the system on the file itself: it ends with the process, however that
  /// ends. `path` names the locked file, even if the last holder has replaced or removed it.
  /// Nothing if another process, or another HeldFile, has locked it.
  static Result<std::optional<HeldFile>> try_locked(const std::string& path, Access access,
                                                    Lock lock);

  /// The same, alone; fails with kBadFile and the words `others` if somebody else has locked it.
  static Result<HeldFile> open_locked(const std::string& path, Access access,
                                      std::string_view others);

  HeldFile(HeldFile&& other) noexcept;
  HeldFile& operator=(HeldFile&&) = delete;
  ~HeldFile();

  /// Whether this is now the only one that has locked the file. Requires: it is locked.
  bool lock_alone() const;

  Result<std::int64_t> size() const;  ///< Bytes.

  /// The bytes from `at` on, at most `most`; fewer only where the file ends.
  Result<std::string> read(std::int64_t at, std::size_t most) const;

  /// Writes all of `bytes` from `at` on, or fails and cuts the file off there.
  Result<void> write(std::int64_t at, std::string_view bytes) const;

  Result<void> resize(std::int64_t bytes) const;

  /// Flushes what was written to the disk. If that fails, the next write() reports it.
  void sync() const;

  /// Gives the file `to` the owner, group and permissions of this one; false if that fails.
  bool copy_rights(const std::string& to) const;

 private:
  struct Descriptors;
  HeldFile(std::string path, int fd, std::shared_ptr<Descriptors> all);

  std::string path_;
  int fd_;
  std::shared_ptr<Descriptors> all_;  ///< The descriptors of the file in this process.
};

// Passing files: databases under a name of their own, "FILE.PROCESS.END", until they are whole or
// no longer needed.

/// Removes the passing files that killed processes left beside `path`. One that is in use is
/// locked (open_locked()): processes of other machines cannot be seen.
void remove_left_files(const std::string& path);

/// The name of such a file beside `path`, for this process. Does remove_left_files().
std::string passing_name(const std::string& path, std::string_view end);

/// Fails with the error that creating a file at `path` would have: it exists, or its folder does
/// not, or cannot be written.
Result<void> check_new_file(const std::string& path);

/// Creates the file and locks it.
Result<HeldFile> create_passing_file(const std::string& name);

/// Removes a database and SQLite's files beside it; what is missing is no error.
void remove_database(const std::string& path);

}  // namespace sumi
