// SPDX-License-Identifier: MIT
/// Tests and weights depend on the generator's numbers, which must never change.
#include "engine/base/random.h"

#include <catch2/catch.hpp>

#include <array>

using namespace sumi;

TEST_CASE("SplitMix64 gives the published numbers", "[random]") {
  // https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64
  SplitMix64 random(1234567);
  CHECK(random.next() == 6457827717110365317u);
  CHECK(random.next() == 3203168211198807973u);
  CHECK(random.next() == 9817491932198370423u);
  CHECK(random.next() == 4593380528125082431u);
  CHECK(random.next() == 16408922859458223821u);
}

TEST_CASE("below(n) draws each of 0..n-1 about equally often", "[random]") {
  constexpr int kSides = 6, kThrows = 60'000;
  SplitMix64 random(6);
  std::array<int, kSides> seen{};
  for (int i = 0; i < kThrows; ++i) {
    const int side = random.below(kSides);
    REQUIRE((side >= 0 && side < kSides));
    ++seen[side];
  }
  for (const int n : seen) CHECK(n == Approx(kThrows / kSides).epsilon(0.05));
  CHECK(random.below(1) == 0);
}

TEST_CASE("SplitMix64 runs at compile time", "[random]") {
  static_assert(SplitMix64(0).next() == 0xE220A8397B1DCDAF);
}
