// SPDX-License-Identifier: MIT
/// Plain write(2): stdio would tell neither when nor why it failed.
#include "engine/base/error.h"
#include "protocol/report/output.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <poll.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::size_t kFlushBytes = 1 << 16;

/// After a failed write(): waits if the descriptor is only busy, throws if it is broken.
void wait_or_throw(int fd, int reason) {
  if (reason == EINTR) return;
  if (reason == EAGAIN || reason == EWOULDBLOCK) {
    pollfd ready{fd, POLLOUT, 0};
    poll(&ready, 1, -1);
    return;
  }
  if (reason == EPIPE) throw OutputClosed();
  throw FatalError(
      fmt::format("cannot write to standard output: {}", std::generic_category().message(reason)));
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
      wait_or_throw(fd_, errno);
    }
  }
}

}  // namespace sumi::protocol
