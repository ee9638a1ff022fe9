// SPDX-License-Identifier: MIT
#include "protocol/text/base64.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <string>
#include <utility>

using namespace sumi;
using namespace sumi::protocol;

TEST_CASE("base 64 of RFC 4648's examples, both ways") {
  const std::pair<std::string, std::string> examples[] = {{"", ""},
                                                          {"f", "Zg=="},
                                                          {"fo", "Zm8="},
                                                          {"foo", "Zm9v"},
                                                          {"foob", "Zm9vYg=="},
                                                          {"fooba", "Zm9vYmE="},
                                                          {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : examples) {
    CHECK(encode_base64(bytes) == text);
    CHECK(decode_base64(text).value() == bytes);
  }
}

TEST_CASE("base 64 of all bytes") {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  CHECK(decode_base64(encode_base64(bytes)).value() == bytes);
}

TEST_CASE("what is no base 64 is refused") {
  for (const char* const text : {"Z", "Zg=", "Zg", "====", "Z===", "Zm9v\n", "Zm=v", "Zm9*"}) {
    INFO(text);
    CHECK_FALSE(decode_base64(text));
  }
}
