// SPDX-License-Identifier: MIT
#include "engine/game/game_record.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

using namespace sumi;

TEST_CASE("results", "[record]") {
  CHECK(result_score("1/2-1/2") == 0.0);
  CHECK(result_score("W+2.5") == -2.5);
  CHECK_FALSE(result_score("1-0"));
  CHECK_FALSE(result_score("0-1"));
  CHECK_FALSE(result_score("B+"));
  CHECK(result_winner("1-0") == Color::kBlack);
  CHECK(result_winner("0-1") == Color::kWhite);
  CHECK(result_winner("20-44") == Color::kWhite);
  CHECK(result_winner("w+Resign") == Color::kWhite);
  CHECK(result_winner("B+") == Color::kBlack);
  for (const char* none : {"", "?", "*", "32-32", "1/2-1/2", "Void", "B", "B+?", "0"}) {
    CAPTURE(none);
    CHECK_FALSE(result_winner(none));
  }
}
