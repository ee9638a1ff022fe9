// SPDX-License-Identifier: MIT
/// What a web server on somebody's own machine answers, and to whom: any page in any browser of
/// that machine can send it requests. Knows nothing of sockets.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::protocol {

/// What a server checks.
struct WebRules {
  int port = 0;
  std::vector<std::string> hosts;  ///< Its names as a browser writes them: "127.0.0.1:4322". The
                                   ///< first one is told to the user.
  bool any_address = false;  ///< It listens on all addresses of the machine, so that each is its
                             ///< name. (A name that is no address may be somebody else's.)
  std::string token;         ///< Of the address that is told to the user.
  std::string cookie_name, cookie_value;
};

/// `random` gives a new text of 32 digits each time. `address` is where the server listens:
/// "127.0.0.1", "::1".
WebRules make_web_rules(const std::string& address, int port, std::string (*random)());

/// The address to open: "http://127.0.0.1:4322/?token=...".
std::string web_address(const WebRules& rules);

/// 32 digits of the system's random numbers, base 16.
std::string random_digits();

/// The part of a request that counts.
struct WebRequest {
  std::string_view method, target, host, origin, cookie;
  bool upgrade = false;     ///< It asks for a WebSocket.
  bool cross_site = false;  ///< A page of another site led there: Sec-Fetch-Site says so.
};

struct WebAnswer {
  int status = 200;  ///< 101: the WebSocket may open, and nothing else is set.
  std::string_view type, body;
  std::vector<std::pair<std::string_view, std::string>> headers{};  ///< Further ones.
};

/// Serves the files of the page, the address with the token, and the WebSocket "/socket".
WebAnswer answer(const WebRules& rules, const WebRequest& request);

/// A refusal in one line.
WebAnswer refusal(int status, std::string_view line);

/// The headers of every answer: what the page may load, and who may show it.
std::vector<std::pair<std::string_view, std::string>> common_headers(std::string_view host);

}  // namespace sumi::protocol
