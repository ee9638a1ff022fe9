// SPDX-License-Identifier: MIT
#include "engine/engine.h"
#include "engine/game/rules.h"
#include "engine/levels.h"
#include "tests/support/hand_boards.h"
#include "tests/support/players.h"
#include "tests/support/small_engine.h"
#include "tests/support/stop_delay.h"

#include <chrono>
#include <thread>

using namespace sumi;
using namespace sumi::test;

namespace {

EngineOptions with_player(std::string_view player, int seed = 1, int size = 8) {
  EngineOptions options = test::small_engine();
  options.player = player;
  options.seed = seed;
  options.size = size;
  return options;
}

Square move_of(Engine& engine, const Position& p) {
  engine.set_board(p.board, p.to_move);
  return engine.think(move_limits(engine.options(), std::nullopt)).move();
}

}  // namespace

TEST_CASE("in games the player chooses the engine's moves", "[engine][players]") {
  Engine engine(with_player("nhandcustom:1"));
  CHECK(move_of(engine, kCornerOrEdge) == parse_square("a3").value());
  const SearchUpdate found = engine.think({.depth = 1});
  CHECK(found.depth == 1);
  CHECK(found.move() == Square::kA1);
  // The player is not called for passes or finished games.
  REQUIRE(rules::must_pass(kOneMove.passed()));
  engine.set_board(kOneMove.passed());
  const SearchUpdate pass = engine.think(move_limits(engine.options(), std::nullopt));
  CHECK(pass.line.size() == 1);
  CHECK(pass.move() == Square::kPass);
  engine.set_board({0xFF, 0});
  CHECK(engine.think(move_limits(engine.options(), std::nullopt)).line.empty());
}

TEST_CASE("the player's random numbers follow the seed; without a seed they differ each time",
          "[engine][players]") {
  const auto some = [](Engine& engine) {
    SplitMix64 random(881);
    std::string text;
    for (int i = 0; i < 12; ++i) text += to_text(move_of(engine, random_position(random, 8, 44)));
    return text;
  };
  Engine first(with_player("random", 5)), second(with_player("random", 5)),
      other(with_player("random", 6)), any(with_player("random", 0));
  const std::string want = some(first);
  CHECK(some(first) == want);
  CHECK(some(second) == want);
  CHECK(some(other) != want);
  REQUIRE(other.configure(with_player("random", 5)));
  CHECK(some(other) == want);
  const std::string before = some(any);
  CHECK(some(any) != before);
}

TEST_CASE("an invalid player is refused, and the previous player stays", "[engine][players]") {
  CHECK_THROWS_AS(Engine(with_player("oracle")), FatalError);
  Engine engine(with_player("nhandcustom:1"));
  CHECK_FALSE(engine.configure(with_player("dp")));
  CHECK_FALSE(engine.configure(with_player("nhand:x")));
  CHECK(engine.options() == with_player("nhandcustom:1"));
  CHECK(move_of(engine, kCornerOrEdge) == parse_square("a3").value());
  REQUIRE(engine.configure(with_player("dp", 1, 4)));
  CHECK((rules::legal_moves(kStartBoard, 4) & bit(move_of(engine, start_position(4)))) != 0);

  Engine confined(with_player("random"));
  confined.confine();
  CHECK_FALSE(confined.configure(with_player("qtable:/etc/passwd")));
}

TEST_CASE("a player stops on stop() and at its time limit", "[engine][players][stop][timed]") {
  Engine engine(with_player("montecarlo:10000000"));
  SearchLimits limits;
  limits.varies = true;
  engine.go(limits, {});
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const StopWatch watch;
  engine.stop();
  CHECK(engine.wait().move() != Square::kPass);
  CHECK(watch.seconds() < kMaxStopDelay);

  limits.move_time = Millis(80);
  CHECK(engine.think(limits).seconds < 0.08 + kMaxStopDelay);
}
