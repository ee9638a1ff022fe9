// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "engine/base/signals.h"
#include "protocol/channel/end_signals.h"

#include <boost/asio/buffer.hpp>
#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sumi::protocol {
namespace {

EndRequest request;

/// Where the handler writes, on any thread.
std::atomic<int> note_fd = -1;
static_assert(std::atomic<int>::is_always_lock_free);

void note(int signal) {
  const int saved = errno;
  const char number = static_cast<char>(signal);
  switch (request.note(signal)) {
    case EndRequest::Kind::kFirst: {
      [[maybe_unused]] const ssize_t written = write(note_fd.load(), &number, 1);
      break;
    }
    case EndRequest::Kind::kEcho:
      break;
    case EndRequest::Kind::kSecond:
      end_by(signal);
      break;
  }
  errno = saved;
}

/// A pipe that lives as long as the process: where an EndSignals ends, a handler on another thread
/// may be about to write to it.
int pipe_to_hear() {
  static const int read_end = [] {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
      throw FatalError(fmt::format("no pipe: {}", std::generic_category().message(errno)));
    }
    note_fd = ends[1];
    return ends[0];
  }();
  for (char left = 0; read(read_end, &left, 1) > 0;) {  // what nobody heard any more
  }
  const int end = fcntl(read_end, F_DUPFD_CLOEXEC, 0);
  if (end < 0) throw FatalError(fmt::format("no pipe: {}", std::generic_category().message(errno)));
  return end;
}

}  // namespace

EndSignals::EndSignals(boost::asio::io_context& io, std::function<void(int signal)> hear)
    : noted_(io, pipe_to_hear()), hear_(std::move(hear)) {
  request.forget();
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  for (const int signal : kEndSignals) {
    if (may_watch(signal)) sigaction(signal, &action, &before_[signal]);
  }
  wait();
}

EndSignals::~EndSignals() {
  for (const auto& [signal, action] : before_) sigaction(signal, &action, nullptr);
}

void EndSignals::wait() {
  noted_.async_read_some(boost::asio::buffer(&number_, 1),
                         [this](const boost::system::error_code& error, std::size_t) {
                           if (error) return;
                           hear_(number_);
                           wait();
                         });
}

}  // namespace sumi::protocol
