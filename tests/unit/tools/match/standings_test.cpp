// SPDX-License-Identifier: MIT
#include "tests/support/events.h"
#include "tools/match/schedule.h"
#include "tools/match/standings.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::match;
using test::event_of;
using test::finished;

namespace {

GameResult game(int round, int black, int white, int black_discs) {
  static int id = 0;
  id += 2;
  return finished({id, id / 2, round, black, white, 0}, black_discs);
}

std::string order(const std::vector<Standing>& table) {
  std::string text;
  for (const Standing& s : table) text += static_cast<char>('a' + s.engine);
  return text;
}

const Standing& of(const std::vector<Standing>& table, int engine) {
  for (const Standing& s : table) {
    if (s.engine == engine) return s;
  }
  throw FatalError("no such engine");
}

}  // namespace

TEST_CASE("an event worked out by hand", "[standings]") {
  MatchConfig config = event_of(Format::kRoundRobin, 4, 1);
  config.rounds = 3;
  // a-b 40-24, c-d 32-32; a-c 20-44, b-d 34-30; a-d 33-31, b-c 38-26.
  const std::vector<GameResult> games = {game(0, 0, 1, 16), game(0, 2, 3, 0), game(1, 0, 2, -24),
                                         game(1, 1, 3, 4),  game(2, 0, 3, 2), game(2, 1, 2, 12)};
  const std::vector<Standing> table = standings(config, games);
  // a: 2 points, discs 40 + 20 + 33 = 93, opponents 2 + 1.5 + 0.5 = 4: 93 + 24 = 117.
  // b: 2 points, discs 24 + 34 + 38 = 96, opponents 2 + 0.5 + 1.5 = 4: 96 + 24 = 120.
  // c: 1.5 points, discs 32 + 44 + 26 = 102, opponents 0.5 + 2 + 2 = 4.5: 102 + 27 = 129.
  // d: 0.5 points, discs 32 + 30 + 31 = 93, opponents 1.5 + 2 + 2 = 5.5: 93 + 33 = 126.
  CHECK(order(table) == "bacd");
  CHECK(of(table, 0).points == 2);
  CHECK(of(table, 0).brightwell == Approx(117));
  CHECK(of(table, 1).brightwell == Approx(120));
  CHECK(of(table, 2).brightwell == Approx(129));
  CHECK(of(table, 3).brightwell == Approx(126));
  CHECK(of(table, 2).discs == 102);
  CHECK(of(table, 3).buchholz == Approx(5.5));

  // Had b withdrawn, its games would count 32 + 6 x own points: 53 + 6 * 2 + 32 + 12 for a.
  config.engines[1].withdrawn = 3;
  const std::vector<Standing> without = standings(config, games);
  CHECK(of(without, 0).brightwell == Approx(53 + 6 * 2 + 44));
  CHECK(of(without, 1).brightwell == Approx(120));
  CHECK(of(without, 1).withdrawn);
}

TEST_CASE("a bye scores a win, and 32 discs and own points in the quotient", "[standings]") {
  MatchConfig config = event_of(Format::kSwiss, 3, 1);
  config.rounds = 3;
  // The third has the bye of a round that is being played.
  const std::vector<Standing> table = standings(config, std::vector{game(0, 0, 1, 20)});
  CHECK(order(table) == "acb");
  CHECK(of(table, 2).points == 1);
  CHECK(of(table, 2).byes == 1);
  CHECK(of(table, 2).games == 0);
  CHECK(of(table, 2).brightwell == Approx(32 + 6));
  CHECK(of(table, 0).brightwell == Approx(42));
  CHECK(of(table, 1).brightwell == Approx(22 + 6));

  config.games = 2;  // a bye is worth both games
  CHECK(of(standings(config, std::vector{game(0, 0, 1, 20), game(0, 1, 0, 20)}), 2).points == 2);
}

TEST_CASE("games that the board did not decide", "[standings]") {
  const MatchConfig config = event_of(Format::kRoundRobin, 3, 2);
  std::vector<GameResult> games = {game(0, 0, 1, 0), game(0, 0, 2, 0)};
  games[0].black_score.reset();
  games[0].at_fault = Color::kWhite;
  games[0].ending = Ending::kCrash;
  games[1].black_score.reset();
  games[1].at_fault = Color::kWhite;
  games[1].ending = Ending::kUnplayed;
  const std::vector<Standing> table = standings(config, games);
  CHECK(of(table, 0).points == 2);
  CHECK(of(table, 0).discs == 64 + 32);
  CHECK(of(table, 1).discs == 0);
  // The unplayed game counts 32 + 6 x own points, of which a meeting has two games.
  CHECK(of(table, 0).brightwell == Approx(64 + 0 + 32 + 6 * 2.0 / 2));
}

TEST_CASE("a knockout is ranked by rounds", "[standings]") {
  const MatchConfig config = event_of(Format::kKnockout, 4, 2);
  std::vector<GameResult> games;
  const auto play = [&](int round, int better) {
    for (const Fixture& f : schedule(config, round, games)) {
      games.push_back(finished(f, f.black == better ? 4 : f.white == better ? -4 : 0));
    }
  };
  play(0, 3);  // 3 beats 0; 1 and 2 draw, the better seed plays on
  CHECK(order(standings(config, games)) == "dbca");
  play(1, 1);
  CHECK(order(standings(config, games)) == "bdca");
  CHECK(standings(config, games)[0].rounds_won == 2);
}
