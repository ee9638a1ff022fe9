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
  /// Clients served at the same time. Further clients are told that the server is full and sent
  /// away.
  int max_clients = 64;
  /// Clients served at the same time from one address (IPv6: from one network of 64 bits). Further
  /// clients are told so and sent away.
  int max_per_address = 64;
  /// While a session's backlog() is this large, nothing is read from its client.
  std::size_t max_waiting_bytes = 1 << 20;
  /// A client is cut off when more output than this waits for it unread.
  std::size_t max_unsent_bytes = 1 << 20;

  // A client that exceeds one of these times is cut off, too.
  Millis idle_timeout = std::chrono::hours(1);      ///< The client sends no whole line that says
                                                    ///< something, and no earlier line is at work.
  Millis stall_timeout = std::chrono::seconds(30);  ///< The client takes none of its output, or
                                                    ///< max_waiting_bytes are waiting.
  Millis end_timeout = std::chrono::seconds(10);    ///< Answers after the end of the input take
                                                    ///< longer.
};

/// Whether only programs on this machine can reach `address`; fails if it is no IP address.
Result<bool> is_loopback(const std::string& address);

/// All calls must come from one thread, except close(), address() and port().
class TcpServer {
 public:
  /// Makes the session of a client, with all that it owns, such as an engine. An exception ends
  /// that client, as an exception from the session does.
  using Factory = std::function<std::unique_ptr<Session>(Peer&)>;

  /// Gets one line for each client that comes, and one for each that goes, with the reason.
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

  /// Accepts no more clients and closes all sessions; run() returns when they are finished. May be
  /// called from any thread, between construction and the end of run().
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi::protocol
