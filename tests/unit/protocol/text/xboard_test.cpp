// SPDX-License-Identifier: MIT
#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "protocol/text/xboard.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sumi;
using namespace sumi::protocol;

namespace {

const std::string kStartFen = "8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1";

}  // namespace

TEST_CASE("xboard: a line is a command and its arguments", "[xboard]") {
  CHECK(parse_xboard_line(" level\t0 5  0 \r").name == "level");
  CHECK(parse_xboard_line(" level\t0 5  0 \r").args == "0 5  0");
  CHECK(parse_xboard_line("?").name == "?");
  CHECK(parse_xboard_line(" \r").name.empty());
}

TEST_CASE("xboard: moves are drops (P@d3), and @@@@ is a pass", "[xboard]") {
  CHECK(xboard_move(*parse_square("d3")) == "P@d3");
  CHECK(xboard_move(Square::kPass) == "@@@@");
  for (const char* d3 : {"P@d3", "p@D3", "d3"})
    CHECK(*parse_xboard_move(d3) == *parse_square("d3"));
  for (const char* pass : {"@@@@", "pass"}) CHECK(*parse_xboard_move(pass) == Square::kPass);
  for (const char* wrong : {"", "P@", "P@i9", "P@d33", "e2e4", "N@d3", "go"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_xboard_move(wrong));
  }
}

TEST_CASE("xboard: White moves first, and ranks are counted from the top of the FEN", "[xboard]") {
  CHECK(xboard_fen({}) == kStartFen);
  const auto start = parse_xboard_fen(kStartFen);
  REQUIRE(start);
  CHECK(*start == Position{});
  CHECK(parse_xboard_fen("8/8/8/3Pp3/3pP3/8/8/8 b - - 0 1")->to_move == Color::kWhite);
  CHECK(*parse_xboard_fen("8/8/8/3ox3/3xo3/8/8/8 x") == Position{});

  // An asymmetric position, after d3 on xboard's rank 3.
  Game game;
  REQUIRE(game.play(*parse_square("d3")));
  const std::string fen = xboard_fen(game.position());
  CHECK(fen == "8/8/8/3Pp3/3PP3/3P4/8/8 b - - 0 1");
  CHECK(*parse_xboard_fen(fen) == game.position());
  REQUIRE(game.play(*parse_square("c5")));
  CHECK(*parse_xboard_fen(xboard_fen(game.position())) == game.position());

  for (const char* wrong : {"", "8/8/8/8 w", "8/8/8/3Pp3/3pP3/8/8/9 w", "8/8/8/3Pp3/3pP3/8/8/8",
                            "3Pp1/6/6/6/6/6 w", "8/8/8/3Kp3/3pP3/8/8/8 w - - 0 1"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_xboard_fen(wrong));
  }
}

TEST_CASE("xboard: time controls are parsed", "[xboard]") {
  const auto level = parse_xboard_level("40 5 0");
  REQUIRE(level);
  CHECK(level->moves == 40);
  CHECK(level->base == Millis(300'000));
  CHECK(level->increment == Millis(0));
  CHECK(parse_xboard_level("0 2:30 12")->base == Millis(150'000));
  CHECK(parse_xboard_level("0 2:30 12")->increment == Millis(12'000));
  CHECK(parse_xboard_level("0 0:01 0.25")->increment == Millis(250));
  for (const char* wrong : {"", "40", "40 5", "-1 5 0", "x 5 0", "40 x 0", "40 5:x 0", "40 -5 0",
                            "40 5 -1", "40 5 0 0", "40 nan 0"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_xboard_level(wrong));
  }
  CHECK(*parse_xboard_seconds("1.5") == Millis(1500));
  CHECK(*parse_xboard_seconds("1e300") == Millis(86'400'000));
  CHECK_FALSE(parse_xboard_seconds("inf"));
  CHECK_FALSE(parse_xboard_seconds(""));
}

TEST_CASE("xboard: features list what the session supports", "[xboard]") {
  EngineOptions options;
  options.weights = "a \"b\"";
  const auto lines = xboard_features(options);
  CHECK(lines.front() == "feature done=0");
  CHECK(lines.back() == "feature done=1");
  std::string all;
  for (const std::string& line : lines) {
    CHECK(line.starts_with("feature "));
    CHECK(std::ranges::count(line, '"') % 2 == 0);
    all += line + " ";
  }
  for (const char* feature :
       {"variants=\"reversi,alien\"", "setboard=1", "playother=1", "ping=1", "draw=0", "sigint=0",
        "sigterm=0", "debug=1", "analyze=1", "myname=\"Sumi ", "colors=0", "memory=1", "smp=1",
        "usermove=1", "option=\"level -spin -1 -1 60\"", "option=\"isa -string auto\"",
        "option=\"evaluator -combo *auto /// nnue /// pattern /// table /// ",
        "option=\"weights -string a 'b'\""}) {
    CAPTURE(feature);
    CHECK(all.find(feature) != all.npos);
  }
  for (const char* own_command : {"hash-mib", "threads", "ponder", "\"size"}) {
    CHECK(all.find(own_command) == all.npos);
  }
}

TEST_CASE("xboard: options are written and parsed", "[xboard]") {
  CHECK(parse_xboard_option("level=12")->name == "level");
  CHECK(parse_xboard_option("level = 12 ")->value == "12");
  CHECK(parse_xboard_option("level=1")->value == "1");
  CHECK(parse_xboard_option("ponder=1")->value == "true");
  CHECK(parse_xboard_option("ponder=0")->value == "false");
  CHECK(parse_xboard_option("weights=a=b")->value == "a=b");
  CHECK(parse_xboard_option("weights=")->value.empty());
  CHECK_FALSE(parse_xboard_option("level"));
}

TEST_CASE("xboard: thinking lines and results are written", "[xboard]") {
  SearchUpdate update;
  update.depth = 12;
  update.lower = update.upper = Value{-448};
  update.seconds = 0.954;
  update.nodes = 123456;
  for (const char* move : {"d3", "pass", "f6"}) update.line.push_back(*parse_square(move));
  CHECK(xboard_thinking(update) == "12 -350 95 123456 P@d3 @@@@ P@f6");

  const auto result = [](int black, int white, Color to_move) {
    const Bitboard blacks = black == 64 ? ~Bitboard{0} : (Bitboard{1} << black) - 1;
    const Bitboard whites = white == 0 ? 0 : ~Bitboard{0} << (64 - white);
    return xboard_result(make_position(blacks, whites, to_move));
  };
  for (const Color to_move : {Color::kBlack, Color::kWhite}) {
    CHECK(result(40, 24, to_move) == "1-0 {White wins 40-24}");
    CHECK(result(24, 40, to_move) == "0-1 {Black wins 40-24}");
    CHECK(result(32, 32, to_move) == "1/2-1/2 {Draw 32-32}");
    CHECK(result(20, 0, to_move) == "1-0 {White wins 64-0}");
  }
}

TEST_CASE("xboard: any bad input gives an error of one readable line", "[xboard]") {
  test::check_bad_input(parse_xboard_fen, {kStartFen}, "PpxowbKQkq12345678/ -");
  test::check_bad_input(parse_xboard_move, {"P@d3", "@@@@"}, "P@abcdefgh12345678");
  test::check_bad_input(parse_xboard_level, {"40 5 0", "0 2:30 12"}, "0123456789:. -");
  test::check_bad_input(parse_xboard_option, {"level=12"}, "level=12 ");
}
