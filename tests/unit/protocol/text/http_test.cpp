// SPDX-License-Identifier: MIT
#include "protocol/text/http.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi::protocol;

TEST_CASE("http: a request is known by its first line", "[http]") {
  for (const char* request :
       {"GET / HTTP/1.1\r", "POST /a?b=c HTTP/1.0", "PRI * HTTP/2.0\r", "OPTIONS * HTTP/1.1\r"}) {
    CAPTURE(request);
    CHECK(is_http({request, false}));
  }
  CHECK(is_http({"POST /" + std::string(65'000, 'a'), true}));
}

TEST_CASE("http: no protocol that Sumi speaks looks like it", "[http]") {
  for (const char* line :
       {"", "\r", "name", "genmove black", "GENMOVE BLACK", "play HTTP/1.1 x", "1 play b HTTP/1.1",
        "ENGINE-PROTOCOL init", "ENGINE-PROTOCOL midgame-search HTTP/1.1", "xboard", "UGI",
        "Get / HTTP/1.1", "GET /"}) {
    CAPTURE(line);
    CHECK_FALSE(is_http({line, false}));
  }
  CHECK_FALSE(is_http({std::string(65'536, 'X'), true}));
}
