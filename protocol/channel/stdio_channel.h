// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/descriptor.h"
#include "protocol/report/output.h"
#include "protocol/session/session.h"

#include <boost/asio/io_context.hpp>

#include <functional>
#include <string_view>

namespace sumi::protocol {

/// A session over two file descriptors, which the caller owns. A separate thread reads, so that
/// lines arrive while run() is blocked on output. Asio would make shared descriptors non-blocking
/// for all processes.
class StdioChannel final : public Peer {
 public:
  explicit StdioChannel(int in_fd = kStdin, int out_fd = kStdout);

  /// Feeds the session until it is finished; call once. The first SIGINT, SIGTERM or SIGHUP closes
  /// the session, the second ends the process. Returns the signal, or 0. Throws OutputClosed when
  /// the output's reader has gone; after the end of input, closes the session instead. Throws
  /// FatalError if no pipe or thread is left.
  int run(Session& session);

  void write(std::string_view line) override;
  void flush() override { output_.flush(); }
  void note(std::string_view line) override;
  void post(std::function<void()> work, Millis delay = {}) override;

 private:
  class Reader;

  const int in_fd_, out_fd_;
  Output output_;
  boost::asio::io_context io_;
};

}  // namespace sumi::protocol
