// SPDX-License-Identifier: MIT
/// A session over two file descriptors: pipes, files or terminals.
#pragma once

#include "engine/base/descriptor.h"
#include "protocol/report/output.h"
#include "protocol/session/session.h"

#include <boost/asio/io_context.hpp>

#include <functional>
#include <string_view>

namespace sumi::protocol {

/// A thread of its own reads, so that a line is served however long the session's thread waits for
/// its reader; run() is the session's thread. Not Asio's own descriptors: these make what they are
/// given non-blocking, for every other process that has it open too (a terminal, a shell's pipe).
/// The descriptors stay the caller's.
class StdioChannel final : public Peer {
 public:
  explicit StdioChannel(int in_fd = kStdin, int out_fd = kStdout);
  ~StdioChannel() override;

  /// Feeds the session until it is finished. SIGINT, SIGTERM and SIGHUP close it; a second one ends
  /// the process. Returns the signal, or 0. Throws OutputClosed when nobody reads any more; after
  /// the end of input that closes the session, whatever it does. Throws FatalError if the system
  /// has no pipe or thread left. To be called once.
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
