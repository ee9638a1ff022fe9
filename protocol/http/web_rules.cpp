// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "engine/base/text.h"
#include "protocol/http/page_files.h"
#include "protocol/http/web_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <sys/random.h>
#include <system_error>

namespace sumi::protocol {
namespace {

constexpr std::string_view kTextType = "text/plain; charset=utf-8";
constexpr std::string_view kTokenTarget = "/?token=";

/// Takes the same time wherever the texts differ, so that nobody finds a secret byte by byte.
bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned differences = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    differences |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return differences == 0;
}

/// A browser sends all cookies of the host, those of other ports too: "a=1; sumi-4322=...".
bool has_cookie(const WebRules& rules, std::string_view cookies) {
  while (!cookies.empty()) {
    std::string_view value = trim(take_until(cookies, ';'));
    const std::string_view name = take_until(value, '=');
    if (name == rules.cookie_name && same_secret(value, rules.cookie_value)) return true;
  }
  return false;
}

WebAnswer exchange_token(const WebRules& rules, std::string_view token) {
  if (!same_secret(token, rules.token)) {
    return refusal(403, "This address has another token than the one that sumi told.");
  }
  WebAnswer see_other{303, kTextType, "", {}};
  see_other.headers = {{"Location", "/"},
                       {"Set-Cookie", fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/",
                                                  rules.cookie_name, rules.cookie_value)}};
  return see_other;
}

}  // namespace

std::string random_digits() {
  unsigned char bytes[16];
  if (getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes)) {
    throw FatalError("no random numbers: " + std::generic_category().message(errno));
  }
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

WebRules make_web_rules(const std::string& address, int port, std::string (*random)()) {
  WebRules rules;
  const std::string name =
      address.find(':') != std::string::npos ? fmt::format("[{}]", address) : address;
  // The first one is told to the user. Names beside it would be others' if the server is not the
  // machine's own.
  rules.hosts.push_back(fmt::format("{}:{}", name, port));
  for (const std::string_view own : {"127.0.0.1", "localhost", "[::1]"}) {
    rules.hosts.push_back(fmt::format("{}:{}", own, port));
  }
  rules.token = random();
  rules.cookie_name = fmt::format("sumi-{}", port);
  rules.cookie_value = random();
  return rules;
}

std::string web_address(const WebRules& rules) {
  return fmt::format("http://{}{}{}", rules.hosts.front(), kTokenTarget, rules.token);
}

WebAnswer refusal(int status, std::string_view line) { return {status, kTextType, line, {}}; }

WebAnswer answer(const WebRules& rules, const WebRequest& request) {
  if (std::ranges::count(rules.hosts, request.host) == 0) {
    return refusal(403, "This server has another name: Host is not one of its own.");
  }
  if (request.method != "GET" && request.method != "HEAD") {
    WebAnswer only = refusal(405, "Only GET and HEAD are served here.");
    only.headers.emplace_back("Allow", "GET, HEAD");
    return only;
  }
  if (request.target.starts_with(kTokenTarget)) {
    return exchange_token(rules, request.target.substr(kTokenTarget.size()));
  }
  if (!has_cookie(rules, request.cookie)) {
    return refusal(403, "Open the address that sumi told: it has a token that lets you in.");
  }
  const std::string_view path = request.target.substr(0, request.target.find('?'));
  if (path == "/socket") {
    if (!request.upgrade || request.method != "GET") {
      return refusal(426, "This address is for a WebSocket.");
    }
    if (request.origin != fmt::format("http://{}", request.host)) {
      return refusal(403, "Only the page of this server may open its WebSocket.");
    }
    return {101, {}, {}, {}};
  }
  const PageFile* const file = find_page_file(path);
  if (!file) return refusal(404, "There is no such page here.");
  return {200, file->type, file->bytes, {}};
}

std::vector<std::pair<std::string_view, std::string>> common_headers(std::string_view host) {
  return {
      // Some browsers do not take 'self' for a WebSocket's address.
      {"Content-Security-Policy",
       fmt::format("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                   "connect-src 'self' ws://{}; base-uri 'none'; form-action 'none'; "
                   "frame-ancestors 'none'",
                   host)},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cache-Control", "no-store"}};
}

}  // namespace sumi::protocol
