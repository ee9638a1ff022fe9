// SPDX-License-Identifier: MIT
#include "engine/formats/codecs.h"
#include "protocol/service/game_analysis.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace sumi;
using namespace sumi::protocol;

namespace {

AnalyzedMove judged(double best, double after, bool exact = false) {
  AnalyzedMove move;
  move.best = {best, exact, 10, 100};
  move.after = {after, exact, 10, 100};
  derive_loss(move);
  return move;
}

GameAnalysis game_of(std::vector<AnalyzedMove> moves, const std::string& black = "",
                     const std::string& white = "") {
  GameAnalysis analysis;
  analysis.game.black = black;
  analysis.game.white = white;
  for (AnalyzedMove& move : moves) {
    move.number = static_cast<int>(analysis.moves.size()) + 1;
    analysis.moves.push_back(move);
    analysis.quality[static_cast<std::size_t>(move.before.to_move)].add(move);
  }
  return analysis;
}

}  // namespace

TEST_CASE("the mark of a move depends on the discs that it loses", "[analysis]") {
  CHECK(judged(3, 1.06).mark == Mark::kNone);
  CHECK(judged(3, 1.04).mark == Mark::kInaccuracy);  // displayed as 2.0
  CHECK(judged(3, 1).mark == Mark::kInaccuracy);
  CHECK(judged(3, -1).mark == Mark::kMistake);
  CHECK(judged(3, -5).mark == Mark::kBlunder);
  CHECK(judged(3, -5).lost == 8);
  CHECK(mark_text(Mark::kBlunder) == "??");
  CHECK(mark_name(Mark::kNone).empty());
}

TEST_CASE("the confidence in a mark depends on its loss and on its searches", "[analysis]") {
  CHECK(judged(3, 2).confidence == 1);  // no mark
  const double small = judged(3, 0.9).confidence, large = judged(3, -0.5).confidence;
  CHECK(small > 0.5);
  CHECK(small < large);
  CHECK(large < 1);
  AnalyzedMove shallow = judged(3, 0.9), proven = shallow;
  shallow.best.depth = shallow.after.depth = 6;
  AnalyzedMove deep = shallow;
  deep.best.depth = deep.after.depth = 30;
  derive_loss(shallow);
  derive_loss(deep);
  CHECK(shallow.confidence < deep.confidence);
  proven.best.exact = proven.after.exact = true;
  derive_loss(proven);
  CHECK(proven.confidence == 1);
}

TEST_CASE("the error of an accuracy decreases with the number of moves", "[analysis]") {
  Quality few, many;
  for (int i = 0; i < 200; ++i) {
    Quality& quality = i < 8 ? few : many;
    quality.add(judged(3, i % 2 == 0 ? 3 : 2));
    if (i < 8) many.add(judged(3, i % 2 == 0 ? 3 : 2));
  }
  REQUIRE(few.accuracy_error());
  REQUIRE(many.accuracy_error());
  // Half a disc per move, with a deviation of half a disc: 1.96 * 84.1 * ln 2 / 2 * 0.5 / sqrt(n).
  CHECK(*many.accuracy_error() == Approx(2.02).margin(0.02));
  CHECK(*few.accuracy_error() > 4 * *many.accuracy_error());
  Quality all = few;
  all.add(many);
  CHECK(*all.accuracy_error() < *many.accuracy_error());
  CHECK_FALSE(Quality().accuracy_error());
}

TEST_CASE("a result counts as changed only if that is proven", "[analysis]") {
  CHECK(judged(2, -2, true).changes_result);
  CHECK(judged(2, 0, true).changes_result);
  CHECK(judged(0, -2, true).changes_result);
  CHECK_FALSE(judged(4, 2, true).changes_result);
  CHECK_FALSE(judged(2, -2).changes_result);
  CHECK(turns_result(judged(2, -2)));
  CHECK_FALSE(turns_result(judged(2, -0.5)));
}

TEST_CASE("accuracy halves with every two discs lost per move", "[analysis]") {
  Quality quality;
  CHECK(quality.accuracy() == 100);
  quality.add(judged(0, 0));
  quality.add(judged(0, -4));
  CHECK(quality.moves == 2);
  CHECK(quality.best_moves == 1);
  CHECK(quality.mean_lost() == 2);
  CHECK(quality.accuracy() == Approx(50));
  CHECK(quality.marks[static_cast<std::size_t>(Mark::kMistake)] == 1);
  Quality sum = quality;
  sum.add(quality);
  CHECK(sum.moves == 4);
  CHECK(sum.accuracy() == Approx(50));
}

TEST_CASE("forced moves do not count for accuracy", "[analysis]") {
  AnalyzedMove forced = judged(-30, -30);
  forced.forced = true;
  Quality quality;
  quality.add(forced);
  CHECK(quality.moves == 0);
}

TEST_CASE("quality is counted for each stage", "[analysis]") {
  AnalyzedMove late = judged(0, -4);
  late.stage = Stage::kEndgame;
  SideQuality side;
  side.add(late);
  side.add(judged(0, 0));
  CHECK(side.all.moves == 2);
  CHECK(side.stages[0].lost == 0);
  CHECK(side.stages[1].moves == 0);
  CHECK(side.stages[2].lost == 4);
}

TEST_CASE("mistakes that change the result come first, then the largest ones", "[analysis]") {
  const GameAnalysis analysis = game_of(
      {judged(40, 20, true), judged(2, -2, true), judged(1, 0), judged(3, -3), judged(10, 7)});
  CHECK(worst_moves(analysis, 10) == std::vector<std::size_t>{3, 1, 0, 4});
  CHECK(worst_moves(analysis, 2) == std::vector<std::size_t>{3, 1});
  CHECK(worst_moves(game_of({}), 3).empty());
}

TEST_CASE("a player is found by whole words of the name", "[analysis]") {
  CHECK(names_player("Me", "me"));
  CHECK_FALSE(names_player("Tamenori", "me"));
  CHECK(names_player("Hideshi Tamenori", "tamenori"));
  CHECK(names_player("Hideshi Tamenori", "hideshi tame") == false);
  CHECK(names_player("tamenori_h (JPN)", "tamenori"));
  CHECK(names_player("menu me", "me"));
  CHECK(names_player("為則英司", "為則"));
}

TEST_CASE("only the chosen side keeps marks and quality", "[analysis]") {
  AnalyzedMove black = judged(6, 0), white = judged(2, -9);
  white.before.to_move = Color::kWhite;
  const GameAnalysis both = game_of({black, white}, "Ann Lee", "Bob");
  const auto kept = [&both](const MistakesOf& of) {
    GameAnalysis analysis = both;
    keep_mistakes(analysis, of);
    return analysis;
  };
  CHECK(worst_moves(kept({}), 9).size() == 2);
  CHECK_FALSE(kept({}).only);
  for (const MistakesOf& of :
       {MistakesOf{"", Color::kWhite}, MistakesOf{"bob"}, MistakesOf{"bob", Color::kWhite}}) {
    CHECK(of.any_of(both.game));
    const GameAnalysis his = kept(of);
    CHECK(his.only == Color::kWhite);
    CHECK(worst_moves(his, 9) == std::vector<std::size_t>{1});
    CHECK(his.moves[0].mark == Mark::kNone);
    CHECK(his.moves[0].confidence == 1);
    CHECK(his.moves[0].lost == 6);
    CHECK(his.moves[1].confidence == white.confidence);
    CHECK(his.of(Color::kBlack).all.moves == 0);
    CHECK(his.of(Color::kWhite).all.lost == 11);
    AnalysisSummary summary;
    summary.add(his);
    REQUIRE(summary.players().size() == 1);
    CHECK(summary.players()[0].name == "Bob");
    REQUIRE(summary.worst().size() == 1);
    CHECK(summary.worst()[0].player == "Bob");
  }
  CHECK(kept({"lee"}).only == Color::kBlack);
  CHECK_FALSE(MistakesOf{"lee", Color::kWhite}.any_of(both.game));
  CHECK_FALSE(MistakesOf{"Cid"}.any_of(both.game));
}

TEST_CASE("totals of many games are counted for each player", "[analysis]") {
  AnalyzedMove black = judged(6, 0), white = judged(2, 1);
  white.before.to_move = Color::kWhite;
  AnalysisSummary summary(2);
  summary.add(game_of({black, white}, "Ann", "Bob"));
  GameAnalysis partial = game_of({judged(9, -9), judged(5, 1)}, "Bob", "Ann");
  partial.partial = true;
  summary.add(partial);
  CHECK(summary.games() == 2);
  CHECK(summary.partial() == 1);
  const auto players = summary.players();
  REQUIRE(players.size() == 2);
  CHECK(players[0].name == "Bob");
  CHECK(players[0].games == 2);
  CHECK(players[0].quality.all.lost == 23);
  CHECK(players[1].name == "Ann");
  CHECK(players[1].games == 1);  // the second game has no analysed moves of this player
  CHECK(players[1].quality.all.lost == 6);
  REQUIRE(summary.worst().size() == 2);
  CHECK(summary.worst()[0].game == 2);
  CHECK(summary.worst()[0].player == "Bob");
  CHECK(summary.worst()[1].game == 1);
  CHECK(summary.all().all.moves == 4);
}

TEST_CASE("a rating is estimated from the discs lost in a hundred moves", "[analysis]") {
  Quality quality;
  for (int i = 0; i < kRatedMoves; ++i) {
    CHECK(!estimate_rating(quality));
    quality.add(judged(0, i % 2 == 0 ? -2 : 0));  // one disc per move
  }
  const RatingEstimate rating = estimate_rating(quality).value();
  CHECK(rating.rating == Approx(1814 - 261));
  const double of_moves = 261 * quality.mean_lost_error().value();
  CHECK(of_moves == Approx(261 * 1.96 * 0.1).epsilon(0.01));
  CHECK(rating.error == Approx(std::hypot(of_moves, 1.96 * 80)));
  for (int i = 0; i < kRatedMoves; ++i) quality.add(judged(0, -40));
  CHECK(estimate_rating(quality)->rating == 0);
}

TEST_CASE("openings of a player are counted separately", "[analysis]") {
  AnalysisSummary summary;
  AnalyzedMove bad = judged(0, -4);  // in the opening
  for (const char* const moves : {"f5d6c3d3c4", "f5d6c3d3c4f4", "f5f6"}) {
    GameAnalysis game = game_of({bad, judged(0, 0)}, "Ann", "Bob");
    game.game.moves = parse_game(moves).value().moves;
    summary.add(game);
  }
  const PlayerQuality ann = summary.players()[0];
  CHECK(ann.name == "Ann");
  REQUIRE(ann.openings.size() == 2);
  CHECK(ann.openings[0].opening->english == "Tiger (Tora)");
  CHECK(ann.openings[0].games == 2);
  CHECK(ann.openings[0].quality.lost == 8);
  CHECK(ann.openings[0].quality.moves == 4);
  CHECK(ann.openings[1].games == 1);
}

TEST_CASE("a game between two unnamed players counts once", "[analysis]") {
  AnalyzedMove white = judged(2, 1);
  white.before.to_move = Color::kWhite;
  AnalysisSummary summary;
  summary.add(game_of({judged(6, 0), white}));
  REQUIRE(summary.players().size() == 1);
  CHECK(summary.players()[0].games == 1);
  CHECK(summary.players()[0].quality.all.moves == 2);
}
