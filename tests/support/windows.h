// SPDX-License-Identifier: MIT
#pragma once

#include <catch2/catch.hpp>

namespace sumi::test {

/// Requires the exact score, `want`, inside the window (alpha, beta), and a true bound outside.
inline void check_score(int score, int want, int alpha, int beta) {
  CAPTURE(score, want, alpha, beta);
  if (score <= alpha) {
    REQUIRE(want <= score);
  } else if (score >= beta) {
    REQUIRE(want >= score);
  } else {
    REQUIRE(want == score);
  }
}

}  // namespace sumi::test
