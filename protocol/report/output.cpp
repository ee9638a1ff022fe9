// SPDX-License-Identifier: MIT
/// Plain write(2): stdio would tell neither when nor why it failed.
#include "engine/base/error.h"
#include "engine/base/text.h"
#include "protocol/report/output.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::size_t kFlushBytes = 1 << 16;

/// After a failed write(): waits if the descriptor is only busy, throws if it is broken.
void wait_or_throw(int fd, const std::string& name, int reason) {
  if (reason == EINTR) return;
  if (reason == EAGAIN || reason == EWOULDBLOCK) {
    pollfd ready{fd, POLLOUT, 0};
    poll(&ready, 1, -1);
    return;
  }
  if (reason == EPIPE) throw OutputClosed();
  throw FatalError(
      fmt::format("cannot write to {}: {}", name, std::generic_category().message(reason)));
}

}  // namespace

void tell_stderr(std::string_view line) noexcept {
  std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
}

void Output::write(std::string_view text) {
  pending_ += text;
  if (pending_.size() >= kFlushBytes) flush();
}

void Output::flush() {
  const std::string text = std::exchange(pending_, {});
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(fd_, text.data() + done, text.size() - done);
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
    } else {
      wait_or_throw(fd_, name_, errno);
    }
  }
}

FileOutput::FileOutput(const std::string& option, const std::string& path)
    : option_(option),
      given_(path),
      names_(names_of(path)),
      fd_(open_file()),
      output_(fd_, "file " + sumi::quoted(path)) {}

FileOutput::~FileOutput() {
  if (fd_ < 0) return;
  struct stat status {};
  const bool empty = fstat(fd_, &status) == 0 && status.st_size == 0;
  if (empty) discard();
  close(fd_);
}

void FileOutput::discard() noexcept {
  if (names_.regular()) std::remove(names_.written.c_str());
}

/// A symbolic link stays: the file is replaced where it leads.
FileOutput::Names FileOutput::names_of(const std::string& path) {
  std::error_code error;
  const auto real = std::filesystem::canonical(path, error);
  const std::string target = error ? path : real.string();
  const auto status = std::filesystem::status(target, error);
  const bool special = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  return {target, special ? target : target + ".new"};
}

int FileOutput::open_file() const {
  // open() would quietly stop at a NUL and open another file.
  if (given_.empty() || given_.find('\0') != given_.npos) fail(ENOENT);
  const int create = names_.regular() ? O_CREAT | O_TRUNC : 0;
  const int fd = open(names_.written.c_str(), O_WRONLY | O_CLOEXEC | create, 0666);
  if (fd < 0) fail(errno);
  return fd;
}

void FileOutput::fail(int reason) const {
  throw FatalError(fmt::format("{}: file {}: {}", option_, sumi::quoted(given_),
                               std::generic_category().message(reason)));
}

void FileOutput::finish() {
  output_.flush();
  // On the disk before it takes the place of what was there.
  if (names_.regular() && fsync(fd_) != 0) fail(errno);
  // A full disk may show at the last moment only.
  if (close(std::exchange(fd_, -1)) != 0) fail(errno);
  if (names_.regular() && std::rename(names_.written.c_str(), names_.path.c_str()) != 0) {
    fail(errno);
  }
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (std::filesystem::equivalent(a, b, error)) return true;
  const auto whole = [&error](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  };
  const auto path = whole(a);
  return !path.empty() && path == whole(b);
}

}  // namespace sumi::protocol
