// SPDX-License-Identifier: MIT
/// Work for a thread that must not wait, from threads that the system may stop anywhere.
///
/// A thread of low priority that holds a lock and is stopped keeps it until all others had their
/// turn: seconds, where a hundred threads search. Asio's own queue has such a lock, and wakes its
/// thread while it holds it. Here nothing is held.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <atomic>
#include <functional>

namespace sumi::protocol {

class Mailbox {
 public:
  /// Its work is done by whoever runs `io`, which outlives it. Throws FatalError if the system has
  /// no pipe left.
  explicit Mailbox(boost::asio::io_context& io);
  ~Mailbox();  ///< What was not done is dropped. Requires: no put() is at work.
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  /// From any thread; that of `io` does `work` after what one thread has put before.
  void put(std::function<void()> work);

 private:
  struct Letter;
  void listen();
  void deliver();

  std::atomic<Letter*> newest_{nullptr};  ///< Of those that wait; each names the one before.
  boost::asio::posix::stream_descriptor bell_;
  int bell_push_ = -1;  ///< Written to when there is a letter.
};

}  // namespace sumi::protocol
