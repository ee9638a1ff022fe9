// SPDX-License-Identifier: MIT
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

/// Limits per client, except the first two. Lines above kMaxLineBytes are truncated.
struct TcpLimits {
  /// Clients served at once; others are refused with a message.
  int max_clients = 64;
  /// Clients served at once per address (IPv6: /64 network).
  int max_per_address = 64;
  /// While a session's backlog() is this large, the server reads no input from its client.
  std::size_t max_waiting_bytes = 1 << 20;
  /// A client with more unread output is disconnected.
  std::size_t max_unsent_bytes = 1 << 20;

  // A client that exceeds one of these times is also disconnected.
  Millis idle_timeout = std::chrono::hours(1);  ///< No whole line with text, and no work running.
  /// The client reads none of its output, or max_waiting_bytes are waiting.
  Millis stall_timeout = std::chrono::seconds(30);
  Millis end_timeout = std::chrono::seconds(10);  ///< For answers after the end of input.
};

/// Whether only programs on this machine can reach `address`. Fails if it is not an IP address.
Result<bool> is_loopback(const std::string& address);

/// Serves many clients over TCP on one thread that never blocks. Call from one thread, except
/// close(), address() and port().
class TcpServer {
 public:
  /// Creates a client's session. An exception from the factory or the session ends that client.
  using Factory = std::function<std::unique_ptr<Session>(Peer&)>;

  /// Receives a line when a client connects and when it leaves, with the reason.
  using Log = std::function<void(std::string_view line)>;

  /// Port 0 picks a free port. Throws FatalError if it cannot listen.
  TcpServer(const std::string& address, int port, const TcpLimits& limits, Factory make_session,
            Log log = {});
  ~TcpServer();  ///< Ends the remaining sessions, waiting for their searches.

  std::string address() const;  ///< "127.0.0.1:4321", "[::1]:4321"
  int port() const;

  /// Serves until close() or SIGINT, SIGTERM or SIGHUP; a second signal ends the process. Returns
  /// the signal, or 0. Call once.
  int run();

  /// Stops accepting and closes all sessions; run() then returns. Thread-safe between construction
  /// and the end of run().
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi::protocol
