// SPDX-License-Identifier: MIT
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

using namespace sumi;

namespace {

/// After these moves Black must pass, and White has e3.
const std::string kToPass = "d3c3b3b2f5a3a1c1";

const std::string kWipeOut = "e6f4e3f6g5d6e7f5c5";

const std::string kStart = "---------------------------OX------XO--------------------------- X";

/// White must pass; Black has c1 and c8, and then the game is over.
const std::string kEnd = "XO------------------------------------------------------XO------ O";

std::string moves_of(std::string_view text) {
  const Result<GameRecord> game = parse_game(text);
  if (!game) return "error: " + game.error().message;
  std::string moves;
  for (const Square s : game->moves) moves += (moves.empty() ? "" : " ") + to_text(s);
  return moves;
}

}  // namespace

TEST_CASE("transcripts are read in all known forms", "[transcript]") {
  struct Case {
    std::string text, want;
  };
  const Case cases[] = {
      {"", ""},
      {" \r\n", ""},
      {"f5", "f5"},
      {"f5d6c3", "f5 d6 c3"},
      {"F5D6C3\r\n", "f5 d6 c3"},
      {"F5d6C3", "f5 d6 c3"},
      {"f5 d6 c3", "f5 d6 c3"},
      {"f5,d6,\nc3", "f5 d6 c3"},
      {"F5-D6-C3", "f5 d6 c3"},
      {"f5 - d6 - c3", "f5 d6 c3"},
      {"1. F5 f4 2. F3", "f5 f4 f3"},
      {"1.f5 d6 2.c3", "f5 d6 c3"},
      {"1: f5 2: d6 3: c3", "f5 d6 c3"},
      {"1 f5 2 d6 3 c3", "f5 d6 c3"},
      {"1f5 2d6 3c3", "f5 d6 c3"},
      {"1) f5; 2) d6; 3) c3;", "f5 d6 c3"},
      {"+f5-d6+c3: +08 10", "f5 d6 c3"},
      {"f5d6c3 37-27", "f5 d6 c3"},
      {"1. F5 d6 2. C3 1-0", "f5 d6 c3"},
      {"f5d6c3 % comment, not e3\n", "f5 d6 c3"},
      {"\xEF\xBB\xBF"
       "f5",
       "f5"},
      {kStart + " f5d6", "f5 d6"},
      {kStart + "\n1. f5 d6", "f5 d6"},
      {kStart.substr(0, 64) + "f5d6", "f5 d6"},
      {"startpos f5d6", "f5 d6"},
      {kEnd + "; c1", "pass c1"},
      {kEnd + " c1 c8", "pass c1 pass c8"},
      {kEnd + " c1 pass c8", "pass c1 pass c8"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(moves_of(c.text) == c.want);
  }
}

TEST_CASE("moves in full-width letters and in web addresses are read", "[transcript]") {
  CHECK(moves_of("ｆ５ｄ６ｃ３") == "f5 d6 c3");
  CHECK(moves_of("１．Ｆ５　ｄ６、Ｃ３。") == "f5 d6 c3");
  CHECK(moves_of("F5 ｄ６") == "f5 d6");
  CHECK_THAT(moves_of("ｆ９"), Catch::Contains("'f9' is not a move"));
  CHECK_THAT(moves_of("五"), Catch::Contains("is not a move"));

  CHECK(moves_of("https://www.eothello.com/?moves=f5d6c3") == "f5 d6 c3");
  CHECK(moves_of("HTTP://a1.example/game/7/F5-D6-C3#top") == "f5 d6 c3");
  CHECK(moves_of("www.example.org/b1/f5%2Cd6%2cc3/view") == "f5 d6 c3");
  CHECK(moves_of("https://example.org/game/12 f5 d6") == "f5 d6");
  CHECK_THAT(moves_of("https://www.eothello.com/game/123456"),
             Catch::Contains("holds no moves") && Catch::Contains("copy the moves"));
  CHECK_THAT(moves_of("https://example.org/?f5d6a1"), Catch::Contains("illegal move: 'a1'"));
  CHECK_THAT(moves_of("https://example.org/%"), Catch::Contains("holds no moves"));
}

TEST_CASE("passes may be written or omitted", "[transcript]") {
  for (const char* pass :
       {"", " ", "pa", "PS", "pass", " -- ", " pass ", "0000", " @@@@ ", " null"}) {
    CAPTURE(pass);
    const std::string separator = std::string(pass).starts_with('0') ? " " : "";
    CHECK(moves_of(kToPass + separator + pass + separator + "e3") ==
          "d3 c3 b3 b2 f5 a3 a1 c1 pass e3");
  }
  CHECK(moves_of(kWipeOut + "papa") == "e6 f4 e3 f6 g5 d6 e7 f5 c5 pass pass");
  CHECK(moves_of(kWipeOut + " -- -- 64-0") == "e6 f4 e3 f6 g5 d6 e7 f5 c5 pass pass");
}

TEST_CASE("a transcript may begin with a board and end with the result", "[transcript]") {
  CHECK(parse_game("f5").value().start == Position{});
  CHECK(to_text(parse_game(kEnd + " c1").value().start) == kEnd);
  CHECK(to_text(parse_game(kEnd).value().start) == kEnd);
  CHECK(parse_game("f5").value().result.empty());
  CHECK(parse_game("1. f5 37-27").value().result == "37-27");
  CHECK(parse_game("f5d6 B+12").value().result == "B+12");
  CHECK(parse_game("f5d6 w+2").value().result == "w+2");
}

TEST_CASE("numbers without a move after them become the comment", "[transcript]") {
  const auto comment = [](const std::string& text) { return parse_game(text).value().comment; };
  const std::string none[] = {"1 f5 2 d6",  "1 2 f5",    "1. f5 d6 2.",     "f5-d6",
                              "f5d6 37-27", "f5d6 B+12", kToPass + " 0000", kToPass + " --"};
  for (const std::string& text : none) {
    CAPTURE(text);
    CHECK(comment(text).empty());
  }
  CHECK(comment("f5d6 34 30") == "34 30");
  CHECK(comment("f5d6: -4 12\n") == "-4 12");
  CHECK(comment(kStart + " 60") == "60");
}

TEST_CASE("errors in transcripts name the move at fault", "[transcript]") {
  struct Case {
    std::string text, want;
  };
  const std::string no_move = " is not a move (d3 or pass) at move ";
  const Case cases[] = {
      {"f5d4", "illegal move: 'd4' for white (legal: f4 d6 f6) at move 2"},
      {"f5 f5", "illegal move: 'f5' for white (legal: f4 d6 f6) at move 2"},
      {"pass", "illegal move: 'pass' for black (legal: d3 c4 f5 e6) at move 1"},
      {"f5 -- d6", "illegal move: 'pass' for white (legal: f4 d6 f6) at move 2"},
      {kWipeOut + "a1", "illegal move: 'a1' for white (the game is over) at move 10"},
      {kToPass + "--d2", "illegal move: 'd2' for white (legal: e3 f6) at move 9"},
      {"f5z9c3", "game: 'z9c3'" + no_move + "2"},
      {"f5 d", "game: 'd'" + no_move + "2"},
      {"f5 d9", "game: 'd9'" + no_move + "2"},
      {"f55", "game: '5'" + no_move + "2"},
      {"hello", "game: 'hello'" + no_move + "1"},
      {"f5 \xE2\x80\x93 d6", "game: '\\xE2\\x80\\x93 d6'" + no_move + "2"},
      {std::string("f5\0d6", 5), "game: '\\x00d6'" + no_move + "2"},
      {"X--O----X--O f5",
       "position: 'X--O----X--O f5' has 12 squares before 'f5', need 64 (36, 16)"},
      {kStart + "; e3", "illegal move: 'e3' for black (legal: d3 c4 f5 e6) at move 1"},
      {std::string(1'100'000, ' '), "is longer than 1048576 bytes"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text.substr(0, 100));
    CHECK_THAT(moves_of(c.text), Catch::StartsWith("error: ") && Catch::Contains(c.want));
  }
  CHECK(parse_game("d4").error().code == ErrorCode::kIllegalMove);
}

TEST_CASE("random games survive writing and reading as transcripts", "[transcript]") {
  SplitMix64 random(60);
  int passes = 0;
  for (int i = 0; i < 200; ++i) {
    Game game;
    while (!game.over()) {
      Bitboard legal = game.legal_moves();
      for (int skip = legal ? random.below(std::popcount(legal)) : 0; skip > 0; --skip) {
        legal &= legal - 1;
      }
      game.play(legal ? first_square(legal) : Square::kPass).value();
    }
    GameRecord record;
    for (const PlayedMove& move : game.moves()) {
      record.moves.push_back(move.square);
      passes += move.square == Square::kPass;
    }
    const GameRecord read = parse_game(to_transcript(record)).value();
    REQUIRE(read.moves == record.moves);
    REQUIRE(read.replay().position() == game.position());
    REQUIRE(read.replay().moves() == game.moves());
  }
  CHECK(passes > 0);
}

TEST_CASE("transcripts of small boards use their square names", "[transcript]") {
  const auto game = [](std::string_view text, int size) {
    const Result<GameRecord> read = parse_game(text, size);
    if (!read) return "error: " + read.error().message;
    return std::to_string(read->start.size) + ": " + to_transcript(*read);
  };
  CHECK(game("", 4) == "4: ");
  CHECK(game("b1a1a2", 4) == "4: b1a1a2");
  CHECK(game("1. B1 a1 2. A2 3-11", 4) == "4: b1a1a2");
  CHECK(game("c2b2", 6) == "6: c2b2");
  CHECK(game("start b1", 4) == "4: b1");
  CHECK(game("startpos c2", 6) == "6: c2");
  CHECK(game("-----OX--XO----- X b1a1", 8) == "4: b1a1");
  CHECK(game("-----OX--XO----- b1a1", 8) == "4: b1a1");
  CHECK(game("-----OX--XO-----X b1 -- 3-11", 8) ==
        "error: illegal move: 'pass' for white (legal: a1 c1 a3) at move 2");
  CHECK(game("--------------OX----XO-------------- X\n1. c2 b2", 4) == "6: c2b2");
  CHECK(game(to_text(Position{}) + " f5", 4) == "8: f5");
  CHECK(game(diagram(start_position(6)) + "\nX\nc2", 8) == "6: c2");
  CHECK(parse_game("b1", 4).value().moves[0] == parse_square("d3").value());

  CHECK(game("b1e5", 4) == "error: game: 'e5' is not a move (d3 or pass) at move 2");
  CHECK(game("g1", 6) == "error: game: 'g1' is not a move (d3 or pass) at move 1");
  CHECK(game("a1", 4) == "error: illegal move: 'a1' for black (legal: b1 a2 d3 c4) at move 1");
}

TEST_CASE("random games on small boards survive writing and reading as transcripts",
          "[transcript]") {
  SplitMix64 random(46);
  for (int i = 0; i < 200; ++i) {
    const int size = i % 2 == 0 ? 4 : 6;
    Game game(start_position(size));
    while (!game.over()) {
      Bitboard legal = game.legal_moves();
      for (int skip = legal ? random.below(std::popcount(legal)) : 0; skip > 0; --skip) {
        legal &= legal - 1;
      }
      game.play(legal ? first_square(legal) : Square::kPass).value();
    }
    GameRecord record;
    record.start = game.start();
    for (const PlayedMove& move : game.moves()) record.moves.push_back(move.square);
    const std::string text = to_transcript(record);
    const GameRecord read = parse_game(text, size).value();
    REQUIRE(read.moves == record.moves);
    REQUIRE(read.replay().position() == game.position());
    REQUIRE(parse_game(to_text(record.start) + " " + text).value().moves == record.moves);
  }
}

TEST_CASE("a record is replayed up to any move", "[transcript]") {
  const GameRecord record = parse_game(kToPass + "e3").value();
  CHECK(record.replay(0).position() == Position{});
  CHECK(record.replay(1).moves().size() == 1);
  CHECK(rules::must_pass(record.replay(8).position().board));
  CHECK(record.replay(9).position().to_move == Color::kWhite);
  CHECK(record.replay(99).moves().size() == 10);
  CHECK(record.replay().position() == record.replay(10).position());
  CHECK(to_transcript(record) == kToPass + "e3");
}

TEST_CASE("no text crashes the transcript reader", "[transcript]") {
  const auto game = [](std::string_view text) { return parse_game(text); };
  const auto small_game = [](std::string_view text) { return parse_game(text, 4); };
  test::check_bad_input(small_game, {"b1a1 -- a2", "-----OX--XO----- X; b1 c1"},
                        "abcd1234-XOpas \n");
  test::check_bad_input(game,
                        {kToPass + "--e3", "1. E6 f4 2. E3 f6 3. G5 d6 4. E7 f5 5. C5 -- -- 64-0",
                         kStart + "; f5 d6 B+12 % comment"},
                        "abcdefgh12345678pas-. @+%\nXO0");
}

// From complaints of users: othello-sensei issue 3, Egaroucid issue 418, PlayOK.
TEST_CASE("texts that users paste are read", "[transcript]") {
  const std::string squares(27, '-'), rest(27, '-');
  for (const std::string white : {"O", "o", "0", "w", "W"}) {
    for (const std::string black : {"X", "x", "*", "@", "b", "B"}) {
      const std::string board = squares + white + black + "------" + black + white + rest;
      CAPTURE(board);
      CHECK(moves_of(board + " " + black + " f5d6c3") == "f5 d6 c3");
      CHECK(moves_of(board + "\n1. F5 d6 2. C3") == "f5 d6 c3");
    }
  }
  CHECK(moves_of("[8 ---------------------------O*------*O--------------------------- *] F5 d6") ==
        "f5 d6");
  CHECK(moves_of("1. F5 f4 2. F3 g4") == "f5 f4 f3 g4");
  CHECK(moves_of("1. F5 f4\r2. F3 g4\r") == "f5 f4 f3 g4");
  CHECK(moves_of("F5-f4-F3-g4") == "f5 f4 f3 g4");
  CHECK(moves_of("01.f5 02.f4 03.f3") == "f5 f4 f3");
  CHECK(moves_of("F5f4F3g4") == "f5 f4 f3 g4");
  CHECK(moves_of("F5 F4 F3 G4") == "f5 f4 f3 g4");
}
