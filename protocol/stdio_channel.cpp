// SPDX-License-Identifier: MIT
/// poll(2) and read(2): nothing here needs more.
#include "engine/base/error.h"
#include "protocol/stdio_channel.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr std::size_t kMaxQueuedBytes = 1 << 20;
constexpr std::size_t kLineOverhead = 64;  // what an empty line costs

std::size_t cost(const TextLine& line) { return line.text.size() + kLineOverhead; }

}  // namespace

StdioChannel::StdioChannel(int in_fd, int out_fd, IsInterrupt is_interrupt)
    : in_fd_(in_fd), is_interrupt_(is_interrupt), output_(out_fd) {
  if (pipe2(wake_, O_CLOEXEC) != 0) {
    throw FatalError(fmt::format("no pipe: {}", std::generic_category().message(errno)));
  }
  reader_ = std::jthread([this] { read_all(); });
}

StdioChannel::~StdioChannel() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  close(wake_[1]);
  reader_.join();
  close(wake_[0]);
}

std::optional<InputLine> StdioChannel::read_line() {
  std::unique_lock lock(mutex_);
  current_ = std::stop_source(std::nostopstate);
  changed_.wait(lock, [this] { return !queue_.empty() || ended_; });
  if (queue_.empty()) return std::nullopt;

  Pending next = std::move(queue_.front());
  queue_.pop_front();
  queued_bytes_ -= cost(next.line);
  current_ = next.stop;
  changed_.notify_all();
  return InputLine{std::move(next.line), next.stop.get_token()};
}

void StdioChannel::write(std::string_view line) {
  output_.write(line);
  output_.write("\n");
}

void StdioChannel::read_all() {
  const LineSplitter::Emit emit = [this](TextLine line) {
    if (!line.cut && is_interrupt_(line.text)) {
      interrupt();
    } else {
      push(std::move(line));
    }
  };
  LineSplitter lines;
  std::array<char, 1 << 16> buffer;
  while (wait_for_input()) {
    const ssize_t n = read(in_fd_, buffer.data(), buffer.size());
    if (n > 0) lines.feed({buffer.data(), static_cast<std::size_t>(n)}, emit);
    if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) break;  // a broken input ends too
  }
  lines.finish(emit);

  const std::lock_guard lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

/// False when the channel closes.
bool StdioChannel::wait_for_input() {
  std::array<pollfd, 2> fds{{{in_fd_, POLLIN, 0}, {wake_[0], POLLIN, 0}}};
  while (poll(fds.data(), fds.size(), -1) < 0 && errno == EINTR) {
  }
  return fds[1].revents == 0;
}

void StdioChannel::push(TextLine line) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return queued_bytes_ < kMaxQueuedBytes || closing_; });
  if (closing_) return;
  queued_bytes_ += cost(line);
  queue_.push_back({std::move(line), std::stop_source()});
  changed_.notify_all();
}

void StdioChannel::interrupt() {
  std::vector<std::stop_source> stops;
  {
    const std::lock_guard lock(mutex_);
    stops.push_back(current_);
    for (const Pending& pending : queue_) stops.push_back(pending.stop);
  }
  // Not under the lock: stopping runs the session's callback.
  for (std::stop_source& stop : stops) stop.request_stop();
}

}  // namespace sumi::protocol
