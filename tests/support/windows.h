// SPDX-License-Identifier: MIT
/// What a fail-soft search may answer to a window.
#pragma once

#include <catch2/catch.hpp>

namespace sumi::test {

/// Exact inside the window (alpha, beta), a true bound outside. `want` is the true score.
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
