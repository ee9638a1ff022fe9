// SPDX-License-Identifier: MIT
#include "tools/match/summary.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::match;

namespace {

MatchConfig config_for(int engines) {
  MatchConfig config;
  for (int i = 0; i < engines; ++i) {
    config.engines.emplace_back();
    config.engines.back().name = std::string(1, static_cast<char>('a' + i));
  }
  return config;
}

/// A finished game without moves. Games with equal fields are equal.
GameResult game(int pair, int black, int white, int black_discs) {
  GameResult result;
  result.fixture.pair = pair;
  result.fixture.black = black;
  result.fixture.white = white;
  result.black_score = DiscDiff{black_discs};
  return result;
}

GameResult lost_by_fault(int pair, int black, int white, Color at_fault, Ending ending) {
  GameResult result = game(pair, black, white, 0);
  result.black_score.reset();
  result.at_fault = at_fault;
  result.ending = ending;
  return result;
}

const EngineSummary& of_engine(const Summary& summary, int engine) {
  for (const EngineSummary& e : summary.engines) {
    if (e.engine == engine) return e;
  }
  throw FatalError("no such engine");
}

std::vector<int> order(const Summary& summary) {
  std::vector<int> engines;
  for (const EngineSummary& e : summary.engines) engines.push_back(e.engine);
  return engines;
}

/// Two complete pairs, the second within the first, and a single game.
const std::vector<GameResult> kGames = {
    game(1, 0, 1, 0),    // a draw
    game(0, 0, 1, +10),  // a wins
    game(2, 0, 1, +2),   // a wins; the pair is unfinished
    game(0, 1, 0, -4),   // a wins
    game(1, 1, 0, +6),   // a loses
};

}  // namespace

TEST_CASE("endings have names") {
  CHECK(to_text(Ending::kPlayedOut) == "played out");
  CHECK(to_text(Ending::kAdjudicated) == "adjudicated");
  CHECK(to_text(Ending::kIllegalMove) == "illegal move");
  CHECK(to_text(Ending::kWrongPass) == "wrong pass");
  CHECK(to_text(Ending::kResigned) == "resigned");
  CHECK(to_text(Ending::kTimeLoss) == "time loss");
  CHECK(to_text(Ending::kHang) == "hang");
  CHECK(to_text(Ending::kCrash) == "crash");
  CHECK(to_text(Ending::kFlood) == "flood");
  CHECK(to_text(Ending::kBadAnswer) == "bad answer");
  CHECK(to_text(Ending::kUnplayed) == "unplayed");
  CHECK(to_text(Ending::kResignRule) == "resign rule");
}

TEST_CASE("unplayed games count in points only") {
  std::vector<GameResult> games = kGames;
  const Summary played = summarise(config_for(2), games);
  games.push_back(lost_by_fault(7, 0, 1, Color::kBlack, Ending::kUnplayed));
  games.push_back(lost_by_fault(7, 1, 0, Color::kWhite, Ending::kUnplayed));
  GameResult both_out = games.back();
  both_out.fixture.pair = 8;
  both_out.at_fault.reset();
  CHECK(both_out.black_points() == 1);
  games.push_back(both_out);
  const Summary summary = summarise(config_for(2), games);
  const EngineSummary &before = of_engine(played, 0), &after = of_engine(summary, 0);
  CHECK(after.score.losses == before.score.losses + 2);
  CHECK(after.score.draws == before.score.draws + 1);
  CHECK(after.unplayed == 2);
  CHECK(after.faults.empty());
  CHECK(after.pairs == before.pairs);
  CHECK(after.elo.elo == before.elo.elo);
  CHECK(after.rating.elo == before.rating.elo);
  CHECK(summary.duplicates == played.duplicates);
}

TEST_CASE("a resignation is a result and no fault") {
  for (const Ending ending : {Ending::kPlayedOut, Ending::kAdjudicated, Ending::kResigned,
                              Ending::kResignRule, Ending::kUnplayed}) {
    CHECK_FALSE(is_fault(ending));
  }
  CHECK(is_fault(Ending::kIllegalMove));
  CHECK(is_fault(Ending::kRefusedOption));
  const std::vector<GameResult> games = {lost_by_fault(0, 0, 1, Color::kBlack, Ending::kResigned)};
  const Summary summary = summarise(config_for(2), games);
  for (const EngineSummary& engine : summary.engines) CHECK(engine.faults.empty());
  CHECK(summary.meetings[0].score == Score{0, 0, 1});
}

TEST_CASE("the board or a fault determines the result") {
  CHECK(game(0, 0, 1, +2).black_points() == 2);
  CHECK(game(0, 0, 1, 0).black_points() == 1);
  CHECK(game(0, 0, 1, -64).black_points() == 0);
  CHECK(lost_by_fault(0, 0, 1, Color::kBlack, Ending::kHang).black_points() == 0);
  CHECK(lost_by_fault(0, 0, 1, Color::kWhite, Ending::kHang).black_points() == 2);
}

TEST_CASE("a summary may have no games") {
  const Summary summary = summarise(config_for(3), {});
  CHECK(summary.games == 0);
  CHECK(order(summary) == std::vector{0, 1, 2});
  CHECK(summary.meetings.empty());
  CHECK(summary.cross_table.size() == 3);
  CHECK_FALSE(summary.sprt);
  CHECK(summary.duplicates == 0);
  CHECK(summary.overhead_ms_per_move == 0);
  for (const EngineSummary& e : summary.engines) {
    CHECK(e.score.games() == 0);
    CHECK(std::isnan(e.elo.elo));
    CHECK(std::isinf(e.elo.lower));
    CHECK(std::isinf(e.elo.upper));
    CHECK(std::isnan(e.elo.superiority));
    CHECK(e.rating.elo == 0);
    CHECK(std::isnan(e.discs.mean));
  }
}

TEST_CASE("a match is counted by games and by pairs") {
  const Summary summary = summarise(config_for(2), kGames);
  CHECK(summary.games == 5);
  CHECK(order(summary) == std::vector{0, 1});

  const EngineSummary& a = of_engine(summary, 0);
  CHECK(a.score == Score{3, 1, 1});
  CHECK(a.as_black == Score{2, 1, 0});
  CHECK(a.as_white == Score{1, 0, 1});
  CHECK(a.pairs == Pentanomial{{0, 1, 0, 0, 1}});  // half a point and two points
  CHECK(a.elo.elo == Approx(400 * std::log10(0.625 / 0.375)));
  // Discs 10, 4, 0, -6, 2. Pairs and the single game: 7, -3 and 2, with squared deviations 25, 25
  // and 0 and variance 25; 1.959964 * sqrt(25 / 3) = 5.657929.
  CHECK(a.discs.mean == 2);
  CHECK(a.discs.error == Approx(5.657929));

  const EngineSummary& b = of_engine(summary, 1);
  CHECK(b.score == Score{1, 1, 3});
  CHECK(b.as_black == Score{1, 0, 1});
  CHECK(b.as_white == Score{0, 1, 2});
  CHECK(b.pairs == Pentanomial{{1, 0, 0, 1, 0}});
  CHECK(b.elo.elo == Approx(-a.elo.elo));
  CHECK(b.discs.mean == -2);
  CHECK(b.discs.error == Approx(a.discs.error));

  REQUIRE(summary.meetings.size() == 1);
  const Meeting& meeting = summary.meetings[0];
  CHECK(meeting.first == 0);
  CHECK(meeting.second == 1);
  CHECK(meeting.score == a.score);
  CHECK(meeting.pairs == a.pairs);
  CHECK(meeting.elo.elo == a.elo.elo);
  CHECK(meeting.discs.mean == 2);
  CHECK(summary.cross_table[0][1] == a.score);
  CHECK(summary.cross_table[1][0] == b.score);
  CHECK(summary.cross_table[0][0] == Score{});
}

TEST_CASE("ratings are Bradley-Terry ratings of all games") {
  const Summary summary = summarise(config_for(2), kGames);
  CHECK(of_engine(summary, 0).rating.elo == Approx(200 * std::log10(3.5 / 1.5)));
  CHECK(of_engine(summary, 1).rating.elo == Approx(-200 * std::log10(3.5 / 1.5)));
}

TEST_CASE("games without a pair have an Elo from single games") {
  const std::vector<GameResult> games = {game(0, 0, 1, 2), game(1, 1, 0, 2), game(2, 1, 0, -2)};
  const Summary summary = summarise(config_for(2), games);
  CHECK(summary.meetings[0].pairs.count() == 0);
  CHECK(summary.meetings[0].elo.elo == Approx(400 * std::log10(2.0)));
}

TEST_CASE("a pair is two games of one number, with the same engines and swapped colours") {
  const auto pairs_of = [](const std::vector<GameResult>& games) {
    int pairs = 0;
    for (const Meeting& m : summarise(config_for(3), games).meetings) pairs += m.pairs.count();
    return pairs;
  };
  CHECK(pairs_of({game(7, 0, 1, 2), game(7, 1, 0, 2)}) == 1);
  CHECK(pairs_of({game(7, 0, 1, 2), game(8, 1, 0, 2)}) == 0);
  CHECK(pairs_of({game(7, 0, 1, 2), game(7, 0, 1, 2)}) == 0);
  CHECK(pairs_of({game(7, 0, 1, 2), game(7, 2, 0, 2)}) == 0);
  CHECK(pairs_of({game(7, 0, 1, 2), game(7, 1, 0, 2), game(7, 0, 1, 2)}) == 1);
  // No schedule has this, but no game may be lost.
  const std::vector<GameResult> third = {game(7, 0, 1, 2), game(7, 1, 0, 2), game(7, 1, 0, -2)};
  CHECK(summarise(config_for(2), third).meetings[0].score == Score{2, 0, 1});
  CHECK(pairs_of(third) == 1);
  CHECK(pairs_of({game(7, 0, 1, 2), game(7, 0, 2, 2), game(7, 1, 0, 2), game(7, 2, 0, 2)}) == 2);
}

TEST_CASE("faults count for the engine at fault and have no discs") {
  const std::vector<GameResult> games = {
      lost_by_fault(0, 0, 1, Color::kWhite, Ending::kCrash),
      lost_by_fault(0, 1, 0, Color::kBlack, Ending::kTimeLoss),
      lost_by_fault(1, 1, 0, Color::kBlack, Ending::kTimeLoss),
      game(1, 0, 1, 8),
  };
  const Summary summary = summarise(config_for(2), games);
  const EngineSummary& a = of_engine(summary, 0);
  const EngineSummary& b = of_engine(summary, 1);
  CHECK(a.score == Score{4, 0, 0});
  CHECK(a.pairs == Pentanomial{{0, 0, 0, 0, 2}});
  CHECK(a.discs.mean == 8);
  CHECK(std::isinf(a.discs.error));
  CHECK(a.faults.empty());
  CHECK(b.faults == std::map<Ending, int>{{Ending::kCrash, 1}, {Ending::kTimeLoss, 2}});
}

TEST_CASE("standings are by points per game, then rating, then index") {
  const std::vector<GameResult> games = {
      // d beats c twice, c beats b: d 100%, c 1/3, b 0%. a has not played.
      game(0, 3, 2, 4), game(0, 2, 3, -4), game(1, 2, 1, 2)};
  const Summary summary = summarise(config_for(4), games);
  CHECK(order(summary) == std::vector{3, 2, 1, 0});
  CHECK(of_engine(summary, 3).rating.elo > of_engine(summary, 2).rating.elo);
  CHECK(of_engine(summary, 2).rating.elo > of_engine(summary, 1).rating.elo);

  // Equal points: b's half point is against the winner, c's against the loser.
  const std::vector<GameResult> equal = {game(0, 0, 1, 0), game(1, 0, 3, 2), game(2, 2, 3, 0)};
  CHECK(order(summarise(config_for(4), equal)) == std::vector{0, 1, 2, 3});
  const std::vector<GameResult> renamed = {game(0, 0, 2, 0), game(1, 0, 3, 2), game(2, 1, 3, 0)};
  CHECK(order(summarise(config_for(4), renamed)) == std::vector{0, 2, 1, 3});

  const std::vector<GameResult> ring = {game(0, 0, 1, 2), game(1, 1, 2, 2), game(2, 2, 0, 2)};
  CHECK(order(summarise(config_for(3), ring)) == std::vector{0, 1, 2});
}

TEST_CASE("only meetings with games are listed, in order") {
  const std::vector<GameResult> games = {game(5, 2, 1, 2), game(3, 2, 0, 2), game(3, 0, 2, 2),
                                         game(4, 1, 0, -6)};
  const Summary summary = summarise(config_for(4), games);
  REQUIRE(summary.meetings.size() == 3);
  CHECK(summary.meetings[0].first == 0);
  CHECK(summary.meetings[0].second == 1);
  CHECK(summary.meetings[0].score == Score{1, 0, 0});
  CHECK(summary.meetings[0].discs.mean == 6);
  CHECK(summary.meetings[1].second == 2);
  CHECK(summary.meetings[1].pairs == Pentanomial{{0, 0, 1, 0, 0}});
  CHECK(summary.meetings[2].first == 1);
  CHECK(summary.meetings[2].score == Score{0, 0, 1});
}

TEST_CASE("the SPRT is for the first engine against the second") {
  MatchConfig config = config_for(2);
  config.sprt = SprtSetup{0, 20, 0.05, 0.05};
  CHECK(summarise(config, {}).sprt->llr == 0);
  CHECK(summarise(config, {}).sprt->upper == Approx(std::log(19.0)));

  std::vector<GameResult> games;
  for (int pair = 0; pair < 150; ++pair) {  // White wins, or every fourth game is a draw
    games.push_back(game(pair, 0, 1, -2));
    games.push_back(game(pair, 1, 0, pair % 2 == 0 ? 0 : -2));
  }
  const Summary lost = summarise(config, games);
  CHECK(lost.sprt->llr == sprt(*config.sprt, Pentanomial{{0, 75, 75, 0, 0}}).llr);
  CHECK(lost.sprt->verdict == SprtVerdict::kRejected);
  CHECK(order(lost) == std::vector{1, 0});
}

TEST_CASE("equal games of the same engines with the same colours are duplicates") {
  GameResult first = game(0, 0, 1, 2);
  first.moves = {{Color::kBlack, Square{19}, 0.5, {}}, {Color::kWhite, Square{18}, 0.1, {}}};
  GameResult slower = first;
  slower.moves[1].seconds = 3;
  GameResult swapped = first;
  std::swap(swapped.fixture.black, swapped.fixture.white);
  GameResult other_move = first;
  other_move.moves[1].square = Square{20};
  GameResult longer = first;
  longer.moves.push_back({Color::kBlack, Square::kPass, 0, {}});
  GameResult other_start = first;
  other_start.start.to_move = Color::kWhite;
  const std::vector<GameResult> games = {first,  slower,      swapped, other_move,
                                         longer, other_start, slower,  other_start};
  CHECK(summarise(config_for(2), games).duplicates == 3);
}

TEST_CASE("time per move excludes the opening and passes") {
  GameResult g = game(0, 1, 0, 2);
  g.opening_moves = 2;
  g.moves = {{Color::kBlack, Square{1}, 9, {}},   {Color::kWhite, Square{2}, 9, {}},
             {Color::kBlack, Square{3}, 0.5, {}}, {Color::kWhite, Square::kPass, 0, {}},
             {Color::kBlack, Square{4}, 1.5, {}}, {Color::kWhite, Square{5}, 0.25, {}}};
  g.overhead_seconds = 0.006;
  g.engine_info[0].cpu_seconds = 4;
  const Summary summary = summarise(config_for(2), std::vector{g});
  const EngineSummary& black = of_engine(summary, 1);
  const EngineSummary& white = of_engine(summary, 0);
  CHECK(black.moves == 2);
  CHECK(black.seconds == 2);
  CHECK(black.slowest_seconds == 1.5);
  CHECK(white.moves == 1);
  CHECK(white.seconds == 0.25);
  CHECK(white.slowest_seconds == 0.25);
  CHECK(black.cpu_seconds == 4);
  CHECK(black.cpu_moves == 2);
  CHECK(white.cpu_moves == 0);
  CHECK(summary.overhead_ms_per_move == Approx(2));  // 6 ms, 3 moves
}
