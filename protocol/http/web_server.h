// SPDX-License-Identifier: MIT
/// The web server of somebody's own machine: the page, and a WebSocket for each of its tabs.
///
/// One thread serves all and waits for nobody. Who is not known by the cookie (web_rules.h) gets a
/// line and no session, and cannot take the place of somebody who is.
#pragma once

#include "engine/base/time.h"
#include "protocol/session/session.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// What a connection may take.
struct WebLimits {
  int max_sessions = 16;     ///< WebSockets at the same time; further ones are refused.
  int max_connections = 64;  ///< Others at the same time; the oldest makes room for a new one.
  std::size_t max_header_bytes = 8192;
  std::size_t max_message_bytes = 16 << 20;  ///< A message to us; a file of games is one.
  /// While a session's backlog() is this large, nothing is read from its connection.
  std::size_t max_waiting_bytes = 1 << 20;
  std::size_t max_unsent_bytes = 32 << 20;  ///< With more that is not read a connection is cut off.
  Millis request_timeout = std::chrono::seconds(10);  ///< For a request, and for its answer.
};

/// All calls must come from one thread, except close().
class WebServer {
 public:
  using Factory = std::function<std::unique_ptr<Session>(Peer&)>;

  /// Gets a line for each WebSocket that opens or closes, and for what is refused.
  using Log = std::function<void(std::string_view line)>;

  /// Listens; port 0 is any free one. Throws FatalError if that cannot be.
  WebServer(const std::string& address, int port, const WebLimits& limits, Factory make_session,
            Log log = {});
  ~WebServer();  ///< Ends the sessions that are left, and waits for their searches.

  /// The address to open, with the token: "http://127.0.0.1:4322/?token=...".
  std::string address() const;

  /// Serves until close() or, if it `hears_signals`, SIGINT, SIGTERM or SIGHUP; a second one ends
  /// the process. Returns the signal, or 0. To be called once.
  int run(bool hears_signals = true);

  /// Ends all sessions; run() returns when they are finished. May be called from any thread,
  /// between construction and the end of run().
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi::protocol
