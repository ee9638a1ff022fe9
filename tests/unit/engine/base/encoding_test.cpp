// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"

#include <catch2/catch.hpp>

using namespace sumi;

TEST_CASE("UTF-8 is validated, and Latin-1 becomes UTF-8", "[text]") {
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

TEST_CASE("Shift-JIS becomes UTF-8, but Latin-1 is not mistaken for it", "[text]") {
  CHECK(utf8_of_any("\x91\xBA\x8F\xE3 \x8C\x92") == "村上 健");
  CHECK(utf8_of_any("\x83\x5D\x83\x8D, \xB9\xB2") == "ゾロ, ｹｲ");
  CHECK(utf8_of_any("\x95\x5C\x97\xA0") == "表裏");
  for (const char* latin1 :
       {"M\xFCller J\xF6rg", "Ren\xE9", "\xC9t\xE9 \xE0 No\xEBl", "\xD8stg\xE5rd",
        "Pe\xF1"
        "a",
        "\xC6r\xF8"}) {
    CAPTURE(latin1);
    CHECK(utf8_of_any(latin1) == utf8_of_latin1(latin1));
  }
  CHECK(utf8_of_any("村上") == "村上");
  CHECK_FALSE(utf8_of_shift_jis("\x91\xBA\x8F\xE3\x91"));
  std::size_t rest = 0;
  CHECK(utf8_of_shift_jis("\x91\xBA\x8F\xE3\x91", &rest) == "村上");
  CHECK(rest == 1);
  CHECK_FALSE(utf8_of_shift_jis("\x91\xBA\x8F\xE3\x01"));
}
