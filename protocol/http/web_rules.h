// SPDX-License-Identifier: MIT
/// What a web server on a personal machine answers, and to whom: any page in a local browser can
/// send it requests.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::protocol {

struct WebRequest {
  std::string_view method, target, host, origin, cookie;
  bool upgrade = false;     ///< Asks for a WebSocket.
  bool cross_site = false;  ///< Navigation from another site (Sec-Fetch-Site).
};

struct WebAnswer {
  int status = 200;  ///< 101: the WebSocket may open; other fields are empty.
  std::string_view type, body;
  std::vector<std::pair<std::string_view, std::string>> headers{};  ///< Additional headers.
  std::string_view reason{};                                        ///< Of a refusal, for the log.
};

/// Answers the requests of a server without token and WebSocket: anyone on this machine may read
/// its pages. `body` must be valid until the next call.
using WebPages = std::function<WebAnswer(const WebRequest&)>;

struct WebRules {
  int port = 0;
  /// The server's names as in Host: "127.0.0.1:4322". The first is printed.
  std::vector<std::string> hosts;
  /// Listens on all addresses: any IP address is valid, but no host name, because others may own
  /// it.
  bool any_address = false;
  std::string token;  ///< In the printed address.
  std::string cookie_name, cookie_value;
  WebPages pages{};  ///< If set, replaces the page, token and WebSocket.
};

/// `random` returns 32 new digits per call. The server listens on `address`: "127.0.0.1" or "::1".
WebRules make_web_rules(const std::string& address, int port, std::string (*random)());

/// The address to open: "http://127.0.0.1:4322/?token=...", or without the token if it has `pages`.
std::string web_address(const WebRules& rules);

/// 32 random hexadecimal digits.
std::string random_digits();

/// Serves the page's files, the address with the token, and the WebSocket "/socket". Strangers get
/// a page that explains how to open ours.
WebAnswer answer(const WebRules& rules, const WebRequest& request);

/// With one line of text.
WebAnswer refusal(int status, std::string_view line);

/// For every answer.
std::vector<std::pair<std::string_view, std::string>> common_headers(std::string_view host);

}  // namespace sumi::protocol
