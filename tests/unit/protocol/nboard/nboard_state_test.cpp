// SPDX-License-Identifier: MIT
#include "engine/formats/codecs.h"
#include "tests/unit/protocol/nboard/conversation.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::protocol;

TEST_CASE("set depth sets our level", "[nboard]") {
  NBoardConversation nboard;
  CHECK(nboard("set depth 12") == Lines{"set myname Sumi12"});
  CHECK(nboard.engine().options().level == 12);
  CHECK(nboard.engine().options().depth == 0);
  CHECK(nboard("set depth 99") == Lines{"set myname Sumi60"});
  CHECK(nboard("set depth 0") == Lines{"set myname Sumi1"});
  CHECK(nboard("set depth six") == Lines{"status depth: 'six' is not a number in 1..60"});
  CHECK(nboard("set depth") == Lines{"status depth: '' is not a number in 1..60"});
  CHECK(nboard.engine().options().level == 1);
}

TEST_CASE("NBoard: the name option sets the engine's name", "[nboard]") {
  EngineOptions options = test::small_engine();
  options.name = "Sumi L10";
  NBoardConversation nboard(options);
  CHECK(nboard("set depth 10") == Lines{"set myname Sumi_L10"});  // the client reads one word
  CHECK(nboard("set name Black Sumi") == Lines{"set myname Black_Sumi"});
  CHECK(nboard("set depth 12") == Lines{"set myname Black_Sumi"});
  CHECK(nboard("set name Sumi") == Lines{"set myname Sumi12"});
}

TEST_CASE("set changes the engine's options", "[nboard]") {
  NBoardConversation nboard;
  CHECK(nboard("set hash-mib 2").empty());
  CHECK(nboard.engine().options().hash_mib == 2);
  CHECK(nboard("set level 7").empty());
  CHECK(nboard.engine().options().level == 7);
  CHECK(nboard("set hash-mib many")
            .at(0)
            .starts_with("status error: hash-mib: 'many' is not in 1.."));
  CHECK(nboard("set evaluator none").at(0).starts_with("status error: evaluator: 'none'"));
  CHECK(nboard.engine().options().hash_mib == 2);
  CHECK(nboard("set contempt -100").empty());
  CHECK(nboard("set weather fine").empty());  // of a future version
  CHECK(nboard("set") == Lines{"status usage: set <name> <value>"});

  nboard.send("set game " + nboard_game("B[F5]"));
  CHECK(nboard("set threads 1").empty());
  CHECK(nboard.game().moves().size() == 1);
  CHECK(nboard("set size 6").empty());
  CHECK(nboard.game().position() == start_position(6));
  CHECK(nboard("go").back().starts_with("=== "));
}

TEST_CASE(
    "NBoard: evaluator and weights may be set in either order, and nothing is searched until they "
    "fit",
    "[nboard]") {
  NBoardConversation nboard;
  CHECK(nboard("set evaluator mlp").at(0).starts_with("status not usable yet: evaluator: 'mlp'"));
  for (const char* line : {"go", "hint 2", "analyze"}) {
    CAPTURE(line);
    const Lines said = nboard(line);
    REQUIRE(said.size() == 1);
    CHECK(said[0].starts_with("status error: evaluator: 'mlp' needs a network"));
  }
  CHECK(nboard("ping 3") == Lines{"pong 3"});
  CHECK(nboard("set evaluator table").at(0).starts_with("status plays: evaluator table, isa "));
  CHECK(nboard("set weights 1:3:2").at(0).starts_with("status not usable yet: "));
  CHECK(nboard("set evaluator bpfscn")
            .at(0)
            .starts_with("status plays: evaluator bpfscn, weights '1:3:2', isa "));
  CHECK(nboard("go").back().starts_with("=== "));
}

TEST_CASE("set game replaces the whole game", "[nboard]") {
  NBoardConversation nboard;
  nboard.send("set game " + nboard_game("B[F5]W[D6/-1,25/3,5]B[c3//0.01]"));
  REQUIRE(nboard.game().moves().size() == 3);
  CHECK(nboard.game().moves()[2].square == parse_nboard_move("C3")->square);
  for (const char* bad :
       {"set game", "set game F5D6", "set game (;GM[Go];)", "set game (;GM[Othello]TY[8]B[A1];)",
        "set game (;GM[Othello]TY[8]B[F5]"}) {
    CAPTURE(bad);
    const Lines said = nboard(bad);
    REQUIRE(said.size() == 1);
    CHECK(said[0].starts_with("status "));
    CHECK(nboard.game().moves().size() == 3);
  }
  nboard.send("set game (;GM[Othello]TY[6];)");
  CHECK(nboard.engine().options().size == 6);
  nboard.send("set game " + nboard_game());
  CHECK(nboard.engine().options().size == 8);
  CHECK(nboard.game().moves().empty());
}

TEST_CASE("a game that the engine cannot play is refused", "[nboard]") {
  NBoardConversation nboard;
  nboard("set evaluator pattern");
  CHECK(nboard("set game (;GM[Othello]TY[6];)").at(0).starts_with("status evaluator: 'pattern'"));
  CHECK(nboard.game().position().size == 8);
  CHECK(nboard.engine().options().size == 8);
}

TEST_CASE("move accepts every form that clients may send", "[nboard]") {
  NBoardConversation nboard;
  for (const char* line : {"move F5", "move d6//2.3", "move C3/1.00/0.1", "move D3/-1,00/0,1",
                           "move C4/1.00", "\tmove   F4/nan/soon  \r"}) {
    CAPTURE(line);
    CHECK(nboard(line).empty());
  }
  CHECK(nboard.game().moves().size() == 6);
  CHECK(nboard("move A1").at(0).starts_with("status illegal move: 'a1'"));
  CHECK(nboard("move PA").at(0).starts_with("status illegal move: 'pass'"));
  CHECK(nboard("move K9/1/1") == Lines{"status square: 'K9' is not a1..h8 or pass"});
  CHECK(nboard("move") == Lines{"status usage: move <move>"});
  CHECK(nboard.game().moves().size() == 6);
}

TEST_CASE("a missing pass is inserted", "[nboard]") {
  GameRecord blocked = random_record(must_pass);
  blocked.black_clock = blocked.white_clock = "5:00";
  NBoardConversation nboard;
  nboard.send("set game " + to_ggf(blocked));
  const Position next = blocked.replay().position().passed();
  Candidate move;
  move.line.push_back(first_square(rules::legal_moves(next.board)));
  CHECK(nboard("move " + nboard_answer(move, 10).substr(4)).empty());
  CHECK(nboard.game().moves().size() == blocked.moves.size() + 2);
  CHECK(nboard.session().clock()->remaining == Millis(300'000));  // of the side that did not pass
}

TEST_CASE("the clock is computed from the game's clock and the times of its moves",
          "[nboard][clock]") {
  NBoardConversation nboard;
  const auto left = [&] { return nboard.session().clock()->remaining; };
  CHECK_FALSE(nboard.session().clock());
  nboard.send("set game " + nboard_game("", "5:00"));
  CHECK(left() == Millis(300'000));
  nboard.send("move F5//10.5");
  CHECK(left() == Millis(300'000));
  nboard.send("move D6/1,00/0,25");
  CHECK(left() == Millis(289'500));
  nboard.send("move C3/1.00");
  CHECK(left() == Millis(299'750));

  nboard.send("set game " + nboard_game("B[F5//60]W[D6//1]", "1:00:00/0:02"));
  CHECK(left() == Millis(3'542'000));
  CHECK(nboard.session().clock()->increment == Millis(2'000));
  nboard.send("set game (;GM[Othello]TB[1:00]TW[2:00]TY[8]B[F5//61];)");
  CHECK(left() == Millis(120'000));
  nboard.send("move D6//120");
  CHECK(left() == Millis(119'000));  // the grace time
  nboard.send("set game (;GM[Othello]TY[8];)");
  CHECK_FALSE(nboard.session().clock());
  nboard.send("set game " + nboard_game("", "0"));
  CHECK_FALSE(nboard.session().clock());
  CHECK(
      nboard("set game " + nboard_game("B[F5]", "soon")).at(0).starts_with("status clock: 'soon'"));
  CHECK_FALSE(nboard.session().clock());
  CHECK(nboard.game().moves().size() == 1);
}

TEST_CASE("unknown and empty lines are ignored", "[nboard]") {
  NBoardConversation nboard;
  for (const char* line :
       {"", "  \r", "remove_tree", "GO", "F9", "F5 d6", "=== F5", "pingg 1", "pass", "null"}) {
    CAPTURE(line);
    CHECK(nboard(line).empty());
  }
  CHECK(nboard.game().moves().empty());
  nboard.session().on_line({"ping " + std::string(100, ' '), true});
  CHECK(nboard.said().at(0).ends_with("is longer than 65536 bytes"));
  CHECK(nboard("ping 3\r") == Lines{"pong 3"});
  CHECK(nboard("ping three") == Lines{"status ping: 'three' is not a number"});
}
