// SPDX-License-Identifier: MIT
/// Syncs the file before renaming it and the folder afterwards: a machine crash leaves either the
/// old or the new file.
#include "engine/base/descriptor.h"
#include "engine/base/file.h"
#include "engine/base/output_file.h"
#include "engine/base/text.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <random>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sumi {
namespace {

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == path.npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// N of /dev/fd/N and /proc/self/fd/N. If the file behind the link were replaced, other writers of
/// the descriptor would lose their data.
std::optional<int> own_descriptor(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::optional<int> fd = parse_int(name);
  if (!fd || *fd < 0) return std::nullopt;
  std::error_code missing;
  const bool own = std::filesystem::equivalent(folder_of(path), "/proc/self/fd", missing);
  return own ? fd : std::nullopt;
}

struct Target {
  std::string path;               ///< Without links; may not exist.
  std::optional<int> descriptor;  ///< Set if the path is one of our own descriptors.
  int reason = 0;
};

/// Follows symbolic links, even dangling ones.
Target target_of(std::string path) {
  constexpr int kMaxLinks = 40;  // as in the kernel
  for (int i = 0; i < kMaxLinks; ++i) {
    if (const auto fd = own_descriptor(path)) return {path, fd};
    std::error_code none;
    const std::string to = std::filesystem::read_symlink(path, none);
    if (none) return {path, std::nullopt};
    path = to.starts_with('/') ? to : folder_of(path) + '/' + to;
  }
  return {path, std::nullopt, ELOOP};
}

std::string own_name(const std::string& path) {
  std::random_device random;
  return fmt::format("{}.{}-{:08x}.new", path, getpid(), random());
}

std::string link_of(int fd) { return fmt::format("/proc/self/fd/{}", fd); }

/// If the group cannot be kept, ours gets the permissions of "others". If chmod fails, only the
/// owner has access.
void copy_permissions(int fd, const struct stat& old) {
  mode_t mode = old.st_mode & 07777;
  if (fchown(fd, old.st_uid, old.st_gid) != 0) {
    mode &= static_cast<mode_t>(~(S_ISUID | S_ISGID));
    const bool group_kept = fchown(fd, static_cast<uid_t>(-1), old.st_gid) == 0;
    if (!group_kept) mode = (mode & ~mode_t{S_IRWXG}) | ((mode & S_IRWXO) << 3);
  }
  static_cast<void>(fchmod(fd, mode));
}

void sync_folder(const std::string& folder) {
  // Ignores errors: the file is complete anyway.
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.get() >= 0) fsync(opened.get());
}

/// The file is unnamed, or named `beside`. Sets errno on failure.
Descriptor create_file(const std::string& folder, const std::string& path, mode_t mode,
                       std::string& beside) {
  Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, mode));
  // Without /proc the file could not be named later.
  if (file.get() >= 0 && access(link_of(file.get()).c_str(), F_OK) == 0) return file;
  constexpr int kTries = 16;
  for (int i = 0; i < kTries; ++i) {
    beside = own_name(path);
    file = Descriptor(::open(beside.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (file.get() >= 0) return file;
    if (errno != EEXIST) break;
  }
  beside.clear();
  return file;
}

Descriptor create_elsewhere() {
  const char* const folder = std::getenv("TMPDIR");
  std::string beside;
  const std::string where = folder && *folder ? folder : "/tmp";
  Descriptor file = create_file(where, where + "/sumi", 0600, beside);
  if (!beside.empty()) std::remove(beside.c_str());
  return file;
}

}  // namespace

/// Opens `path` unless it is, or will be, a regular file. Resolves links.
int OutputFile::open_special(const std::string& path) {
  const Target target = path == "-" ? Target{path, STDOUT_FILENO} : target_of(path);
  if (target.reason != 0) return target.reason;
  path_ = target.path;
  if (target.descriptor) {
    const int flags = fcntl(*target.descriptor, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) return EBADF;
    file_ = Descriptor(fcntl(*target.descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    return fd() < 0 ? errno : 0;
  }
  struct stat status {};
  if (stat(path_.c_str(), &status) != 0) return errno == ENOENT ? 0 : errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  if (S_ISREG(status.st_mode)) return 0;
  file_ = Descriptor(::open(path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  return fd() < 0 ? errno : 0;
}

int OutputFile::open_beside() {
  plain_ = true;
  struct stat old {};
  const bool there = stat(path_.c_str(), &old) == 0;
  // Do not replace a read-only file, even if its folder is writable.
  if (there && access(path_.c_str(), W_OK) != 0) return errno;
  // Nobody may read more than the old file allowed.
  file_ = create_file(folder_of(path_), path_, there ? 0600 : 0666, beside_);
  const int reason = fd() < 0 ? errno : 0;
  if (reason == 0 && there) copy_permissions(fd(), old);
  if (reason == 0) return 0;
  if (!there || (reason != EACCES && reason != EPERM && reason != EROFS)) return reason;
  in_place_ = true;
  file_ = create_elsewhere();
  return fd() < 0 ? errno : 0;
}

Result<void> OutputFile::write_front(std::string_view bytes) {
  if (const Result<void> done = flush(); !done) return done;
  const ssize_t n = pwrite(fd(), bytes.data(), bytes.size(), 0);
  return n == static_cast<ssize_t>(bytes.size()) ? Result<void>() : error(n < 0 ? errno : ENOSPC);
}

/// Renames the new file or, if that fails, copies it over the old file.
int OutputFile::take_name() {
  constexpr int kTries = 16;
  for (int i = 0; i < kTries && beside_.empty(); ++i) {
    const std::string name = own_name(path_);
    if (linkat(AT_FDCWD, link_of(fd()).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      beside_ = name;
    } else if (errno != EEXIST) {
      return errno;
    }
  }
  if (beside_.empty()) return EEXIST;
  if (std::rename(beside_.c_str(), path_.c_str()) == 0) {
    beside_.clear();
    return 0;
  }
  // A mount point (container), or another user's file in /tmp.
  return errno == EBUSY || errno == EPERM || errno == EACCES ? write_in_place() : errno;
}

int OutputFile::write_in_place() {
  const int to = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (to < 0) return errno;
  struct stat status {
  }, old{};
  int reason = fstat(fd(), &status) == 0 && fstat(to, &old) == 0 ? 0 : errno;
  // Detect a full disk before overwriting the old contents.
  if (reason == 0 && status.st_size > old.st_size) {
    const int room = posix_fallocate(to, 0, status.st_size);
    if (room != 0 && room != EOPNOTSUPP && room != EINVAL) {
      reason = room;
      static_cast<void>(!ftruncate(to, old.st_size));
    }
  }
  std::string bytes(1 << 16, '\0');
  for (off_t at = 0; reason == 0 && at < status.st_size;) {
    const ssize_t n = pread(fd(), bytes.data(), bytes.size(), at);
    if (n <= 0) {
      reason = n < 0 ? errno : EIO;
    } else {
      reason = write_all(to, std::string_view(bytes).substr(0, static_cast<std::size_t>(n)));
      at += n;
    }
  }
  if (reason == 0 && (ftruncate(to, status.st_size) != 0 || fsync(to) != 0)) reason = errno;
  if (::close(to) != 0 && reason == 0) reason = errno;
  return reason;
}

int OutputFile::complete() {
  int reason = 0;
  if (plain_ && !in_place_ && fsync(fd()) != 0) reason = errno;
  if (plain_ && reason == 0) reason = in_place_ ? write_in_place() : take_name();
  // close() may be the first to report a full disk.
  if (::close(file_.release()) != 0 && reason == 0) reason = errno;
  if (plain_ && !in_place_ && reason == 0) sync_folder(folder_of(path_));
  return reason;
}

}  // namespace sumi
