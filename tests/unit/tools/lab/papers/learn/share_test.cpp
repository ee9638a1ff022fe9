// SPDX-License-Identifier: MIT
#include "tools/lab/papers/learn/share.h"

#include <catch2/catch.hpp>

using namespace sumi::lab;

TEST_CASE("share: Wilson's interval", "[learn]") {
  const Share half = share_of(50, 100);
  CHECK(half.value == 0.5);
  CHECK(half.lower == Approx(0.4038).margin(0.0001));
  CHECK(half.upper == Approx(0.5962).margin(0.0001));
  const Share none = share_of(0, 10);
  CHECK(none.lower == 0);
  CHECK(none.upper == Approx(0.2775).margin(0.0001));
  CHECK(share_of(10, 10).upper == 1);
  CHECK(share_of(0, 0).upper == 1);
}

TEST_CASE("mean: Student's interval", "[learn]") {
  const Share mean = mean_of({1, 2, 3, 4});
  CHECK(mean.value == 2.5);
  CHECK(mean.upper - mean.value == Approx(3.182446 * 1.290994 / 2).epsilon(1e-5));
  CHECK(mean_of({7}).lower == 7);
  CHECK(mean_of({}).value == 0);
}
