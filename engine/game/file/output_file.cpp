// SPDX-License-Identifier: MIT
/// write(2) in big pieces; fsync() before the file takes its name, so that a crash of the machine
/// leaves the old file or the new one.
#include "engine/base/text.h"
#include "engine/game/file/output_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sumi {
namespace {

constexpr std::size_t kPiece = 1 << 16;

/// Writes all; 0 or the reason why not.
int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN) {
      pollfd ready{fd, POLLOUT, 0};
      poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

/// Where a symbolic link leads: the file is replaced there, and the link stays.
std::string target_of(const std::string& path) {
  char* const real = realpath(path.c_str(), nullptr);
  if (!real) return path;
  std::string target = real;
  free(real);
  return target;
}

}  // namespace

Error OutputFile::error(int reason) const {
  const bool absent = reason == ENOENT || reason == ENOTDIR;
  return {absent ? ErrorCode::kNotFound : ErrorCode::kBadFile,
          fmt::format("file {}: {}", quoted(path_ == "-" ? "standard output" : path_),
                      std::generic_category().message(reason))};
}

Result<OutputFile> OutputFile::create(const std::string& path) {
  OutputFile file;
  file.path_ = path;
  if (path.empty() || path.find('\0') != path.npos) return file.error(ENOENT);
  if (path == "-") {
    file.fd_ = dup(STDOUT_FILENO);
  } else {
    file.path_ = target_of(path);
    struct stat status {};
    const bool there = stat(file.path_.c_str(), &status) == 0;
    if (there && S_ISDIR(status.st_mode)) return file.error(EISDIR);
    if (!there || S_ISREG(status.st_mode)) file.beside_ = file.path_ + ".new";
    const std::string& name = file.plain() ? file.beside_ : file.path_;
    file.fd_ =
        ::open(name.c_str(), O_WRONLY | O_CLOEXEC | (file.plain() ? O_CREAT | O_TRUNC : 0), 0666);
  }
  if (file.fd_ < 0) {
    const int reason = errno;
    file.beside_.clear();
    return file.error(reason);
  }
  return file;
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      beside_(std::exchange(other.beside_, {})),
      fd_(std::exchange(other.fd_, -1)),
      pending_(std::exchange(other.pending_, {})),
      written_(other.written_) {}

OutputFile::~OutputFile() {
  if (fd_ < 0) return;
  written_ = written_ || !pending_.empty();
  [[maybe_unused]] const Result<void> done = flush();
  close();
  if (plain() && !written_) std::remove(beside_.c_str());
}

void OutputFile::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

Result<void> OutputFile::flush() {
  const std::string bytes = std::exchange(pending_, {});
  written_ = written_ || !bytes.empty();
  if (const int reason = write_all(fd_, bytes); reason != 0) return error(reason);
  return {};
}

Result<void> OutputFile::write(std::string_view bytes) {
  pending_ += bytes;
  return pending_.size() < kPiece ? Result<void>() : flush();
}

Result<void> OutputFile::write_front(std::string_view bytes) {
  if (const Result<void> done = flush(); !done) return done;
  const ssize_t n = pwrite(fd_, bytes.data(), bytes.size(), 0);
  return n == static_cast<ssize_t>(bytes.size()) ? Result<void>() : error(errno);
}

Result<void> OutputFile::finish() {
  if (const Result<void> done = flush(); !done) return done;
  if (plain() && fsync(fd_) != 0) return error(errno);
  // A full disk may show at the last moment only.
  if (::close(std::exchange(fd_, -1)) != 0) return error(errno);
  if (plain() && std::rename(beside_.c_str(), path_.c_str()) != 0) return error(errno);
  return {};
}

}  // namespace sumi
