// SPDX-License-Identifier: MIT
/// One connection of a browser: requests, and perhaps a WebSocket at the end. Private to WebServer.
#pragma once

#include "protocol/channel/io_events.h"
#include "protocol/http/web_rules.h"
#include "protocol/http/web_server.h"

#include <boost/asio/ip/tcp.hpp>

#include <functional>
#include <memory>

namespace sumi::protocol {

/// What the connections of a server share; all of it outlives them.
struct WebShared {
  Mailbox& mailbox;
  const WebLimits& limits;
  const WebRules& rules;
  const WebServer::Factory& make_session;
  const WebServer::Log& log;
  std::function<bool()> has_room;  ///< For one more session.
};

/// All calls must come from the server's thread.
class WebConnection {
 public:
  virtual ~WebConnection() = default;

  /// Tells the session to close, if there is one, and ends the connection when it is finished. Else
  /// ends the connection at once.
  virtual void close() = 0;

  /// Ends connection and session at once and waits for the session's search. `gone` is not called,
  /// and nothing may be called after it. For the end of the server, when no thread runs it any
  /// more.
  virtual void abandon() = 0;

  virtual bool has_session() const = 0;
};

/// Begins to serve. `gone` is called once, when there is neither a connection nor a session any
/// more.
std::shared_ptr<WebConnection> serve_browser(boost::asio::ip::tcp::socket socket,
                                             const WebShared& shared,
                                             std::function<void(WebConnection*)> gone);

}  // namespace sumi::protocol
