// SPDX-License-Identifier: MIT
/// PGN from Edax, PlayOK and cutegames, and malformed PGN.
#include "engine/formats/codecs.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "tests/support/boards.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

using namespace sumi;

namespace {

const std::string kPlayOk =
    "[Event \"?\"]\r\n[Site \"PlayOK\"]\r\n[Date \"2020.01.02\"]\r\n[Round \"-\"]\r\n"
    "[Black \"anna\"]\r\n[White \"bert \\\"b\\\"\"]\r\n[Result \"37-27\"]\r\n[Time "
    "\"12:33:18\"]\r\n"
    "[TimeControl \"300\"]\r\n[BlackElo \"1500\"]\r\n[WhiteElo \"1600\"]\r\n\r\n"
    "1. d3 c3 2. b3 b2 3. f5 a3 4. a1 c1\r\n5. -- e3 37-27\r\n";

const std::string kNoted =
    "[Black \"anna\"]\n\n{About the game.} 1. f5 {[%eval -1.5] [%emt 0:00:02] good\nmove} "
    "d6! {[%eval x]} (1... f4 {worse)} (1... f6)) 2. c3 $4 *";

/// The start, unless standard, and the moves with passes.
std::string summary(std::string_view text) {
  const Result<GameRecord> game = parse_pgn(text);
  if (!game) return "error: " + game.error().message;
  std::string out = game->start == Position{} ? "" : to_text(game->start);
  for (const Square s : game->moves) {
    out += (out.empty() ? "" : " ") + to_text(s, game->start.size);
  }
  return out;
}

}  // namespace

TEST_CASE("PGN's tags become fields of the record", "[pgn]") {
  const GameRecord game = parse_pgn(kPlayOk).value();
  CHECK(game.event.empty());
  CHECK(game.round.empty());
  CHECK(game.place == "PlayOK");
  CHECK(game.date == "2020.01.02_12:33:18");
  CHECK(game.black == "anna");
  CHECK(game.white == "bert \"b\"");
  CHECK(game.result == "37-27");
  CHECK(game.black_rating == "1500");
  CHECK(game.white_rating == "1600");
  CHECK(game.extra == std::vector<ExtraTag>{{"TimeControl", "300"}});

  CHECK(parse_pgn("[Date \"1980.??.??\"]").value().date == "1980");
  CHECK(parse_pgn("[Date \"1980.05.??\"]").value().date == "1980.05");
  CHECK(parse_pgn("[Date \"????.??.??\"]").value().date.empty());
  CHECK(parse_pgn("[Event \"The \"big\" one\"]").value().event == "The \"big\" one");
  CHECK(parse_pgn("[White \"C:\\\\d\\e\"]").value().white == "C:\\d\\e");
  CHECK(parse_pgn("[White \"Ren\xE9\"]").value().white == "Ren\xC3\xA9");
}

TEST_CASE("PGN games are read in all known forms", "[pgn]") {
  const std::string passing = "d3 c3 b3 b2 f5 a3 a1 c1 pass e3";
  const std::string to_pass = "1. d3 c3 2. b3 b2 3. f5 a3 4. a1 c1 ";
  struct Case {
    std::string text, want;
  };
  const Case cases[] = {
      {kPlayOk, passing},
      {kNoted, "f5 d6 c3"},
      {to_pass + "5. pass e3 1-0", passing},
      {to_pass + "5. 0000 e3 *", passing},
      {to_pass + "5. PA e3", passing},
      {to_pass + "5. e3", passing},
      {"1.F5 D6 2.C3", "f5 d6 c3"},
      {"1. f5\r1... d6\r2. c3", "f5 d6 c3"},
      {"f5 d6 c3 1/2-1/2 d3", "f5 d6 c3"},
      {"f5 ; d6 is better\nf4?! 0-1", "f5 f4"},
      {"[Black \"a\"]\n\n1. f5 *\n\n[Black \"b\"]\n\n1. d3 *", "f5"},
      {"[Black \"a\"]\n1. f5\n[Black \"b\"]\n1. d3", "f5"},
      {"% an escape\n\xEF\xBB\xBF",
       "error: pgn: '\\xEF\\xBB\\xBF' is not a move (d3, -- or pass) at move 1"},
      {"\xEF\xBB\xBF[Black \"a\"]", ""},
      {"[FEN \"8/8/8/3ox3/3xo3/8/8/8 o\"]\n1... d6", to_text(Position{}.passed()) + " d6"},
      {"[FEN \"8/8/8/3Pp3/3pP3/8/8/8 b\"]\n1. f4",
       to_text(parse_fen("8/8/8/3Pp3/3pP3/8/8/8 b").value()) + " f4"},
      {"[SetUp \"1\"][FEN \"4/1ox1/1xo1/4 x\"]\n1. b1 a1", to_text(start_position(4)) + " b1 a1"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(summary(c.text) == c.want);
  }
}

TEST_CASE("comments, variations and NAGs of PGN become notes", "[pgn]") {
  // Comments before or between the tags belong to the game.
  const GameRecord early =
      parse_pgn("{one}\n[Event \"x\"]\n; two\n[Black \"Anna\"]\n\n1. f5 d6 *").value();
  CHECK(early.comment == "one\ntwo");
  CHECK(early.black == "Anna");
  CHECK(early.moves.size() == 2);

  const GameRecord game = parse_pgn(kNoted).value();
  CHECK(game.comment == "About the game.");
  CHECK(game.result.empty());
  REQUIRE(game.notes.size() == 3);
  CHECK(game.notes[0] == MoveNote{-1.5, 2.0, "good\nmove"});
  CHECK(game.notes[1].comment == "!\n[%eval x]\n(1... f4 [worse)] (1... f6))");
  CHECK(game.notes[2].comment == "$4");
  CHECK_FALSE(game.notes[1].discs);

  // Joining two comments or commands forms a new command, which survives writing.
  const GameRecord joined =
      parse_pgn("1. f5 {good [%eval -2. } ;]2.c3\n d6 {[%ev[%emt 3]al 2]} *").value();
  CHECK(joined.notes[0] == MoveNote{-2.0, {}, "good 2.c3"});
  CHECK(joined.notes[1] == MoveNote{2.0, 3.0, ""});
  CHECK(to_pgn(parse_pgn(to_pgn(joined)).value()) == to_pgn(joined));
}

TEST_CASE("PGN is written with tags, move numbers and the result", "[pgn]") {
  GameRecord game = parse_pgn(kPlayOk).value();
  CHECK(to_pgn(game) ==
        "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2020.01.02\"]\n[Time \"12:33:18\"]\n"
        "[Round \"?\"]\n[Black \"anna\"]\n[White \"bert \\\"b\\\"\"]\n[Result \"37-27\"]\n"
        "[BlackElo \"1500\"]\n[WhiteElo \"1600\"]\n[TimeControl \"300\"]\n\n"
        "1. d3 c3 2. b3 b2 3. f5 a3 4. a1 c1 5. -- e3 37-27\n");
  game.notes.resize(game.moves.size());
  game.notes[0] = {1.0, {}, "so }"};
  CHECK_THAT(to_pgn(game), Catch::Contains("\n1. d3 {[%eval 1] so )} 1... c3 2. b3"));

  const auto result = [](std::string text) {
    GameRecord record = parse_game("f5").value();
    record.result = std::move(text);
    const std::string pgn = to_pgn(record);
    CHECK(parse_pgn(pgn).value().moves == record.moves);
    return pgn.substr(pgn.find("1. f5 ") + 6);
  };
  CHECK(result("B+12") == "38-26\n");
  CHECK(result("+2.000") == "33-31\n");
  CHECK(result("1-0") == "1-0\n");
  CHECK(result("W+Resign") == "0-1\n");
  CHECK(result("1/2-1/2") == "32-32\n");
  CHECK(result("?") == "*\n");
  CHECK(result("") == "*\n");
}

TEST_CASE("PGN lines have at most 79 columns", "[pgn]") {
  SplitMix64 random(79);
  std::size_t longest = 0;
  for (int i = 0; i < 20; ++i) {
    Game game;
    while (game.legal_moves() != 0) {
      REQUIRE(game.play(test::random_square(random, game.legal_moves())));
    }
    GameRecord record;
    for (const PlayedMove& move : game.moves()) record.moves.push_back(move.square);
    std::istringstream lines(to_pgn(record));
    for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  }
  CHECK(longest == 79);
}

TEST_CASE("PGN keeps every field of a record", "[pgn]") {
  GameRecord game = parse_game("-----OX--XO----- O\n c1 d1").value();
  game.black = "A \\ \"b\"";
  game.event = "Open";
  game.round = "3";
  game.date = "1999";
  game.result = "-2.000:r";
  game.comment = "two\nlines";
  game.black_clock = "5:00";
  game.theoretical = {{-4}, 10};
  game.extra = {{"KM", "+2"}, {"Annotator", "me"}};
  game.notes = {{-0.25, 1.5, "why"}, {}};
  CHECK(parse_pgn(to_pgn(game)).value() == game);
  CHECK_THAT(to_pgn(game), Catch::Contains("[FEN \"4/1ox1/1xo1/4 o\"]\n\n{two\nlines} 1... c1"));
}

TEST_CASE("errors in PGN name the tag or move at fault", "[pgn]") {
  struct Case {
    std::string text, part;
  };
  const Case cases[] = {
      {"", "pgn: '' has no game, [Name \"value\"] and moves"},
      {"[Black]", "pgn: '[Black]' is not a tag, [Name \"value\"]"},
      {"[Black \"a]\n1. f5", "has no \"]"},
      {"1. f5 {d6", "pgn: '{d6' has no }"},
      {"1. f5 (1. d3 (", "pgn: '(1. d3 (' has no )"},
      {"1. f5 z9", "pgn: 'z9' is not a move (d3, -- or pass) at move 2"},
      {"1. f5 f5", "illegal move: 'f5' for white (legal: f4 d6 f6) at move 2"},
      {"[FEN \"x\"]", "pgn: FEN: 'x' has 1 ranks"},
      {std::string(2'000'000, ' '), "pgn: no game in the first 1048576 bytes"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text.substr(0, 100));
    CHECK_THAT(summary(c.text), Catch::StartsWith("error: ") && Catch::Contains(c.part));
  }
}

TEST_CASE("no text crashes the PGN reader", "[pgn]") {
  test::check_bad_input([](std::string_view text) { return parse_pgn(text); }, {kPlayOk, kNoted},
                        "[]{}();\"\\$*.-% 12fd53Ex\n\r");
  SplitMix64 random(4);
  int readable = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = i % 2 == 0 ? kPlayOk : kNoted;
    text[static_cast<std::size_t>(random.below(static_cast<int>(text.size())))] =
        static_cast<char>(random.next());
    const Result<GameRecord> game = parse_pgn(text);
    if (!game) continue;
    ++readable;
    CAPTURE(text);
    const Result<GameRecord> again = parse_pgn(to_pgn(*game));
    REQUIRE(again);
    REQUIRE(again->moves == game->moves);
    REQUIRE(to_pgn(*again) == to_pgn(*game));
  }
  CHECK(readable > 1000);
}
