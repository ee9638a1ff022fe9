// SPDX-License-Identifier: MIT
#include "tests/support/results.h"
#include "tools/match/plan.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::match;

namespace {

MatchConfig config_of(Format format, int engines) {
  MatchConfig config;
  config.format = format;
  config.games = 2;
  config.openings = "openings.txt";
  config.shuffle = false;
  for (int i = 0; i < engines; ++i) {
    config.engines.emplace_back().name = std::string(1, static_cast<char>('a' + i));
  }
  return config;
}

/// With two openings: of two moves, and of a position with two empty squares.
std::string plan(const MatchConfig& config, std::span<const GameResult> played = {},
                 int concurrency = 1) {
  const std::string file = "f5d6\n" + std::string(31, 'X') + std::string(31, 'O') + "-- X\n";
  return plan_text(config, Openings::of(config, file).value(), played, concurrency);
}

}  // namespace

TEST_CASE("a plan has the games, their openings and the time", "[plan]") {
  MatchConfig config = config_of(Format::kMatch, 2);
  config.time = {TimeControl::Kind::kMove, Millis(1000), Millis(0)};
  CHECK(plan(config) ==
        "match, 2 engines\n\n"
        "Games       2\n"
        "Openings    openings.txt\n"
        "Time        at most 1:56 with --concurrency 1\n"  // 58 empty squares, two games
        "\n"
        "  game  round  black  white  opening\n"
        "     0      1  a      b      f5d6\n"
        "     1      1  b      a      f5d6\n");
  config.time = {TimeControl::Kind::kGame, Millis(60'000), Millis(1000)};
  CHECK_THAT(plan(config, {}, 2), Catch::Contains("at most 2:58 with --concurrency 2\n"));
  config.engines[1].time = TimeControl{};
  config.engines[1].command = "engine";
  CHECK_THAT(plan(config), Catch::Contains("Move limit  b 60 s\n"
                                           "Time        unknown: b has no time control\n"));
}

TEST_CASE("a plan leaves out what is played", "[plan]") {
  MatchConfig config = config_of(Format::kRoundRobin, 3);
  std::vector<GameResult> played(1);
  const std::string text = plan(config, played);
  CHECK_THAT(text, Catch::Contains("Games       6, 1 of them played\n"));
  CHECK_THAT(text, !Catch::Contains("\n     0      1  "));
  CHECK_THAT(text, Catch::Contains("\n     1      1  b      a      f5d6\n"));
  CHECK_THAT(text, Catch::Contains("\n     2      1  a      c      XXX"));
  CHECK_THAT(text, Catch::Contains("\n     5      1  c      b      f5d6\n"));
}

TEST_CASE("a plan of a finished tournament has no games", "[plan]") {
  const MatchConfig config = config_of(Format::kMatch, 2);
  std::vector<GameResult> played(2);
  played[1].fixture.id = 1;
  CHECK_THAT(plan(config, played), Catch::EndsWith("Time        none, all games are played\n"));
}

TEST_CASE("a plan of a Swiss tournament has the current round", "[plan]") {
  MatchConfig config = config_of(Format::kSwiss, 4);
  config.rounds = 3;
  config.time = {TimeControl::Kind::kGame, Millis(1000), Millis(0)};
  std::vector<GameResult> played;
  CHECK_THAT(plan(config, played), Catch::Contains("at most 0:24 with") &&
                                       Catch::Contains("\n     3      1  d      c  ") &&
                                       Catch::Contains("and 8 games of later rounds"));
  for (const Fixture& fixture : schedule(config, 0, {})) {
    GameResult& game = played.emplace_back();
    game.fixture = fixture;
    game.black_score = DiscDiff{fixture.black < fixture.white ? 2 : -2};
  }
  CHECK_THAT(plan(config, played), Catch::Contains("Games       12, 4 of them played\n") &&
                                       Catch::Contains("\n     4      2  a      c  ") &&
                                       Catch::Contains("and 4 games of later rounds"));
}
