// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

using namespace sumi;

namespace {

constexpr Color kBlack = Color::kBlack, kWhite = Color::kWhite;
constexpr Square kPass = Square::kPass;

Square square(std::string_view text) { return parse_square(text).value(); }

Game played(std::string_view moves) {
  Game game;
  for (std::size_t i = 0; i < moves.size(); i += 2) game.play(square(moves.substr(i, 2))).value();
  return game;
}

/// After these moves Black must pass and White has e3. One of the shortest games with a pass.
constexpr std::string_view kToPass = "d3c3b3b2f5a3a1c1";

constexpr std::string_view kWipeOut = "e6f4e3f6g5d6e7f5c5";

bool same(const Game& a, const Game& b) {
  return a.position() == b.position() && a.moves() == b.moves();
}

void play_random(Game& game, SplitMix64& random) {
  Bitboard legal = game.legal_moves();
  for (int skip = legal ? random.below(std::popcount(legal)) : 0; skip > 0; --skip) {
    legal &= legal - 1;
  }
  game.play(legal ? first_square(legal) : kPass).value();
}

}  // namespace

TEST_CASE("a game starts at the start position with black to move", "[game]") {
  const Game game;
  CHECK(game.position() == Position{});
  CHECK(game.moves().empty());
  CHECK_FALSE(game.over());
  CHECK(game.legal_moves() == rules::legal_moves(kStartBoard));
}

TEST_CASE("players take turns", "[game]") {
  Game game;
  REQUIRE(game.play(kBlack, square("f5")));
  CHECK(game.position().to_move == kWhite);
  REQUIRE(game.play(square("d6")));
  CHECK(game.moves() == std::vector<PlayedMove>{{kBlack, square("f5")}, {kWhite, square("d6")}});
  CHECK(to_text(game.position()) ==
        "---------------------------OX------OXX-----O-------------------- X");
}

TEST_CASE("an illegal move gives an error and changes nothing", "[game]") {
  struct Case {
    std::string_view before;
    Color color;
    std::string_view move, message;
  };
  const Case cases[] = {
      {"", kBlack, "d4", "illegal move: 'd4' for black (legal: d3 c4 f5 e6)"},
      {"", kBlack, "a1", "illegal move: 'a1' for black (legal: d3 c4 f5 e6)"},
      {"", kBlack, "pass", "illegal move: 'pass' for black (legal: d3 c4 f5 e6)"},
      {"", kWhite, "e3", "illegal move: 'e3' for white (black is to move)"},
      {"", kWhite, "pass", "illegal move: 'pass' for white (black is to move)"},
      {kToPass, kBlack, "e3", "illegal move: 'e3' for black (legal: pass)"},
      {kToPass, kWhite, "h8", "illegal move: 'h8' for white (legal: "},
      {kToPass, kWhite, "pass", "illegal move: 'pass' for white (legal: "},
      {kWipeOut, kWhite, "a1", "illegal move: 'a1' for white (the game is over)"},
      {kWipeOut, kBlack, "a1", "illegal move: 'a1' for black (the game is over)"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.message);
    Game game = played(c.before);
    const Game before = game;
    const Result<void> result = game.play(c.color, square(c.move));
    REQUIRE_FALSE(result);
    CHECK(result.error().code == ErrorCode::kIllegalMove);
    CHECK_THAT(result.error().message, Catch::StartsWith(std::string(c.message)));
    CHECK(same(game, before));
  }
}

TEST_CASE("a forced pass may be explicit or omitted", "[game]") {
  const Game before = played(kToPass);
  REQUIRE(rules::must_pass(before.position().board));

  Game said = before;
  REQUIRE(said.play(kBlack, kPass));
  CHECK(said.moves().back() == PlayedMove{kBlack, kPass, false});
  CHECK(said.position() == before.position().passed());
  REQUIRE(said.play(kWhite, square("e3")));

  Game unsaid = before;
  REQUIRE(unsaid.play(kWhite, square("e3")));
  CHECK(unsaid.position() == said.position());
  CHECK(unsaid.moves()[8] == PlayedMove{kBlack, kPass, true});
  CHECK(unsaid.moves()[9] == PlayedMove{kWhite, square("e3"), false});

  Game without_color = before;
  REQUIRE(without_color.play(square("e3")));
  CHECK(same(without_color, unsaid));
  without_color = before;
  REQUIRE(without_color.play(kPass));
  CHECK(without_color.moves().back() == PlayedMove{kBlack, kPass, false});
}

TEST_CASE("undo() undoes a move together with an implied pass after it", "[game]") {
  Game game;
  CHECK_FALSE(game.undo());
  const Game before = game = played(kToPass);

  REQUIRE(game.play(kWhite, square("e3")));
  CHECK(game.undo());
  CHECK(same(game, before));

  REQUIRE(game.play(kPass));
  REQUIRE(game.play(square("e3")));
  CHECK(game.undo());
  CHECK(game.moves().back() ==
        PlayedMove{kBlack, kPass, false});  // an explicit pass counts as a move
  CHECK(game.undo());
  CHECK(same(game, before));

  for (int i = 0; i < 8; ++i) CHECK(game.undo());
  CHECK_FALSE(game.undo());
  CHECK(same(game, Game()));
}

TEST_CASE("in a finished game either side may pass any number of times", "[game]") {
  Game game = played(kWipeOut);
  REQUIRE(game.over());
  CHECK(game.legal_moves() == 0);
  CHECK(game.black_score() == DiscDiff{64});
  for (const Color color : {kBlack, kBlack, kWhite, kWhite, kBlack}) {
    REQUIRE(game.play(color, kPass));
    CHECK(game.moves().back() == PlayedMove{color, kPass, false});
    CHECK(game.position().to_move == !color);
    CHECK(game.over());
    CHECK(game.black_score() == DiscDiff{64});
  }
  REQUIRE(game.play(kPass));
  CHECK(game.moves().size() == 15);
  for (int i = 0; i < 6; ++i) REQUIRE(game.undo());
  CHECK(same(game, played(kWipeOut)));
}

TEST_CASE("a game may start anywhere", "[game]") {
  Game empty(make_position(0, 0, kWhite));
  CHECK(empty.over());
  CHECK(empty.black_score() == DiscDiff{0});
  CHECK(empty.play(kPass));

  Game white_first(make_position(kStartBoard.own, kStartBoard.opp, kWhite));
  CHECK_FALSE(white_first.play(kBlack, square("f5")));
  CHECK(white_first.play(kWhite, square("e3")));
  CHECK(white_first.start().to_move == kWhite);
}

TEST_CASE("random games end, and undo() returns to the start", "[game]") {
  SplitMix64 random(60);
  for (int i = 0; i < 100; ++i) {
    Game game;
    while (!game.over()) play_random(game, random);
    const Position& end = game.position();
    const int black = std::popcount(end.discs(kBlack)), white = std::popcount(end.discs(kWhite));
    const int score = game.black_score().discs;
    REQUIRE((score > 0) == (black > white));
    REQUIRE((score < 0) == (black < white));
    REQUIRE(game.moves().size() >= 9);
    while (game.undo()) {
    }
    REQUIRE(same(game, Game()));
  }
}

TEST_CASE("games are played on boards of any size", "[game]") {
  Game game(start_position(4));
  CHECK(game.position().size == 4);
  CHECK(game.legal_moves() == rules::legal_moves(kStartBoard, 4));
  const Result<void> outside = game.play(kBlack, square("b2"));
  REQUIRE_FALSE(outside);
  REQUIRE(game.play(parse_square("b1", 4).value()));
  CHECK(game.position().size == 4);
  CHECK(to_text(game.position()) == "-X---XX--XO----- O");
  const Result<void> taken = game.play(kWhite, parse_square("b2", 4).value());
  REQUIRE_FALSE(taken);
  CHECK(taken.error().message == "illegal move: 'b2' for white (legal: a1 c1 a3)");
}

TEST_CASE("passes and the end of a game depend on the small board alone", "[game]") {
  // On 8x8 Black could flip across the left edge of the 4x4 board.
  Game full(parse_position("OOXX OOXX OOXX OOXX X").value());
  const Result<void> refused = full.play(kBlack, parse_square("a1", 4).value());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "illegal move: 'a1' for black (the game is over)");

  // White must pass. Black has c1, and across the edge would have more.
  Game blocked(parse_position("XO-- ---- ---- OXXX O").value());
  const Result<void> stuck = blocked.play(kBlack, parse_square("d1", 4).value());
  REQUIRE_FALSE(stuck);
  CHECK(stuck.error().message == "illegal move: 'd1' for black (legal: c1)");
  REQUIRE(blocked.play(parse_square("c1", 4).value()));
  CHECK(blocked.moves().size() == 2);
  CHECK(blocked.over());
}

TEST_CASE("random games on small boards stay on the board and are scored by its size", "[game]") {
  SplitMix64 random(46);
  int early_ends = 0;
  for (const int size : {4, 6}) {
    for (int i = 0; i < 100; ++i) {
      Game game(start_position(size));
      while (!game.over()) play_random(game, random);
      const Position& end = game.position();
      REQUIRE(end.size == size);
      const int black = std::popcount(end.discs(kBlack)), white = std::popcount(end.discs(kWhite));
      const int left = size * size - black - white;
      early_ends += left > 0;
      REQUIRE(((end.board.own | end.board.opp) & ~squares_of(size)) == 0);
      const int lead = black - white;
      const int bonus = lead > 0 ? left : lead < 0 ? -left : 0;
      REQUIRE(game.black_score() == DiscDiff{lead + bonus});
      REQUIRE(game.play(kPass));
      REQUIRE(game.black_score() == DiscDiff{lead + bonus});
      while (game.undo()) {
      }
      REQUIRE(same(game, Game(start_position(size))));
    }
  }
  CHECK(early_ends > 0);
}

TEST_CASE("results are read as scores and winners", "[record]") {
  CHECK(result_score("1/2-1/2") == 0.0);
  CHECK(result_score("W+2.5") == -2.5);
  CHECK_FALSE(result_score("1-0"));
  CHECK_FALSE(result_score("0-1"));
  CHECK_FALSE(result_score("B+"));
  CHECK(result_winner("1-0") == Color::kBlack);
  CHECK(result_winner("0-1") == Color::kWhite);
  CHECK(result_winner("20-44") == Color::kWhite);
  CHECK(result_winner("w+Resign") == Color::kWhite);
  CHECK(result_winner("B+") == Color::kBlack);
  for (const char* none : {"", "?", "*", "32-32", "1/2-1/2", "Void", "B", "B+?", "0"}) {
    CAPTURE(none);
    CHECK_FALSE(result_winner(none));
  }
}
