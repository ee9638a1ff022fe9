// SPDX-License-Identifier: MIT
#include "engine/base/signals.h"

#include <catch2/catch.hpp>

using namespace sumi;
using Kind = EndRequest::Kind;

TEST_CASE("EndRequest: the same request that comes twice at once is one", "[interrupt]") {
  EndRequest request;
  CHECK(request.signal() == 0);
  CHECK(request.note(SIGTERM) == Kind::kFirst);
  CHECK(request.signal() == SIGTERM);
  CHECK(request.note(SIGTERM) == Kind::kEcho);
  CHECK(request.note(SIGHUP) == Kind::kSecond);
  CHECK(request.note(SIGINT) == Kind::kSecond);
  CHECK(request.signal() == SIGTERM);
  request.forget();
  CHECK(request.note(SIGINT) == Kind::kFirst);
  CHECK(request.note(SIGINT) == Kind::kSecond);  // a person means it
}
