// SPDX-License-Identifier: MIT
#include "protocol/report/format.h"
#include "protocol/text/utf8.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi::protocol;

TEST_CASE("long lines are broken at blanks", "[format]") {
  CHECK(folded("") == "");
  CHECK(folded("short") == "short");
  CHECK(folded("aa bb cc", 0, 5) == "aa bb\ncc");
  CHECK(folded("aa bb cc", 2, 5) == "aa bb\n  cc");
  CHECK(folded("  aa bbbb", 4, 7) == "  aa\n    bbbb");
  CHECK(folded("aa  bb  cc", 1, 6) == "aa  bb\n cc");
  CHECK(folded("aa  bb", 1, 4) == "aa\n bb");
  CHECK(folded("abcdefgh ij", 0, 4) == "abcdefgh\nij");
  CHECK(folded("abcdefgh", 0, 4) == "abcdefgh");
  const std::string japanese = "石差は打った側から見たものです";
  const std::string lines = folded(japanese, 0, 10);
  CHECK(lines.substr(0, lines.find('\n')) == "石差は打っ");
  CHECK(folded("推定値（です）。次", 0, 14) == "推定値（で\nす）。次");
  CHECK(folded("））））））", 0, 4) == "））\n））\n））");
}
