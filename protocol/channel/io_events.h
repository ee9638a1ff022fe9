// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/signals.h"
#include "engine/base/time.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace sumi::protocol {

/// Delivers the first SIGINT, SIGTERM or SIGHUP to `hear` on the thread that runs `io`. The next
/// one has its default action, so that it ends a program stuck in a write. An ignored SIGHUP stays
/// ignored. One instance per process.
class EndSignals {
 public:
  EndSignals(boost::asio::io_context& io, std::function<void(int signal)> hear);
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

 private:
  void wait();

  boost::asio::posix::stream_descriptor noted_;  ///< Pipe with one byte per signal.
  std::function<void(int)> hear_;
  char number_ = 0;
  std::optional<TerminationHandler> handler_;
};

/// Lock-free queue of work for a thread that must not block. Asio's queue has a lock (README.md).
class Mailbox {
 public:
  /// `io` runs the work and must outlive the mailbox. Throws FatalError if no pipe is left.
  explicit Mailbox(boost::asio::io_context& io);
  ~Mailbox();  ///< Drops pending work. No put() may be running.
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  /// Thread-safe. Keeps the order of each thread's work.
  void put(std::function<void()> work);

 private:
  struct Letter;
  void listen();
  void deliver();

  std::atomic<Letter*> newest_{nullptr};  ///< A stack: each letter points to the previous one.
  boost::asio::posix::stream_descriptor bell_;  ///< Reading end of a pipe.
  Descriptor bell_push_;                        ///< Writing end; each letter writes one byte.
};

/// Thread-safe. Work without a delay runs in the order of the calls.
inline void post_to(boost::asio::io_context& io, std::function<void()> work, Millis delay) {
  if (delay <= Millis{}) {
    boost::asio::post(io, std::move(work));
    return;
  }
  const auto timer = std::make_shared<boost::asio::steady_timer>(io, delay);
  timer->async_wait([timer, work = std::move(work)](const boost::system::error_code&) { work(); });
}

}  // namespace sumi::protocol
