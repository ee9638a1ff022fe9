// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/channel/tcp_server.h"
#include "protocol/http/web_rules.h"
#include "protocol/page/page_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <string_view>

namespace sumi::protocol {
namespace {

constexpr std::string_view kHtml = "text/html; charset=utf-8";
/// The file at a request's path, which may be empty. Requests never name files: those of the page
/// are a fixed list.
std::string_view file_name(std::string_view path) {
  if (path == "/") return "index.html";
  if (path == "/favicon.ico") return "icon.svg";  // browsers request it before reading the page
  return path.starts_with('/') ? path.substr(1) : "";
}

constexpr std::string_view kTextType = "text/plain; charset=utf-8";
constexpr std::string_view kTokenTarget = "/?token=";
constexpr int kHttpPort = 80;  ///< Browsers omit it.

/// Constant time for equal lengths: timing does not reveal the secret.
bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned differences = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    differences |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return differences == 0;
}

/// Browsers send all cookies of the host, even of other ports: "a=1; sumi-4322=...".
bool has_cookie(const WebRules& rules, std::string_view cookies) {
  while (!cookies.empty()) {
    std::string_view value = trim(take_until(cookies, ';'));
    const std::string_view name = take_until(value, '=');
    if (name == rules.cookie_name && same_secret(value, rules.cookie_value)) return true;
  }
  return false;
}

/// Browsers withhold a SameSite=Strict cookie on navigation and redirects from another site, but
/// send it on a refresh from our page. kOnceMore keeps the part after #.
constexpr std::string_view kToThePage =
    "<!DOCTYPE html><title>Sumi</title><meta http-equiv=\"refresh\" content=\"0;url=/\">";
constexpr std::string_view kOnceMore =
    "<!DOCTYPE html><title>Sumi</title><meta http-equiv=\"refresh\" content=\"0\">";

/// For browsers without the token. It may load kPublicFiles.
constexpr std::string_view kLocked = R"(<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width,initial-scale=1">
  <title>Sumi</title>
  <link rel="icon" href="/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/style.css">
</head>
<body>
  <div role="main" class="locked card">
    <h1><img src="/icon.svg" alt="" width="26" height="26">Sumi</h1>
    <h2>This address does not open the board</h2>
    <p>Open the whole address that <kbd>sumi web</kbd> printed where you started it. It ends in
      <kbd>/?token=…</kbd>, and this browser needs it once. Each start of Sumi prints a new one.</p>
    <section lang="ja">
      <h2>このアドレスでは盤面を開けません</h2>
      <p><kbd>sumi web</kbd>を起動した画面に表示されたアドレスを、末尾の<kbd>/?token=…</kbd>まで含めて開いてください。
        ブラウザーごとに一度だけ必要です。アドレスはSumiを起動するたびに変わります。</p>
    </section>
  </div>
</body>
</html>)";
constexpr std::string_view kPublicFiles[] = {"/style.css", "/icon.svg", "/favicon.ico"};

WebAnswer locked(std::string_view reason) { return {403, kHtml, kLocked, {}, reason}; }

WebAnswer exchange_token(const WebRules& rules, std::string_view token) {
  if (!same_secret(token, rules.token)) return locked("The address has another token.");
  WebAnswer go_on{200, kHtml, kToThePage, {}};
  go_on.headers = {{"Set-Cookie", fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/",
                                              rules.cookie_name, rules.cookie_value)}};
  return go_on;
}

/// True if Host is an IP address with our port: "192.0.2.7:4322", "[::1]:4322".
bool is_address(std::string_view host, int port) {
  std::string_view address = host;
  const std::string end = fmt::format(":{}", port);
  if (address.ends_with(end)) {
    address.remove_suffix(end.size());
  } else if (port != kHttpPort) {
    return false;
  }
  const bool six = address.starts_with('[') && address.ends_with(']');
  if (six) address = address.substr(1, address.size() - 2);
  constexpr auto npos = std::string_view::npos;
  // Windows also takes "192.0.2" for an address.
  if (!six && std::ranges::count(address, '.') != 3) return false;
  return (address.find(':') != npos) == six && address.find('%') == npos &&
         is_loopback(std::string(address)).has_value();  // fails if it is not an address
}

bool is_own_name(const WebRules& rules, std::string_view host) {
  if (std::ranges::count(rules.hosts, host) > 0) return true;
  return rules.any_address && is_address(host, rules.port);
}

}  // namespace

std::string random_digits() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

WebRules make_web_rules(const std::string& address, int port, std::string (*random)()) {
  WebRules rules;
  rules.port = port;
  rules.any_address = address == "0.0.0.0" || address == "::";
  std::vector<std::string> names{"127.0.0.1", "localhost", "[::1]"};
  const bool six = address.find(':') != std::string::npos;
  const std::string own = six ? fmt::format("[{}]", address) : address;
  if (!rules.any_address) names.insert(names.begin(), own);
  for (const std::string& name : names) rules.hosts.push_back(fmt::format("{}:{}", name, port));
  if (port == kHttpPort) rules.hosts.insert(rules.hosts.end(), names.begin(), names.end());
  rules.token = random();
  rules.cookie_name = fmt::format("sumi-{}", port);
  rules.cookie_value = random();
  return rules;
}

std::string web_address(const WebRules& rules) {
  if (rules.pages) return fmt::format("http://{}/", rules.hosts.front());
  return fmt::format("http://{}{}{}", rules.hosts.front(), kTokenTarget, rules.token);
}

WebAnswer refusal(int status, std::string_view line) { return {status, kTextType, line, {}, line}; }

WebAnswer answer(const WebRules& rules, const WebRequest& request) {
  if (!is_own_name(rules, request.host)) {
    return refusal(403, "This server has another name: Host is not one of its own.");
  }
  if (request.method != "GET" && request.method != "HEAD") {
    WebAnswer only = refusal(405, "Only GET and HEAD are served here.");
    only.headers.emplace_back("Allow", "GET, HEAD");
    return only;
  }
  if (rules.pages) return rules.pages(request);
  if (request.target.starts_with(kTokenTarget)) {
    return exchange_token(rules, request.target.substr(kTokenTarget.size()));
  }
  const std::string_view path = request.target.substr(0, request.target.find('?'));
  if (!has_cookie(rules, request.cookie) && std::ranges::count(kPublicFiles, path) == 0) {
    if (request.cross_site && request.target == "/") return {200, kHtml, kOnceMore, {}};
    return locked("No cookie: the browser has not opened the address with the token.");
  }
  if (path == "/socket") {
    if (!request.upgrade || request.method != "GET") {
      return refusal(426, "This address is for a WebSocket.");
    }
    if (request.origin != fmt::format("http://{}", request.host)) {
      return refusal(403, "Only the page of this server may open its WebSocket.");
    }
    return {101, {}, {}, {}};
  }
  const PageFile* const file = find_page_file(file_name(path));
  if (!file) return refusal(404, "There is no such page here.");
  return {200, file->type, file->bytes, {}};
}

std::vector<std::pair<std::string_view, std::string>> common_headers(std::string_view host) {
  return {
      // In some browsers 'self' excludes WebSockets.
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
