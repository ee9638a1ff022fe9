// SPDX-License-Identifier: MIT
#include "engine/base/signals.h"

#include <catch2/catch.hpp>

using namespace sumi;
using Kind = TerminationRequest::Kind;

TEST_CASE("TerminationRequest: a repeated SIGTERM is a duplicate, a repeated SIGINT is not",
          "[interrupt][posix]") {
  TerminationRequest request;
  CHECK(request.signal() == 0);
  CHECK(request.note(kSigTerm) == Kind::kFirst);
  CHECK(request.signal() == kSigTerm);
  CHECK(request.note(kSigTerm) == Kind::kDuplicate);
  CHECK(request.note(kSigHup) == Kind::kSecond);
  CHECK(request.note(kSigInt) == Kind::kSecond);
  CHECK(request.signal() == kSigTerm);
  request.forget();
  CHECK(request.note(kSigInt) == Kind::kFirst);
  CHECK(request.note(kSigInt) == Kind::kSecond);
}
