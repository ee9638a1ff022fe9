// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/time.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <memory>

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
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Queue of work for a thread that must not block: lock-free, which Asio's is not (README.md),
/// except on Windows.
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
  struct Impl;
  std::unique_ptr<Impl> impl_;
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
