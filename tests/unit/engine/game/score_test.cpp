// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "engine/game/score.h"

#include <catch2/catch.hpp>

#include <string_view>

using namespace sumi;

TEST_CASE("the winner gets the empty squares", "[score]") {
  const std::string rest(54, '-');
  const auto score = [&](const std::string& discs) {
    return final_score(parse_position(discs + rest + " X").value().board).discs;
  };
  CHECK(score("XXXXXXXXXX") == 64);
  CHECK(score("OOOOOOOOOO") == -64);
  CHECK(score("XXXXXXOOOO") == 2 + 54);
  CHECK(score("XXXXOOOOOO") == -2 - 54);
  CHECK(score("XXXXXOOOOO") == 0);
  CHECK(score("----------") == 0);
  CHECK(final_score({0xFFFFFFFFFF000000, 0x0000000000FFFFFF}).discs == 40 - 24);
}

TEST_CASE("on small boards only their own squares count", "[score]") {
  CHECK(final_score(parse_position("XXXX XXXO OOOO ---- X").value().board, 4).discs == 2 + 4);
  CHECK(final_score(parse_position("XXXX XXXX ---- ---- X").value().board, 4).discs == 16);
  CHECK(final_score(parse_position("OOOO XXX- ---- ---- X").value().board, 4).discs == -1 - 9);
  CHECK(final_score(parse_position("OXOX XOXO OXOX ---- X").value().board, 4).discs == 0);
  const std::string six(30, 'O');
  CHECK(final_score(parse_position(six + "XX---- O").value().board, 6).discs == 28 + 4);
  CHECK(final_score(parse_position(six + "------ X").value().board, 6).discs == -36);
}

TEST_CASE("values round to even disc differences", "[score]") {
  struct Case {
    int units, discs;
  };
  for (const Case c : {Case{0, 0},
                       {127, 0},
                       {128, 2},
                       {383, 2},
                       {384, 4},
                       {-127, 0},
                       {-128, -2},
                       {-383, -2},
                       {-384, -4},
                       {8191, 64},
                       {8192, 64},
                       {-8192, -64}}) {
    CAPTURE(c.units);
    CHECK(to_disc_diff({c.units}).discs == c.discs);
  }
  for (int discs = -64; discs <= 64; discs += 2) {
    CHECK(to_disc_diff(to_value({discs})) == DiscDiff{discs});
  }
}

TEST_CASE("values can be compared and negated", "[score]") {
  CHECK(-Value{5} == Value{-5});
  CHECK(-kInfinity < to_value({-64}));
  CHECK(to_value({64}) < kInfinity);
  CHECK(kMaxEstimate < to_value({64}));
  CHECK(DiscDiff{-2} < DiscDiff{0});
}
