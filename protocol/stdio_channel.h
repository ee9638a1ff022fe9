// SPDX-License-Identifier: MIT
/// A LineChannel over two file descriptors: pipes, files or terminals.
#pragma once

#include "protocol/line_channel.h"
#include "protocol/report/output.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <stop_token>
#include <thread>

namespace sumi::protocol {

/// A thread of its own reads; read_line(), write() and flush() are for one other thread. The
/// descriptors stay the caller's. Lines wait in a queue of bounded size: when it is full the
/// peer waits.
class StdioChannel final : public LineChannel {
 public:
  /// True for the lines that interrupt; called from the reading thread.
  using IsInterrupt = bool (*)(std::string_view line);

  /// Starts reading. Throws FatalError if the system has no pipe or thread left.
  StdioChannel(int in_fd, int out_fd, IsInterrupt is_interrupt);
  ~StdioChannel() override;  ///< Stops reading, though no input comes; drops what is queued.

  std::optional<InputLine> read_line() override;
  void write(std::string_view line) override;
  void flush() override { output_.flush(); }

 private:
  struct Pending {
    TextLine line;
    std::stop_source stop;
  };

  void read_all();
  bool wait_for_input();
  void push(TextLine line);
  void interrupt();

  const int in_fd_;
  const IsInterrupt is_interrupt_;
  Output output_;
  int wake_[2];  ///< A pipe; closing its writing end wakes the reading thread for good.

  std::mutex mutex_;  ///< Guards what follows.
  std::condition_variable changed_;
  std::deque<Pending> queue_;
  std::size_t queued_bytes_ = 0;
  std::stop_source current_{std::nostopstate};  ///< Of the line delivered last.
  bool ended_ = false;                          ///< No more lines will come.
  bool closing_ = false;                        ///< The destructor runs.

  std::jthread reader_;  // last: it uses all of the above
};

}  // namespace sumi::protocol
