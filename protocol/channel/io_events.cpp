// SPDX-License-Identifier: MIT
#include "protocol/channel/io_events.h"

#include <boost/asio/buffer.hpp>

#include <cerrno>
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

EndSignals::EndSignals(boost::asio::io_context& io, std::function<void(int signal)> hear)
    : noted_(io, pipe_to_hear()), hear_(std::move(hear)) {
  request.forget();
  handler_.emplace(note, TerminationHandler::Waiting::kContinues);
  wait();
}

EndSignals::~EndSignals() { noted_.release(); }

void EndSignals::wait() {
  noted_.async_read_some(boost::asio::buffer(&number_, 1),
                         [this](const boost::system::error_code& error, std::size_t) {
                           if (error) return;
                           hear_(number_);
                           wait();
                         });
}

struct Mailbox::Letter {
  std::function<void()> work;
  Letter* before = nullptr;
};

Mailbox::Mailbox(boost::asio::io_context& io) : bell_(io) {
  Pipe bell = make_pipe(PipeMode::kNonBlocking).value();
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

/// Each call writes a byte, because the thread that put the first letter may be preempted before it
/// writes. If the pipe is full, the reader is awake.
void Mailbox::put(std::function<void()> work) {
  auto* const letter = new Letter{std::move(work)};
  letter->before = newest_.load();
  while (!newest_.compare_exchange_weak(letter->before, letter)) {
  }
  write_once(bell_push_.get(), "!");
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

/// Runs the waiting work. Work added meanwhile runs after the thread's other events.
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
