// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/signals.h"
#include "protocol/channel/io_events.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <atomic>
#include <cerrno>
#include <optional>
#include <utility>

namespace sumi::protocol {
namespace {

TerminationRequest request;

/// The signal handler, on any thread, writes to this end of a pipe.
std::atomic<int> note_fd = -1;
static_assert(std::atomic<int>::is_always_lock_free);

void note(int signal) {
  const int saved = errno;
  const char number = static_cast<char>(signal);
  const TerminationRequest::Kind kind = request.note(signal);
  if (kind == TerminationRequest::Kind::kFirst) write_once(note_fd.load(), {&number, 1});
  if (kind == TerminationRequest::Kind::kSecond) terminate_by(signal);
  errno = saved;
}

/// Never closed: a handler on another thread may write to it while an EndSignals is destroyed.
int pipe_to_hear() {
  static const Pipe pipe = make_pipe(PipeMode::kNonBlocking).value();
  note_fd = pipe.write.get();
  char left[1];
  while (read_some(pipe.read.get(), left).count > 0) {  // drop signals that no EndSignals handled
  }
  return pipe.read.get();
}

}  // namespace

struct EndSignals::Impl {
  Impl(boost::asio::io_context& io, std::function<void(int)> hear_signal)
      : noted(io, pipe_to_hear()), hear(std::move(hear_signal)) {
    request.forget();
    handler.emplace(note, TerminationHandler::Waiting::kContinues);
    wait();
  }
  ~Impl() { noted.release(); }

  void wait() {
    noted.async_read_some(boost::asio::buffer(&number, 1),
                          [this](const boost::system::error_code& error, std::size_t) {
                            if (error) return;
                            hear(number);
                            wait();
                          });
  }

  boost::asio::posix::stream_descriptor noted;  ///< Pipe with one byte per signal.
  std::function<void(int)> hear;
  char number = 0;
  std::optional<TerminationHandler> handler;
};

EndSignals::EndSignals(boost::asio::io_context& io, std::function<void(int signal)> hear)
    : impl_(std::make_unique<Impl>(io, std::move(hear))) {}
EndSignals::~EndSignals() = default;

struct Mailbox::Impl {
  struct Letter {
    std::function<void()> work;
    Letter* before = nullptr;
  };

  explicit Impl(boost::asio::io_context& io) : bell(io) {
    Pipe pipe = make_pipe(PipeMode::kNonBlocking).value();
    bell.assign(pipe.read.release());
    push = std::move(pipe.write);
    listen();
  }
  ~Impl() {
    for (const Letter* letter = newest; letter;) {
      const std::unique_ptr<const Letter> owned(letter);
      letter = letter->before;
    }
  }

  void listen();
  void deliver();

  std::atomic<Letter*> newest{nullptr};        ///< A stack: each letter points to the previous one.
  boost::asio::posix::stream_descriptor bell;  ///< Reading end of a pipe.
  Descriptor push;                             ///< Writing end; each letter writes one byte.
};

Mailbox::Mailbox(boost::asio::io_context& io) : impl_(std::make_unique<Impl>(io)) {}
Mailbox::~Mailbox() = default;

/// Each call writes a byte, because the thread that put the first letter may be preempted before it
/// writes. If the pipe is full, the reader is awake.
void Mailbox::put(std::function<void()> work) {
  auto* const letter = new Impl::Letter{std::move(work)};
  letter->before = impl_->newest.load();
  while (!impl_->newest.compare_exchange_weak(letter->before, letter)) {
  }
  write_once(impl_->push.get(), "!");
}

void Mailbox::Impl::listen() {
  bell.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                  [this](const boost::system::error_code& error) {
                    if (error) return;
                    char rings[256];
                    while (read_some(bell.native_handle(), rings).count == sizeof rings) {
                    }
                    deliver();
                    listen();
                  });
}

/// Runs the waiting work. Work added meanwhile runs after the thread's other events.
void Mailbox::Impl::deliver() {
  Letter* oldest = nullptr;
  for (Letter* letter = newest.exchange(nullptr); letter;) {
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
