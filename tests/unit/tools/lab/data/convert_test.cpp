// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "tests/support/boards.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"
#include "tools/lab/data/convert.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sumi;
using namespace sumi::lab;

namespace {

const std::string kStart = "---------------------------OX------XO---------------------------";

/// A game of random moves to its end.
WthorGame random_game(SplitMix64& random) {
  WthorGame game;
  Board b = kStartBoard;
  int black = 1;  // 1: Black is to move
  while (!rules::game_over(b)) {
    if (rules::must_pass(b)) {
      b = b.passed();
      black = -black;
    }
    const Square move = test::random_square(random, rules::legal_moves(b));
    game.moves.push_back(move);
    b = b.played(move, rules::flips(b, move));
    black = -black;
  }
  game.score = {black * final_score(b).discs};
  game.theoretical_score = {-6};
  return game;
}

}  // namespace

TEST_CASE("text: records as lines, and back") {
  SplitMix64 random(1);
  std::vector<Record> records(30);
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].board = test::random_fill(random, 90, 90);
    records[i].game = static_cast<std::uint16_t>(i);
    records[i].score = {static_cast<int>(i) - 15};
    records[i].source = i == 7 ? ScoreSource::kNone : ScoreSource::kExact;
  }
  records[7].score = {};
  CHECK(parse_records_text(records_text(records), ScoreSource::kExact).value() == records);
}

TEST_CASE("text: the forms of a line") {
  const auto one = [](const std::string& line) {
    return parse_records_text(line, ScoreSource::kGame).value().at(0);
  };
  CHECK(records_text(std::vector{one(kStart + " X +4")}) == kStart + " X +4\n");
  CHECK(one(kStart + " X -12").score.discs == -12);
  CHECK(one(kStart + " X\t12").score.discs == 12);
  CHECK(one(kStart + " O 0").board == kStartBoard.passed());
  CHECK(one(kStart + " O 0").source == ScoreSource::kGame);
  CHECK(one(kStart + " X").source == ScoreSource::kNone);
  CHECK(one(kStart + " 0").board == kStartBoard.passed());  // the side
  CHECK(one(kStart + " 0").source == ScoreSource::kNone);
  CHECK(one(kStart + " X; d3:-2; c4:+6 % best").score.discs == 6);
  CHECK(one("\n% a comment\n" + kStart + " O 2\r\n").score.discs == 2);
  CHECK(parse_records_text("", ScoreSource::kGame).value().empty());
}

TEST_CASE("text: messages name the line") {
  const auto message = [](const std::string& text) {
    const auto read = parse_records_text(text, ScoreSource::kGame);
    return read ? "" : read.error().message;
  };
  using Catch::Contains;
  CHECK_THAT(message(kStart + " X 2\n\njunk\n"), Contains("line 3") && Contains("'junk'"));
  CHECK_THAT(message(kStart + " X 66"), Contains("66"));
  CHECK_THAT(message(kStart + " X 1.5"), Contains("line 1"));
  CHECK_THAT(message("-----OX--XO----- X 2"), Contains("4x4"));
  test::check_bad_input(
      [](std::string_view text) { return parse_records_text(text, ScoreSource::kGame); },
      {kStart + " X +4\n", kStart + " X; d3:-2\n"}, "-X;+\n");
}

TEST_CASE("WTHOR: theoretical scores up to their empties, then how the game ended") {
  constexpr int kDepth = 22;
  SplitMix64 random(3);
  WthorFile file;
  file.depth = kDepth;
  for (int i = 0; i < 20; ++i) file.games.push_back(random_game(random));
  const WthorRecords result = wthor_records(file, 65530);
  CHECK(result.games == 20);
  CHECK(result.illegal == 0);
  std::size_t at = 0;
  int passes = 0;
  for (std::size_t g = 0; g < file.games.size(); ++g) {
    const WthorGame& game = file.games[g];
    Board b = kStartBoard;
    int black = 1;
    for (const Square move : game.moves) {
      if (rules::must_pass(b)) {
        b = b.passed();
        black = -black;
        ++passes;
      }
      REQUIRE(at < result.records.size());
      const Record& r = result.records[at++];
      CHECK(r.board == b);
      CHECK(r.game == static_cast<std::uint16_t>(65530 + g));
      CHECK(r.move == index(move));
      const int score = b.empties() >= kDepth ? -6 : game.score.discs;
      CHECK(r.score.discs == black * score);
      CHECK((r.source == ScoreSource::kExact) == (b.empties() == kDepth));
      b = b.played(move, rules::flips(b, move));
      black = -black;
    }
  }
  CHECK(at == result.records.size());
  CHECK(passes > 0);
}

TEST_CASE("WTHOR: games that end before, and illegal ones") {
  SplitMix64 random(3);
  WthorFile file;
  file.games = {random_game(random), random_game(random)};
  file.games[0].moves.resize(20);
  file.games[1].moves[5] = Square::kA1;
  const WthorRecords result = wthor_records(file, 0);
  CHECK(result.games == 1);
  CHECK(result.illegal == 1);
  CHECK_THAT(result.first_fault, Catch::Contains("game 2"));
  REQUIRE(result.records.size() == 20);
  CHECK(result.records[0].score == file.games[0].score);
  CHECK(std::ranges::all_of(result.records,
                            [](const Record& r) { return r.source == ScoreSource::kGame; }));
}
