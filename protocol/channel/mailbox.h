// SPDX-License-Identifier: MIT
/// Work for a thread that must not wait, from threads that the system may stop anywhere.
///
/// When the system stops a thread of low priority that holds a lock, the lock is kept until all
/// other threads have had their turn: seconds, where a hundred threads search. Asio's own queue has
/// such a lock, and wakes its thread while it holds it. Here nobody holds anything.
#pragma once

#include "engine/base/descriptor.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <atomic>
#include <functional>

namespace sumi::protocol {

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

}  // namespace sumi::protocol
