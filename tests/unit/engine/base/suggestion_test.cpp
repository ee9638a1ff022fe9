// SPDX-License-Identifier: MIT
/// Which name a mistyped one is taken for.
#include "engine/base/suggestion.h"

#include <catch2/catch.hpp>

#include <array>
#include <string_view>

using namespace sumi;

TEST_CASE("edit distance counts swaps of neighbours as one", "[text]") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("abc", "") == 3);
  CHECK(edit_distance("play", "plya") == 1);
  CHECK(edit_distance("levle", "level") == 1);
  CHECK(edit_distance("analyse", "analyze") == 1);
  CHECK(edit_distance("hnit", "hint") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("HINT", "hint") == 0);
  CHECK(edit_distance("ca", "abc") == 3);  // a pair that was swapped stays together
}

TEST_CASE("the nearest name is suggested, if one is near", "[text]") {
  constexpr std::array<std::string_view, 7> kNames{"play",  "hint",  "analyze", "solve",
                                                   "board", "bench", "players"};
  CHECK(nearest_name("plya", kNames) == "play");
  CHECK(nearest_name("analyse", kNames) == "analyze");
  CHECK(nearest_name("analysis", kNames) == "analyze");
  CHECK(nearest_name("benchmark", kNames) == "bench");
  CHECK(nearest_name("sol", kNames) == "solve");
  CHECK(nearest_name("Solver", kNames) == "solve");
  CHECK(nearest_name("playrs", kNames) == "players");
  for (const char* const far : {"", "x", "castle", "f5d6c3", "game.ggf", "xyzzy"}) {
    CAPTURE(far);
    CHECK(nearest_name(far, kNames).empty());
  }
  CHECK(nearest_name(std::string(100'000, 'p'), kNames).empty());
  CHECK(suggestion("hnit", kNames) == "; did you mean hint?");
  CHECK(suggestion("hnit", kNames, "--") == "; did you mean --hint?");
  CHECK(suggestion("castle", kNames).empty());
}
