// SPDX-License-Identifier: MIT
/// Games over xboard's protocol: handshake, sides, moves, passes, results.
#include "engine/base/random.h"
#include "engine/game/notation.h"
#include "tests/support/junk.h"
#include "tests/unit/protocol/xboard/xboard_conversation.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sumi;
using namespace sumi::protocol;

namespace {

const std::string kSetup = "setup (P.....p.....) ";
const std::string kStartFen = "8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1";

/// White, the second player, has c1 and c3; Black, the first, never has a move.
const std::string kFirstIsStuck = "8/8/8/8/8/pP6/8/pP6";

std::string first_move(const Game& game) {
  const Bitboard moves = game.legal_moves();
  return "P@" + to_text(first_square(moves));
}

bool is_move(const std::string& line) {
  return line.starts_with("move ") && parse_xboard_move(line.substr(5)).has_value();
}

}  // namespace

TEST_CASE("the handshake announces the features", "[xboard]") {
  XBoardConversation xboard;
  CHECK(xboard("xboard").empty());
  const Lines features = xboard("protover 2");
  REQUIRE(features.size() > 3);
  CHECK(features.back() == "feature done=1");
  for (const char* line : {"accepted setboard", "rejected smp", "new", "random", "level 40 5 0",
                           "post", "hard", "easy", "computer", "name Fred", "rating 1500 1600",
                           "ics freechess.org", "draw", "otim 30000", "nps 0", "", "  ", "\r"}) {
    CAPTURE(line);
    CHECK(xboard(line).empty());
  }
  CHECK(xboard("variant reversi") == Lines{kSetup + kStartFen});
  CHECK(xboard("bk") == Lines{" No book is in use.", ""});
  CHECK_FALSE(xboard.session().finished());
  xboard.send("quit");
  CHECK(xboard.session().finished());
  CHECK(xboard.lines().empty());
}

TEST_CASE("xboard: the name option sets the engine's name", "[xboard]") {
  EngineOptions options = xboard_options();
  options.name = "Sumi \"L10\"";
  XBoardConversation xboard(options);
  CHECK(xboard("protover 2").at(1).starts_with("feature myname=\"Sumi 'L10' "));
  CHECK(xboard("option name=Sumi L11").empty());
  CHECK(xboard("protover 2").at(1).starts_with("feature myname=\"Sumi L11 "));
}

TEST_CASE("after new we play second and answer each move", "[xboard]") {
  XBoardConversation xboard;
  CHECK(xboard("new").empty());
  const Lines said = xboard("usermove P@d3");
  REQUIRE(said.size() == 1);
  CHECK(is_move(said[0]));
  CHECK(xboard.session().game().moves().size() == 2);
  const Lines bare = xboard(first_move(xboard.session().game()));
  REQUIRE(bare.size() == 1);
  CHECK(is_move(bare[0]));
}

TEST_CASE("go, force and playother choose the sides", "[xboard]") {
  XBoardConversation xboard;
  xboard("new");
  const Lines first = xboard("go");
  REQUIRE(first.size() == 1);
  CHECK(is_move(first[0]));
  CHECK(xboard.session().game().position().to_move == Color::kWhite);
  CHECK(xboard("force").empty());
  CHECK(xboard(first_move(xboard.session().game())).empty());
  CHECK(xboard("playother").empty());  // we are White now, and Black is to move
  const Lines reply = xboard(first_move(xboard.session().game()));
  REQUIRE(reply.size() == 1);
  CHECK(is_move(reply[0]));
  CHECK(xboard("new").empty());
  CHECK(xboard.session().game().moves().empty());
  CHECK(xboard("P@f5").size() == 1);
  CHECK(xboard("result 1-0 {Black resigns}").empty());
  CHECK(xboard(first_move(xboard.session().game())).empty());  // the game is over for us
}

TEST_CASE("illegal moves and unknown commands are errors", "[xboard]") {
  XBoardConversation xboard;
  xboard("new");
  CHECK(xboard("usermove P@a1") == Lines{"Illegal move: P@a1"});
  CHECK(xboard("usermove e2e4") == Lines{"Illegal move: e2e4"});
  CHECK(xboard("usermove @@@@") == Lines{"Illegal move: @@@@"});
  CHECK(xboard("P@d4") == Lines{"Illegal move: P@d4"});
  CHECK(xboard("usermove \x01\xFF") == Lines{"Illegal move: ??"});
  CHECK(xboard("castle now") == Lines{"Error (unknown command): 'castle now'"});
  CHECK(xboard("edit") == Lines{"Error (unknown command): 'edit'"});
  CHECK(xboard.session().game().moves().empty());
  xboard.send("usermove P@d3", true);
  CHECK(xboard.lines() == Lines{"Error (line is longer than 65536 bytes): 'usermove'"});
  CHECK(xboard("variant crazyhouse") ==
        Lines{"Error (unsupported variant, only reversi and alien): 'variant crazyhouse'"});
}

TEST_CASE("undo and remove take back moves", "[xboard]") {
  XBoardConversation xboard;
  xboard("new");
  CHECK(xboard("undo") == Lines{"Error (command not legal now, 0 moves were made): 'undo'"});
  xboard("P@d3");
  REQUIRE(xboard.session().game().moves().size() == 2);
  CHECK(xboard("remove").empty());
  CHECK(xboard.session().game().moves().empty());
  xboard("force");
  xboard("P@d3");
  CHECK(xboard("remove") == Lines{"Error (command not legal now, 1 moves were made): 'remove'"});
  CHECK(xboard("undo").empty());
  CHECK(xboard.session().game().moves().empty());
}

TEST_CASE("setboard sets the position", "[xboard]") {
  XBoardConversation xboard;
  xboard("force");
  CHECK(xboard("setboard 8/8/8/3Pp3/3PP3/3P4/8/8 b - - 0 1").empty());
  CHECK(xboard.session().game().position().to_move == Color::kWhite);
  CHECK(xboard("usermove P@c5").empty());
  const Lines wrong = xboard("setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  REQUIRE(wrong.size() == 1);
  CHECK(wrong[0].starts_with("tellusererror Illegal position: FEN: "));
  CHECK(xboard.session().game().moves().size() == 1);
}

TEST_CASE("passes are sent and accepted as @@@@", "[xboard]") {
  XBoardConversation xboard;
  xboard("force");
  SECTION("we send our pass") {
    xboard("setboard " + kFirstIsStuck + " w - - 0 1");
    CHECK(xboard("go") == Lines{"move @@@@"});
    CHECK(xboard("usermove P@c1") == Lines{"move @@@@"});
    CHECK(xboard("usermove P@c3") == Lines{"0-1 {Black wins 64-0}"});
    CHECK(xboard("usermove @@@@").empty());  // a repeated pass is not answered
  }
  SECTION("the opponent's pass is accepted") {
    xboard("setboard " + kFirstIsStuck + " b - - 0 1");
    CHECK(xboard("go").size() == 1);
    CHECK(xboard("usermove P@h8") == Lines{"Illegal move: P@h8"});
    const Lines last = xboard("usermove @@@@");
    REQUIRE(last.size() == 2);
    CHECK(is_move(last[0]));
    CHECK(last[1] == "0-1 {Black wins 64-0}");
    CHECK(xboard("go").empty());
  }
  SECTION("a pass may be omitted") {
    xboard("setboard " + kFirstIsStuck + " w - - 0 1");
    CHECK(xboard("usermove P@c1").empty());
    CHECK(xboard.session().game().moves().size() == 2);
    CHECK(xboard("undo").empty());
    CHECK(xboard.session().game().moves().empty());
  }
}

TEST_CASE("the result follows the last move or setboard", "[xboard]") {
  XBoardConversation xboard;
  xboard("force");
  const std::string rows = "PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/";
  xboard("setboard " + rows + "1pppppPP w - - 0 1");
  CHECK(xboard("usermove P@a1") == Lines{"1-0 {White wins 64-0}"});
  CHECK(xboard("undo").empty());
  CHECK(xboard("go") == Lines{"move P@a1", "1-0 {White wins 64-0}"});
  CHECK(xboard("setboard 8/8/8/8/8/8/8/P7 b - - 0 1") == Lines{"1-0 {White wins 64-0}"});
  CHECK(xboard("setboard pP6/8/8/8/8/8/8/8 b - - 0 1").empty());
}

TEST_CASE("in variant alien the board follows each move", "[xboard]") {
  XBoardConversation xboard;
  CHECK(xboard("variant alien") == Lines{kSetup + kStartFen});
  CHECK(xboard("new") == Lines{kSetup + kStartFen});
  const Lines said = xboard("usermove P@d3");
  REQUIRE(said.size() == 3);
  CHECK(said[0] == kSetup + "8/8/8/3Pp3/3PP3/3P4/8/8 b - - 0 1");
  CHECK(is_move(said[1]));
  CHECK(said[2] == kSetup + xboard_fen(xboard.session().game().position()));
  CHECK(xboard("undo").size() == 1);
  CHECK(xboard("variant reversi").size() == 1);
  CHECK(xboard("new").empty());
}

TEST_CASE("the engine plays itself, with passes and result", "[xboard]") {
  XBoardConversation xboard;
  xboard("new");
  std::string result;
  for (int ply = 0; ply < 70 && result.empty(); ++ply) {
    const Lines said = xboard("go");
    REQUIRE_FALSE(said.empty());
    CHECK(is_move(said[0]));
    if (said.size() == 2) result = said[1];
  }
  CHECK(xboard.session().game().over());
  CHECK(result == xboard_result(xboard.session().game().position()));
}

TEST_CASE("a ping is answered, whatever the input", "[xboard][fuzz]") {
  static const std::vector<std::string> kWords{
      "xboard",  "protover",  "2",     "new",    "variant", "reversi",  "alien",    "force",
      "go",      "playother", "level", "40",     "5",       "0",        "0:30",     "st",
      "sd",      "time",      "otim",  "?",      ".",       "draw",     "result",   "setboard",
      kStartFen, "bk",        "undo",  "remove", "hard",    "easy",     "post",     "nopost",
      "analyze", "exit",      "name",  "memory", "1",       "usermove", "P@d3",     "P@c5",
      "P@f5",    "@@@@",      "P@f6",  "option", "seed=3",  "level=99", "1-0",      "{x}",
      "\xFF",    "\t",        "ping",  "w",      "b",       "e2e4",     "accepted", "8/8"};
  XBoardConversation xboard;
  SplitMix64 random(8);
  for (int i = 0; i < 800; ++i) {
    std::string line;
    for (int n = random.below(4); n >= 0; --n) {
      line += kWords[static_cast<std::size_t>(random.below(static_cast<int>(kWords.size())))] + ' ';
    }
    if (i % 5 == 0) {
      line = test::junk(random, 40);
      std::ranges::replace(line, '\n', ' ');
    }
    CAPTURE(i, line);
    for (const std::string& text : xboard(line)) {
      for (const char c : text) REQUIRE((c >= ' ' && c <= '~'));
    }
  }
}
