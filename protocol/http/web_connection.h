// SPDX-License-Identifier: MIT
/// A browser's connection: requests, and perhaps a WebSocket. Private to WebServer.
#pragma once

#include "protocol/channel/io_events.h"
#include "protocol/http/web_rules.h"
#include "protocol/http/web_server.h"

#include <boost/asio/ip/tcp.hpp>

#include <functional>
#include <memory>

namespace sumi::protocol {

/// Shared by a server's connections, which it must outlive.
struct WebShared {
  Mailbox& mailbox;
  const WebLimits& limits;
  const WebRules& rules;
  const WebServer::Factory& make_session;
  const WebServer::Log& log;
  std::function<bool()> has_room;  ///< For one more session.
};

/// Call from the server's thread.
class WebConnection {
 public:
  virtual ~WebConnection() = default;

  /// Closes the session, then ends the connection; without a session at once.
  virtual void close() = 0;

  /// Ends connection and session at once, after waiting for its search. Does not call `gone`. For
  /// the server's destructor: no other call may follow.
  virtual void abandon() = 0;

  virtual bool has_session() const = 0;
};

/// Starts serving. `gone` is called once, after connection and session have ended.
std::shared_ptr<WebConnection> serve_browser(boost::asio::ip::tcp::socket socket,
                                             const WebShared& shared,
                                             std::function<void(WebConnection*)> gone);

}  // namespace sumi::protocol
