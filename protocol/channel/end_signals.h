// SPDX-License-Identifier: MIT
/// SIGINT, SIGTERM and SIGHUP as something that can be waited for.
#pragma once

#include "engine/base/signals.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <functional>
#include <optional>

namespace sumi::protocol {

/// The first signal, while this lives, is handed to `hear` by `io`; the next one, of any of these
/// kinds, does what it always does, so that a program stuck in a write can be ended. (Asio's
/// signal_set keeps its handler until somebody reads what it noted.) SIGHUP is left alone where it
/// is ignored. One at a time in a process.
class EndSignals {
 public:
  EndSignals(boost::asio::io_context& io, std::function<void(int signal)> hear);
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

 private:
  void wait();

  boost::asio::posix::stream_descriptor noted_;  ///< Reading end of a pipe that gets a byte for
                                                 ///< each signal.
  std::function<void(int)> hear_;
  char number_ = 0;
  std::optional<EndHandler> handler_;
};

}  // namespace sumi::protocol
