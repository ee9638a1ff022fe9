// SPDX-License-Identifier: MIT
/// Text helpers: what counts as a number, and how bad text is shown.
#include "engine/base/text.h"

#include <catch2/catch.hpp>

using namespace sumi;

TEST_CASE("quoted() shows any text on one short printable line", "[text]") {
  CHECK(quoted("") == "''");
  CHECK(quoted("e4") == "'e4'");
  CHECK(quoted(std::string_view("a\0b\r\n\t", 6)) == "'a\\x00b\\x0D\\x0A\\x09'");
  CHECK(quoted("\xC3\xA9") == "'\\xC3\\xA9'");
  CHECK(quoted(std::string(39, 'a')) == "'" + std::string(39, 'a') + "'");
  CHECK(quoted(std::string(1'000, 'a')) == "'" + std::string(39, 'a') + "...'");
  CHECK(quoted(std::string(1'000, '\xFF')).size() < 50);
}

TEST_CASE("parse_int() takes whole numbers that fit", "[text]") {
  CHECK(parse_int("0") == 0);
  CHECK(parse_int("+38") == 38);
  CHECK(parse_int("-64") == -64);
  CHECK(parse_int("2147483647") == 2147483647);
  for (const char* bad :
       {"", "+", "-", "+-3", "--3", "++3", "2147483648", "3.0", " 3", "3 ", "x"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_int(bad));
  }
}

TEST_CASE("case and blanks are ASCII's", "[text]") {
  CHECK(to_lower("Az[`\xC9") == "az[`\xC9");
  CHECK(equal_ignoring_case("PASS", "pass"));
  CHECK_FALSE(equal_ignoring_case("pas", "pass"));
  CHECK_FALSE(equal_ignoring_case("@", "`"));
  CHECK(trim(" \t\r\n a b \v\f") == "a b");
  CHECK(trim(" \n").empty());
  CHECK_FALSE(is_space('\0'));
  CHECK_FALSE(is_space('\xA0'));
  CHECK(without_bom("\xEF\xBB\xBFx") == "x");
  CHECK(without_bom("\xEF\xBB") == "\xEF\xBB");
}
