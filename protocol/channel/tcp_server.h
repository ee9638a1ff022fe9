// SPDX-License-Identifier: MIT
/// Sessions over TCP: many clients, one thread.
///
/// The thread serves whoever has something to say, a few lines at a time, and never waits: not for
/// a search (SearchRunner does not), not for a client that does not read, not for one that is gone.
/// What a client may take is limited (TcpLimits); one that takes more is cut off, the others do not
/// notice.
#pragma once

#include "engine/base/error.h"
#include "engine/base/time.h"
#include "protocol/session/session.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// What clients may take: all but the first two limits are for each client. Lines longer than
/// kMaxLineBytes reach the session cut.
struct TcpLimits {
  /// Served at the same time; further ones are told so and sent away.
  int max_clients = 64;
  /// Of those from one address (IPv6: from one network of 64 bits); further ones likewise.
  int max_per_address = 64;
  /// Session::backlog(): with so much nothing is read.
  std::size_t max_waiting_bytes = 1 << 20;
  /// Output that the client does not take: with more it is cut off.
  std::size_t max_unsent_bytes = 1 << 20;

  // Cut off is also who does not keep these.
  Millis idle_timeout = std::chrono::hours(1);      ///< Without a whole line that says something
                                                    ///< and without work for an earlier one.
  Millis stall_timeout = std::chrono::seconds(30);  ///< With output of which none is taken, or with
                                                    ///< max_waiting_bytes.
  Millis end_timeout = std::chrono::seconds(10);    ///< For answers after the end of its input.
};

/// Whether only programs on this machine can reach it; fails if it is no IP address.
Result<bool> is_loopback(const std::string& address);

/// All calls on one thread, but for close(), address() and port().
class TcpServer {
 public:
  /// Makes the session of a client, with all that it owns, an engine for one. An exception ends
  /// that client, as one of the session does.
  using Factory = std::function<std::unique_ptr<Session>(Peer&)>;

  /// Hears who comes and who goes why, a line each.
  using Log = std::function<void(std::string_view line)>;

  /// Listens; port 0 is any free one. Throws FatalError if that cannot be.
  TcpServer(const std::string& address, int port, const TcpLimits& limits, Factory make_session,
            Log log = {});
  ~TcpServer();  ///< Ends the sessions that are left, and waits for their searches.

  std::string address() const;  ///< "127.0.0.1:4321", "[::1]:4321"
  int port() const;

  /// Serves until close() or a signal, SIGINT, SIGTERM or SIGHUP; a second one ends the process.
  /// Returns the signal, or 0. To be called once.
  int run();

  /// Accepts nobody any more and closes all sessions; run() returns when they are finished. From
  /// any thread, between construction and the end of run().
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi::protocol
