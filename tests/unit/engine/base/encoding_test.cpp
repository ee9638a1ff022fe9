// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"

#include <catch2/catch.hpp>

using namespace sumi;

TEST_CASE("what is no UTF-8 is told, and Latin-1 becomes UTF-8", "[text]") {
  for (const char* bad : {"\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\x80",
                          "\xC3", "\xE6\xA3"}) {
    CHECK_FALSE(is_utf8(bad));
    CHECK(is_utf8(utf8_of_latin1(bad)));
  }
  CHECK(latin1_of_utf8("Ren\xC3\xA9 \xE6\xA3\xAE\xFF") == "Ren\xE9 ??");
}

TEST_CASE("line ends of any kind become LF", "[text]") {
  CHECK(with_plain_line_ends("a\r\nb\rc\n\rd\n\ne") == "a\nb\nc\nd\n\ne");
}
