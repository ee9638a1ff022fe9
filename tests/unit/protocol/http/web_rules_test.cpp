// SPDX-License-Identifier: MIT
#include "protocol/http/web_rules.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

using namespace sumi::protocol;

namespace {

std::string counted_digits() {
  static int calls = 0;
  return (++calls % 2 != 0 ? "token" : "cookie") + std::string(26, '0');
}

class WebRulesTest {
 protected:
  const WebRules rules = make_web_rules("127.0.0.1", 4322, counted_digits);
  const std::string host = "127.0.0.1:4322";
  const std::string cookie = "other=1; sumi-4322=" + rules.cookie_value + "; more=x";
  const std::string origin = "http://" + host;

  WebRequest page(std::string_view target) const { return {"GET", target, host, "", cookie}; }
  WebRequest socket() const { return {"GET", "/socket", host, origin, cookie, true}; }
  int status(const WebRequest& request) const { return answer(rules, request).status; }
};

}  // namespace

TEST_CASE_METHOD(WebRulesTest, "the token is exchanged for a cookie and removed from the address") {
  const WebAnswer done = answer(rules, {"GET", "/?token=" + rules.token, host, "", ""});
  CHECK(done.status == 200);
  CHECK(done.body.find("content=\"0;url=/\"") != std::string::npos);
  REQUIRE(done.headers.size() == 1);
  CHECK(done.headers[0].second ==
        "sumi-4322=" + rules.cookie_value + "; HttpOnly; SameSite=Strict; Path=/");
  CHECK(web_address(rules) == "http://127.0.0.1:4322/?token=" + rules.token);
  CHECK(rules.token != rules.cookie_value);
}

TEST_CASE_METHOD(WebRulesTest, "a wrong, short or missing token is refused") {
  for (const std::string& token : {std::string(32, '1'), rules.token.substr(1), std::string(),
                                   rules.token + "0", rules.cookie_value}) {
    const WebAnswer refused = answer(rules, {"GET", "/?token=" + token, host, "", ""});
    CHECK(refused.status == 403);
    CHECK(refused.headers.empty());
    CHECK(refused.body.find("/?token=") != std::string::npos);
    CHECK(refused.body.find(rules.token) == std::string::npos);
    CHECK(refused.body.find("script") == std::string::npos);
    CHECK(refused.reason.find('<') == std::string::npos);
  }
}

TEST_CASE_METHOD(WebRulesTest, "the page requires the cookie") {
  CHECK(status(page("/")) == 200);
  CHECK(status(page("/?x")) == 200);
  CHECK(status(page("/main.js")) == 200);
  CHECK(status(page("/favicon.ico")) == 200);
  // The page that asks for the token has these.
  CHECK(status({"GET", "/style.css", host, "", ""}) == 200);
  CHECK(status({"GET", "/icon.svg", host, "", ""}) == 200);
  for (const std::string& other :
       {std::string(), "sumi-4322=" + std::string(32, '0'), "sumi-4322=" + rules.token,
        "sumi-4321=" + rules.cookie_value, "sumi-4322=" + rules.cookie_value + "0",
        "xsumi-4322=" + rules.cookie_value, std::string("sumi-4322"), std::string("sumi-4322=")}) {
    INFO(other);
    CHECK(status({"GET", "/", host, "", other}) == 403);
    CHECK(status({"GET", "/main.js", host, "", other}) == 403);
    CHECK(status({"GET", "/style.css/", host, "", other}) == 403);
    CHECK(status({"GET", "/socket", host, origin, other, true}) == 403);
  }
}

TEST_CASE_METHOD(WebRulesTest, "targets that are no path are no file") {
  for (const char* const target : {"", "?a", "xmain.js", "main.js", "//main.js"}) {
    INFO(target);
    CHECK(status(page(target)) == 404);
  }
}

TEST_CASE_METHOD(WebRulesTest, "pages of others need no token, but Host and method are checked") {
  WebRules open = rules;
  open.pages = [](const WebRequest& request) {
    return WebAnswer{200, "text/plain", request.target, {}};
  };
  CHECK(answer(open, {"GET", "/any", host, "", ""}).body == "/any");
  CHECK(answer(open, {"GET", "/any", "evil.example:4322", "", ""}).status == 403);
  CHECK(answer(open, {"POST", "/any", host, "", ""}).status == 405);
  CHECK(web_address(open) == "http://127.0.0.1:4322/");
}

TEST_CASE_METHOD(WebRulesTest, "DNS names that point to this machine are refused") {
  for (const char* const name : {"evil.example:4322", "127.0.0.1:80", "127.0.0.1", "",
                                 "127.0.0.1:4322.evil.example", "LOCALHOST:4322"}) {
    INFO(name);
    WebRequest request = page("/");
    request.host = name;
    CHECK(status(request) == 403);
    request.target = "/?token=" + rules.token;
    CHECK(status(request) == 403);
  }
  for (const char* const name : {"localhost:4322", "[::1]:4322"}) {
    WebRequest request = page("/");
    request.host = name;
    CHECK(status(request) == 200);
  }
}

TEST_CASE_METHOD(WebRulesTest, "only our own page may open the WebSocket") {
  CHECK(status(socket()) == 101);
  for (const char* const other : {"", "null", "http://evil.example", "https://127.0.0.1:4322",
                                  "http://127.0.0.1:80", "http://localhost:4322"}) {
    INFO(other);
    WebRequest request = socket();
    request.origin = other;
    CHECK(status(request) == 403);
  }
  WebRequest request = socket();
  request.upgrade = false;
  CHECK(status(request) == 426);
}

TEST_CASE_METHOD(WebRulesTest, "paths that are not in the list are not found") {
  for (const char* const path :
       {"/../README.md", "/page/main.js", "//main.js", "/main.js/", "main.js", "/%2e%2e/etc/passwd",
        "/etc/passwd", "/index.html/..", "*", "http://127.0.0.1:4322/main.js", "/main.js%00"}) {
    INFO(path);
    CHECK(status(page(path)) == 404);
  }
}

TEST_CASE_METHOD(WebRulesTest, "methods other than GET and HEAD are refused") {
  WebRequest request = page("/");
  for (const char* const method : {"POST", "PUT", "OPTIONS", "CONNECT", "TRACE", "get", ""}) {
    request.method = method;
    CHECK(status(request) == 405);
  }
  request.method = "HEAD";
  CHECK(status(request) == 200);
}

TEST_CASE_METHOD(WebRulesTest,
                 "a link from another site leads to a redirect, and only then to the page") {
  WebRequest request{"GET", "/", host, "", "", false, true};
  const WebAnswer go_on = answer(rules, request);
  CHECK(go_on.status == 200);
  CHECK(go_on.body.find("content=\"0\"") != std::string::npos);
  CHECK(go_on.body.find("script") == std::string::npos);
  request.cross_site = false;  // as after the redirect, even without a cookie
  CHECK(status(request) == 403);
  request = {"GET", "/main.js", host, "", "", false, true};
  CHECK(status(request) == 403);
}

TEST_CASE("port 80 may be omitted") {
  const WebRules rules = make_web_rules("127.0.0.1", 80, counted_digits);
  for (const char* const host : {"127.0.0.1", "localhost", "[::1]", "127.0.0.1:80"}) {
    INFO(host);
    CHECK(answer(rules, {"GET", "/?token=" + rules.token, host, "", ""}).status == 200);
  }
  CHECK(answer(rules, {"GET", "/?token=" + rules.token, "127.0.0.1:8", "", ""}).status == 403);
}

TEST_CASE("a server on all addresses accepts every address but no name") {
  for (const char* const address : {"0.0.0.0", "::"}) {
    const WebRules rules = make_web_rules(address, 4322, counted_digits);
    const auto status = [&](const char* host) {
      return answer(rules, {"GET", "/?token=" + rules.token, host, "", ""}).status;
    };
    CHECK(web_address(rules).starts_with("http://127.0.0.1:4322/"));
    CHECK(status("192.0.2.7:4322") == 200);
    CHECK(status("[2001:db8::7]:4322") == 200);
    CHECK(status("localhost:4322") == 200);
    for (const char* const host : {"192.0.2.7", "192.0.2.7:80", "evil.example:4322", "192.0.2:4322",
                                   "[::g]:4322", "[]:4322", ":4322", ""}) {
      INFO(host);
      CHECK(status(host) == 403);
    }
  }
  const WebRules own = make_web_rules("127.0.0.1", 4322, counted_digits);
  CHECK(answer(own, {"GET", "/", "192.0.2.7:4322", "", ""}).status == 403);
}

TEST_CASE("the address determines the server's host names") {
  const WebRules six = make_web_rules("::1", 80, counted_digits);
  CHECK(web_address(six).starts_with("http://[::1]:80/?token="));
  const WebRules other = make_web_rules("192.0.2.7", 80, counted_digits);
  CHECK(std::ranges::count(other.hosts, "192.0.2.7:80") == 1);
}

TEST_CASE("random digits differ from call to call") {
  const std::string one = random_digits(), two = random_digits();
  CHECK(one.size() == 32);
  CHECK(one.find_first_not_of("0123456789abcdef") == one.npos);
  CHECK(one != two);
}

TEST_CASE("every answer forbids what the page does not need") {
  const auto headers = common_headers("127.0.0.1:4322");
  const auto policy = std::ranges::find(headers, "Content-Security-Policy",
                                        [](const auto& header) { return header.first; });
  REQUIRE(policy != headers.end());
  CHECK(policy->second.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"));
  CHECK(policy->second.find("frame-ancestors 'none'") != std::string::npos);
  CHECK(policy->second.find("unsafe") == std::string::npos);
}
