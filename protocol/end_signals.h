// SPDX-License-Identifier: MIT
/// SIGINT and SIGTERM as something that can be waited for.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <csignal>
#include <functional>

namespace sumi::protocol {

/// The first signal, while this lives, is handed to `hear` by `io`; the next one, of either kind,
/// does what it always does, so that a program stuck in a write can be ended. (Asio's signal_set
/// keeps its handler until somebody reads what it noted.) One at a time in a process.
class EndSignals {
 public:
  EndSignals(boost::asio::io_context& io, std::function<void(int signal)> hear);
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

 private:
  void wait();

  boost::asio::posix::stream_descriptor noted_;  ///< Of a pipe: a byte for each signal.
  std::function<void(int)> hear_;
  char number_ = 0;
  struct sigaction before_[2];
};

}  // namespace sumi::protocol
