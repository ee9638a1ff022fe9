// SPDX-License-Identifier: MIT
/// poll(2) and read(2) into one buffer that moves along.
#include "engine/base/file.h"
#include "engine/formats/byte_stream.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sumi {
namespace {

constexpr std::size_t kChunk = 1 << 16;
constexpr int kPollMillis = 50;  // how late a stop may be seen

}  // namespace

Result<ByteStream> ByteStream::open(const std::string& path, Stop stop) {
  if (path.find('\0') != path.npos) return system_error(path, ENOENT);
  ByteStream stream;
  stream.stop_ = std::move(stop);
  stream.fd_ = path == "-" ? dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (stream.fd_ < 0 || fstat(stream.fd_, &status) != 0) return system_error(path, errno);
  if (S_ISDIR(status.st_mode)) return system_error(path, EISDIR);
  if (S_ISREG(status.st_mode)) stream.size_ = static_cast<double>(status.st_size);
  return stream;
}

ByteStream ByteStream::of_text(std::string text) {
  ByteStream stream;
  stream.size_ = static_cast<double>(text.size());
  stream.buffer_ = std::move(text);
  stream.ended_ = true;
  return stream;
}

ByteStream::ByteStream(ByteStream&& other) noexcept { *this = std::move(other); }

ByteStream& ByteStream::operator=(ByteStream&& other) noexcept {
  if (this == &other) return *this;
  close();
  fd_ = std::exchange(other.fd_, -1);
  buffer_ = std::move(other.buffer_);
  at_ = other.at_;
  ended_ = other.ended_;
  size_ = other.size_;
  taken_ = other.taken_;
  failure_ = std::move(other.failure_);
  stop_ = std::move(other.stop_);
  return *this;
}

ByteStream::~ByteStream() { close(); }

void ByteStream::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

/// False: the stop came before the input. Requires: there is a stop.
bool ByteStream::wait_for_input() const {
  while (!stop_()) {
    pollfd ready{fd_, POLLIN, 0};
    const int n = poll(&ready, 1, kPollMillis);
    if (n > 0 || (n < 0 && errno != EINTR)) return true;  // what is wrong, read() tells
  }
  return false;
}

void ByteStream::read_some() {
  if (stop_ && size_ == 0 && !wait_for_input()) {
    ended_ = true;
    return;
  }
  buffer_.erase(0, std::exchange(at_, 0));
  const std::size_t had = buffer_.size();
  buffer_.resize(had + kChunk);
  const ssize_t n = ::read(fd_, buffer_.data() + had, kChunk);
  const int reason = errno;
  buffer_.resize(had + static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
  if (n > 0) return;
  if (n < 0 && reason == EINTR) return;
  ended_ = true;
  if (n < 0) failure_ = std::generic_category().message(reason);
}

std::string_view ByteStream::peek(std::size_t count) {
  while (!ended_ && buffer_.size() - at_ < count) read_some();
  return std::string_view(buffer_).substr(at_);
}

void ByteStream::skip(std::size_t count) {
  at_ += count;
  taken_ += static_cast<double>(count);
}

std::optional<double> ByteStream::share() const {
  if (size_ == 0) return std::nullopt;
  return std::min(taken_ / size_, 1.0);
}

}  // namespace sumi
