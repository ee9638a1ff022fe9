// SPDX-License-Identifier: MIT
/// Serves the page and a WebSocket per tab, or other pages.
///
/// One thread serves all connections and never blocks. A client without the cookie (web_rules.h)
/// gets no session and displaces no session.
#pragma once

#include "engine/base/time.h"
#include "protocol/http/web_rules.h"
#include "protocol/session/session.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// Per connection, except the first two.
struct WebLimits {
  int max_sessions = 16;     ///< Simultaneous WebSockets; others are refused.
  int max_connections = 64;  ///< Other simultaneous connections; a new one displaces the oldest.
  std::size_t max_header_bytes = 8192;
  std::size_t max_message_bytes = 16 << 20;  ///< Of a received message (a file of games).
  /// A connection is not read while its session's backlog() is larger.
  std::size_t max_waiting_bytes = 1 << 20;
  std::size_t max_unsent_bytes = 32 << 20;            ///< More unread output ends the connection.
  Millis request_timeout = std::chrono::seconds(10);  ///< For a request and for its answer.
  Millis lonely{};  ///< The server ends after this time without a session; 0: never.
};

/// Call from one thread, except close().
class WebServer {
 public:
  using Factory = std::function<std::unique_ptr<Session>(Peer&)>;

  /// Gets a line per opened, closed or refused WebSocket.
  using Log = std::function<void(std::string_view line)>;

  /// Port 0 picks a free port. Throws FatalError if it cannot listen.
  WebServer(const std::string& address, int port, const WebLimits& limits, Factory make_session,
            Log log = {});
  /// Serves `pages` instead of ours, without token and WebSocket.
  WebServer(const std::string& address, int port, const WebLimits& limits, WebPages pages);
  ~WebServer();  ///< Ends remaining sessions, waiting for their searches.

  /// The address to open: "http://127.0.0.1:4322/?token=..."; without token:
  /// "http://127.0.0.1:4322/".
  std::string address() const;

  /// Serves until close() or, with `hears_signals`, SIGINT, SIGTERM or SIGHUP; a second signal ends
  /// the process. Returns the signal, or 0. Call once.
  int run(bool hears_signals = true);

  /// Ends all sessions; run() then returns. Thread-safe between construction and the end of run().
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi::protocol
