// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "protocol/channel/mailbox.h"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sumi::protocol {

struct Mailbox::Letter {
  std::function<void()> work;
  Letter* before = nullptr;
};

Mailbox::Mailbox(boost::asio::io_context& io) : bell_(io) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
    throw FatalError(fmt::format("no pipe: {}", std::generic_category().message(errno)));
  }
  bell_.assign(ends[0]);
  bell_push_ = ends[1];
  listen();
}

Mailbox::~Mailbox() {
  for (const Letter* letter = newest_; letter;) {
    const std::unique_ptr<const Letter> owned(letter);
    letter = letter->before;
  }
  close(bell_push_);
}

/// Every thread rings, for the one whose letter came first may be stopped before it does. If the
/// pipe is full, the bell has been rung often enough.
void Mailbox::put(std::function<void()> work) {
  auto* const letter = new Letter{std::move(work)};
  letter->before = newest_.load();
  while (!newest_.compare_exchange_weak(letter->before, letter)) {
  }
  const char ring = 1;
  [[maybe_unused]] const ssize_t rung = write(bell_push_, &ring, 1);
}

void Mailbox::listen() {
  bell_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                   [this](const boost::system::error_code& error) {
                     if (error) return;
                     char rings[256];
                     while (read(bell_.native_handle(), rings, sizeof rings) == sizeof rings) {
                     }
                     deliver();
                     listen();
                   });
}

/// Does the work of the letters that wait now. Letters put meanwhile wait until the rest of this
/// thread's work has had its turn.
void Mailbox::deliver() {
  Letter* oldest = nullptr;
  for (Letter* letter = newest_.exchange(nullptr); letter;) {
    Letter* const before = std::exchange(letter->before, oldest);
    oldest = std::exchange(letter, before);
  }
  while (oldest) {
    const std::unique_ptr<Letter> letter(oldest);
    oldest = letter->before;
    letter->work();
  }
}

}  // namespace sumi::protocol
