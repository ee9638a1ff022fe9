// SPDX-License-Identifier: MIT
/// Completion with Tab; tests/golden/terminal_test.py tests other keys.
#include "protocol/cli/play_terminal.h"

#include <catch2/catch.hpp>

using namespace sumi::protocol;

TEST_CASE("a completion extends to the common prefix", "[cli]") {
  CHECK(completed("hi", {"hint"}) == Completed{2, "hint"});
  CHECK(completed("HI", {"hint"}) == Completed{2, "hint"});
  CHECK(completed("", {"d3", "c4"}) == Completed{0, ""});
  CHECK(completed("b", {"board", "book"}) == Completed{1, "bo"});
  CHECK(completed("bo", {"board", "book"}) == Completed{2, "bo"});
  CHECK(completed("color b", {"black", "both"}) == Completed{1, "b"});
  CHECK(completed("color wh", {"white"}) == Completed{2, "white"});
  CHECK(completed("save d", {"dir/"}) == Completed{1, "dir/"});
  CHECK(completed("load my ga", {"my games.txt"}) == Completed{5, "my games.txt"});
  CHECK(completed("new ", {"4", "6", "8"}) == Completed{0, ""});
  CHECK(completed("xyz", {}) == Completed{});
}
