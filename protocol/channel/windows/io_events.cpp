// SPDX-License-Identifier: MIT
/// Windows calls a TerminationHandler on a thread of its own, which may lock.
#include "engine/base/signals.h"
#include "protocol/channel/io_events.h"

#include <mutex>
#include <utility>

namespace sumi::protocol {

struct EndSignals::Impl {
  Impl(boost::asio::io_context& context, std::function<void(int)> hear_signal)
      : io(context), hear(std::move(hear_signal)) {
    const std::lock_guard lock(mutex);
    current = this;
    request.forget();
  }
  ~Impl() {
    const std::lock_guard lock(mutex);
    current = nullptr;
  }

  static void note(int signal) {
    if (request.note(signal) == TerminationRequest::Kind::kSecond) terminate_by(signal);
    const std::lock_guard lock(mutex);
    if (!current) return;
    boost::asio::post(current->io, [signal] {
      std::unique_lock still(mutex);
      if (!current) return;
      const auto hear = current->hear;
      still.unlock();
      hear(signal);
    });
  }

  static inline std::mutex mutex;  ///< Guards `current`.
  static inline Impl* current = nullptr;
  static inline TerminationRequest request;

  boost::asio::io_context& io;
  const std::function<void(int)> hear;
  const TerminationHandler handler{note, TerminationHandler::Waiting::kContinues};
};

EndSignals::EndSignals(boost::asio::io_context& io, std::function<void(int signal)> hear)
    : impl_(std::make_unique<Impl>(io, std::move(hear))) {}
EndSignals::~EndSignals() = default;

struct Mailbox::Impl {
  explicit Impl(boost::asio::io_context& context) : io(context) {}

  boost::asio::io_context& io;
  const std::shared_ptr<const int> open = std::make_shared<const int>();
};

Mailbox::Mailbox(boost::asio::io_context& io) : impl_(std::make_unique<Impl>(io)) {}
Mailbox::~Mailbox() = default;
void Mailbox::put(std::function<void()> work) {
  boost::asio::post(impl_->io, [open = std::weak_ptr(impl_->open), work = std::move(work)] {
    if (!open.expired()) work();
  });
}

}  // namespace sumi::protocol
