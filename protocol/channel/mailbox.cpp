// SPDX-License-Identifier: MIT
#include "protocol/channel/mailbox.h"

#include <memory>
#include <utility>

namespace sumi::protocol {

struct Mailbox::Letter {
  std::function<void()> work;
  Letter* before = nullptr;
};

Mailbox::Mailbox(boost::asio::io_context& io) : bell_(io) {
  Pipe bell = make_pipe(PipeMode::kNeverWaits).value();
  bell_.assign(bell.read.release());
  bell_push_ = std::move(bell.write);
  listen();
}

Mailbox::~Mailbox() {
  for (const Letter* letter = newest_; letter;) {
    const std::unique_ptr<const Letter> owned(letter);
    letter = letter->before;
  }
}

/// Every thread rings, for the one whose letter came first may be stopped before it does. If the
/// pipe is full, the bell has been rung often enough.
void Mailbox::put(std::function<void()> work) {
  auto* const letter = new Letter{std::move(work)};
  letter->before = newest_.load();
  while (!newest_.compare_exchange_weak(letter->before, letter)) {
  }
  write_at_once(bell_push_.get(), "!");
}

void Mailbox::listen() {
  bell_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                   [this](const boost::system::error_code& error) {
                     if (error) return;
                     char rings[256];
                     while (read_some(bell_.native_handle(), rings).count == sizeof rings) {
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
