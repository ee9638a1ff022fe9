// SPDX-License-Identifier: MIT
#include "protocol/channel/io_events.h"
#include "protocol/channel/stdio_channel.h"

#include <boost/asio/executor_work_guard.hpp>

#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::size_t kMaxWaitingBytes = 1 << 20;

}  // namespace

/// Reads on its own thread; pauses while kMaxWaitingBytes are waiting.
class StdioChannel::Reader {
 public:
  Reader(StdioChannel& channel, Session& session)
      : channel_(channel), session_(session), thread_([this] { read_all(); }) {}

  /// Stops the thread even if no input arrives.
  ~Reader() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    changed_.notify_all();
    write_once(wake_.write.get(), "!");
  }

  /// Call after the session has worked.
  void note_backlog() {
    const std::lock_guard lock(mutex_);
    backlog_ = session_.backlog();
    changed_.notify_all();
  }

 private:
  void read_all() {
    const LineSplitter::Emit emit = [this](TextLine line) { post(std::move(line)); };
    LineSplitter lines;
    std::array<char, 1 << 16> buffer;
    while (wait_for(Ready::kInput, channel_.in_fd_)) {
      const ReadBytes read = read_some(channel_.in_fd_, buffer);
      if (read.ended) break;  // a read error counts as end of input
      lines.feed({buffer.data(), read.count}, emit);
    }
    lines.finish(emit);
    channel_.post([this] { session_.on_end(); });
    // The output's reader is gone, so results are useless.
    if (wait_for(Ready::kPeerClosed, channel_.out_fd_)) channel_.post([this] { session_.close(); });
  }

  /// Returns false when the channel closes.
  bool wait_for(Ready ready, int fd) { return wait_until(ready, fd, kForever, wake_.read.get()); }

  void post(TextLine line) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return posted_ + backlog_ < kMaxWaitingBytes || closing_; });
    if (closing_) return;
    const std::size_t bytes = line.cost();
    posted_ += bytes;
    lock.unlock();
    channel_.post([this, bytes, line = std::move(line)] {
      if (!session_.finished()) session_.on_line(line);
      const std::lock_guard seen(mutex_);
      posted_ -= bytes;
    });
  }

  StdioChannel& channel_;
  Session& session_;
  /// A byte wakes the thread permanently.
  const Pipe wake_ = make_pipe(PipeMode::kBlocking).value();

  std::mutex mutex_;  ///< Guards the members down to `closing_`.
  std::condition_variable changed_;
  std::size_t posted_ = 0;   ///< Bytes of posted lines that the session has not received.
  std::size_t backlog_ = 0;  ///< Session::backlog(): bytes received but not processed.
  bool closing_ = false;

  std::jthread thread_;  ///< Last, since it uses all the others.
};

StdioChannel::StdioChannel(int in_fd, int out_fd)
    : in_fd_(in_fd), out_fd_(out_fd), output_(out_fd) {}

int StdioChannel::run(Session& session) {
  const auto guard = boost::asio::make_work_guard(io_);
  int signal_number = 0;
  const EndSignals signals(io_, [&](int signal) {
    signal_number = signal;
    session.close();
  });
  Reader reader(*this, session);
  while (!session.finished()) {
    io_.run_one();
    reader.note_backlog();
  }
  return signal_number;
}

void StdioChannel::write(std::string_view line) {
  output_.write(line);
  output_.write("\n");
}

void StdioChannel::note(std::string_view line) { print_stderr(line); }

void StdioChannel::post(std::function<void()> work, Millis delay) {
  post_to(io_, std::move(work), delay);
}

}  // namespace sumi::protocol
