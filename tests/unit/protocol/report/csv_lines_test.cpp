// SPDX-License-Identifier: MIT
#include "protocol/report/csv_lines.h"

#include <catch2/catch.hpp>

using namespace sumi::protocol;

TEST_CASE("CSV quotes what would break a row", "[report]") {
  const std::string cells[] = {"f5", "", "Rose, Brian", "the \"Tiger\"", "a\nb", " blank ", "岩下"};
  CHECK(csv_line(cells) ==
        "f5,,\"Rose, Brian\",\"the \"\"Tiger\"\"\",\"a\nb\",\" blank \",岩下\r\n");
  CHECK(csv_line({}) == "\r\n");
}
