// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "protocol/end_signals.h"

#include <boost/asio/buffer.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM};

volatile int note_fd = -1;  ///< Where the handler, on any thread, writes.

void note(int signal) {
  const int saved = errno;
  const char number = static_cast<char>(signal);
  [[maybe_unused]] const ssize_t written = write(note_fd, &number, 1);
  for (const int kind : kSignals) std::signal(kind, SIG_DFL);
  errno = saved;
}

}  // namespace

EndSignals::EndSignals(boost::asio::io_context& io, std::function<void(int signal)> hear)
    : noted_(io), hear_(std::move(hear)) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw FatalError(fmt::format("no pipe: {}", std::generic_category().message(errno)));
  }
  noted_.assign(ends[0]);
  note_fd = ends[1];
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  for (int i = 0; i < 2; ++i) sigaction(kSignals[i], &action, &before_[i]);
  wait();
}

EndSignals::~EndSignals() {
  for (int i = 0; i < 2; ++i) sigaction(kSignals[i], &before_[i], nullptr);
  close(std::exchange(note_fd, -1));
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
