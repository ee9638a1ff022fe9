// SPDX-License-Identifier: MIT
/// What wakes a thread that runs Asio: signals that end the program, and work from other threads.
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

/// Work for a thread that must not wait, from threads that the system may stop anywhere.
///
/// When the system stops a thread of low priority that holds a lock, the lock is kept until all
/// other threads have had their turn: seconds, where a hundred threads search. Asio's own queue has
/// such a lock, and wakes its thread while it holds it. Here nobody holds anything.
class Mailbox {
 public:
  /// The thread that runs `io` does the work; `io` outlives the mailbox. Throws FatalError if the
  /// system has no pipe left.
  explicit Mailbox(boost::asio::io_context& io);
  ~Mailbox();  ///< Drops the work that was not done. Requires: no put() is at work.
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  /// May be called from any thread. Work that one thread puts is done in the order in which it was
  /// put.
  void put(std::function<void()> work);

 private:
  struct Letter;
  void listen();
  void deliver();

  std::atomic<Letter*> newest_{nullptr};        ///< The newest that waits; each names the one
                                                ///< before.
  boost::asio::posix::stream_descriptor bell_;  ///< The reading end of a pipe.
  Descriptor bell_push_;                        ///< The writing end; each letter writes a byte.
};

/// May be called from any thread. Work without a delay is done in the order of the calls.
inline void post_to(boost::asio::io_context& io, std::function<void()> work, Millis delay) {
  if (delay <= Millis{}) {
    boost::asio::post(io, std::move(work));
    return;
  }
  const auto timer = std::make_shared<boost::asio::steady_timer>(io, delay);
  timer->async_wait([timer, work = std::move(work)](const boost::system::error_code&) { work(); });
}

}  // namespace sumi::protocol
