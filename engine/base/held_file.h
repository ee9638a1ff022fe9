// SPDX-License-Identifier: MIT
/// Files that this process keeps open and locks: SQLite's databases, and journals.
#pragma once

#include "engine/base/error.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace sumi {

/// kBadFile: "file 'x': " and `what`.
Error store_error(const std::string& path, std::string_view what);

/// A regular file that is open, to be read, locked or added to. SQLite may have the same file open:
/// its locks are POSIX ones, of which a process loses all that it has on a file when it closes
/// any descriptor of it. So ours are closed only when no HeldFile of that file is left, and each
/// lives longer than the connection it belongs to.
class HeldFile {
 public:
  static Result<HeldFile> open(const std::string& path, int flags);

  enum class Lock { kAlone, kShared };
  /// open(), and a lock of the system on the file itself: it ends with the process, however that
  /// ends. `path` names the locked file, even if the last holder has replaced or removed it.
  /// Nothing if another process, or another HeldFile, has locked it.
  static Result<std::optional<HeldFile>> try_locked(const std::string& path, int flags, Lock lock);

  /// The same, alone; fails with kBadFile and the words `others` if somebody else has locked it.
  static Result<HeldFile> open_locked(const std::string& path, int flags, std::string_view others);

  HeldFile(HeldFile&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), all_(std::move(other.all_)) {}
  HeldFile& operator=(HeldFile&&) = delete;
  ~HeldFile() {
    if (fd_ < 0) return;
    flock(fd_, LOCK_UN);
    const std::lock_guard lock(mutex());
    all_.reset();
  }

  int fd() const { return fd_; }

 private:
  struct Descriptors {
    ~Descriptors() {
      for (const int fd : fds) close(fd);
    }
    std::vector<int> fds;
  };

  HeldFile(int fd, std::shared_ptr<Descriptors> all) : fd_(fd), all_(std::move(all)) {}

  static std::mutex& mutex() {
    static std::mutex mutex;
    return mutex;
  }

  int fd_;
  std::shared_ptr<Descriptors> all_;  ///< The descriptors of the file in this process.
};

/// Writes all of `bytes` at this place of the file, or fails and cuts the file off there.
Result<void> write_at(const std::string& path, const HeldFile& file, std::string_view bytes,
                      std::int64_t at);

// Passing files: databases under a name of their own, "FILE.PROCESS.END", until they are whole or
// no longer needed.

/// Removes the passing files that killed processes left beside `path`. One that is in use is
/// locked (open_locked()): processes of other machines cannot be seen.
void remove_left_files(const std::string& path);

/// The name of such a file beside `path`, for this process. Does remove_left_files().
std::string passing_name(const std::string& path, std::string_view end);

/// Creates the file and locks it.
Result<HeldFile> create_passing_file(const std::string& name);

/// Removes a database and SQLite's files beside it; what is missing is no error.
void remove_database(const std::string& path);

}  // namespace sumi
