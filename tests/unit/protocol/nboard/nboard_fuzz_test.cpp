// SPDX-License-Identifier: MIT
/// Any input gives output of NBoard's protocol, and every ping is answered.
#include "tests/support/junk.h"
#include "tests/unit/protocol/nboard/conversation.h"

#include <catch2/catch.hpp>

#include <array>

using namespace sumi;
using namespace sumi::protocol;

namespace {

/// Commands and arguments in random order.
std::string random_words(SplitMix64& random) {
  static constexpr std::array kWords{"nboard",
                                     "2",
                                     "set",
                                     "depth",
                                     "3",
                                     "game",
                                     "(;GM[Othello]TY[8]B[F5//1]W[D6];)",
                                     "move",
                                     "F5",
                                     "d6",
                                     "PA",
                                     "C3/1,00/0.1",
                                     "hint",
                                     "1",
                                     "4",
                                     "go",
                                     "learn",
                                     "analyze",
                                     "contempt",
                                     "-100",
                                     "level",
                                     "size",
                                     "8",
                                     "(;",
                                     ";)",
                                     "TI[5:00]",
                                     "variety",
                                     "99999999999",
                                     "\r",
                                     "status",
                                     "==="};
  std::string line;
  for (int n = 1 + random.below(4); n > 0; --n) {
    line += std::string(kWords[static_cast<std::size_t>(random.below(kWords.size()))]) + ' ';
  }
  return line;
}

}  // namespace

TEST_CASE("random lines never break NBoard's protocol", "[nboard][fuzz]") {
  EngineOptions options = test::small_engine();
  options.nodes = 200;
  NBoardConversation nboard(options);
  SplitMix64 random(7);
  for (int i = 0; i < 2000; ++i) {
    const std::string line = random.below(4) == 0 ? test::junk(random, 60) : random_words(random);
    CAPTURE(i, sumi::quoted(line));
    nboard.send(line);
    if (random.below(8) != 0) continue;
    nboard.send("ping " + std::to_string(i));
    const Lines said = nboard.said();
    REQUIRE_FALSE(said.empty());
    REQUIRE(said.back() == "pong " + std::to_string(i));
    if (random.below(2) == 0) nboard.settle();
  }
  nboard.send("ping 0");
  nboard.settle();
  nboard.send("set game " + nboard_game());
  CHECK(nboard("go").back().starts_with("=== "));
}

TEST_CASE("commands without answers fill the backlog until a ping", "[nboard][fuzz]") {
  NBoardConversation nboard;
  nboard.send("set depth 60");
  nboard.send("go");
  for (int i = 0; i < 10'000; ++i) nboard.send("go");
  CHECK(nboard.session().backlog() > 100'000);
  nboard.send("ping 1");
  CHECK(nboard.session().backlog() == 0);
}
