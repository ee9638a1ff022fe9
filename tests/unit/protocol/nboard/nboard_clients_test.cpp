// SPDX-License-Identifier: MIT
/// NBoard's commands line by line, and how NBoard reads the answers.
#include "engine/formats/codecs.h"
#include "tests/support/fake_book.h"
#include "tests/unit/protocol/nboard/conversation.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::protocol;

TEST_CASE("NBoard starts and gets hints", "[nboard]") {
  NBoardConversation nboard;
  nboard.send("nboard 2");
  nboard.send("set game " + nboard_game());
  nboard.send("set depth 8");
  nboard.send("ping 1");
  CHECK(nboard.said() == Lines{"set myname Sumi8", "pong 1"});
  nboard.send("hint 4");
  const Lines said = nboard.until_iterations(2);
  CHECK(said.front() == "status Analyzing");
  CHECK(starting_with(said, "search ").size() == 8);
  CHECK(nboard.session().busy());  // until the next input

  nboard.send("ping 2");
  CHECK(nboard.said() == Lines{"status", "pong 2"});
  CHECK(nboard.settle().empty());
}

TEST_CASE("NBoard plays a game", "[nboard]") {
  NBoardConversation nboard;
  for (const char* line : {"nboard 2", "set depth 4", "ping 1"}) nboard.send(line);
  nboard.send("set game " + nboard_game("B[F5]W[D6]B[C5]W[F4]"));
  nboard.send("ping 2");
  nboard.send("hint 4");
  nboard.until_iterations(1);

  // After the user's move NBoard sends a ping.
  nboard.send("move E3//31.7");
  nboard.send("ping 3");
  nboard.send("go");
  Lines said = nboard.until("=== ");
  CHECK(said[0] == "status");
  CHECK(said[1] == "pong 3");
  CHECK(said[2] == "status Thinking");
  CHECK(nboard.game().moves().size() == 5);  // the engine's move is not in the game yet
  const std::string answer = said.back().substr(4);
  CHECK(nboard.session().clock()->remaining == Millis(300'000));  // White has used no time

  // NBoard plays the move and requests hints.
  nboard.send("move " + answer);
  CHECK(nboard.session().clock()->remaining == Millis(268'300));
  nboard.send("ping 4");
  nboard.send("hint 4");
  nboard.until_iterations(1);
  CHECK(nboard.game().moves().size() == 6);

  // After a tag changes, NBoard sends the whole game again.
  nboard.send("set game " + nboard_game("B[F5]W[D6]B[C5]W[F4]B[E3//31.7]W[C6/1.00/0.1]B[D3]"));
  nboard.send("ping 5");
  nboard.send("go");
  said = nboard.until("=== ");
  CHECK(starting_with(said, "pong 5").size() == 1);
  CHECK(nboard.game().moves().size() == 7);
  CHECK(nboard.session().clock()->remaining == Millis(299'900));
}

TEST_CASE("NBoard gets an analysis of each position of a game", "[nboard]") {
  NBoardConversation nboard;
  nboard.send("nboard 2");
  nboard.send("set game " + nboard_game("B[F5]W[D6]B[C5]"));
  nboard.send("set depth 2");
  nboard.send("ping 1");
  nboard.said();
  const Lines said = nboard("analyze");
  REQUIRE(said.size() == 6);
  CHECK(said.front() == "status Analyzing");
  for (int made = 3; made >= 0; --made) {
    CHECK(said[4 - made].starts_with("analysis " + std::to_string(made) + " "));
  }
  CHECK(said.back() == "status");
}

TEST_CASE("NBoard makes the engine learn a game", "[nboard]") {
  test::FakeShelf shelf;
  EngineOptions options = test::small_engine();
  options.book = "mine";
  NBoardConversation nboard(options, shelf.opener());
  nboard.send("set game " + nboard_game("B[F5]"));
  nboard.send("ping 1");
  nboard.send("learn");
  CHECK(nboard.said() == Lines{"pong 1", "learned"});
}

TEST_CASE("passes are accepted in a game and alone", "[nboard]") {
  // okuhara/edax-reversi-AVX, issue 1: a game that ends with a pass, then go.
  const GameRecord blocked = random_record(must_pass);
  GameRecord passed = blocked;
  passed.moves.push_back(Square::kPass);
  const std::string game = to_ggf(passed);
  const std::string end = game.substr(game.size() - 7);
  REQUIRE((end == "B[PA];)" || end == "W[PA];)"));

  NBoardConversation nboard;
  nboard.send("set depth 3");
  const auto answers_legally = [&] {
    const std::string answer = nboard("go").back();
    const auto move = parse_nboard_move(answer.substr(4));
    return move && Game(nboard.game()).play(nboard.game().position().to_move, move->square);
  };
  nboard.send("set game " + game);
  CHECK(nboard.game().position() == passed.replay().position());
  CHECK(answers_legally());

  nboard.send("set game " + to_ggf(blocked));
  CHECK(nboard("go") == Lines{"=== PA"});
  CHECK(nboard.game().moves().size() == blocked.moves.size());
  nboard.send("move PA//0.0");
  CHECK(nboard.game().position() == passed.replay().position());
  CHECK(answers_legally());

  nboard.send("set game " + to_ggf(random_record([](const Game& g) { return g.over(); })));
  CHECK(nboard("go") == Lines{"=== PA"});
  CHECK(nboard("hint 4").empty());
  CHECK(nboard("move PA").empty());
}

TEST_CASE("for version 1 of the protocol, moves are sent without details and nodes", "[nboard]") {
  NBoardConversation nboard;
  nboard.send("nboard 1");
  nboard.send("set depth 3");
  nboard.send("set game " + nboard_game());
  nboard.send("F5");
  CHECK(nboard.game().moves().size() == 1);
  nboard.send("ping 1");
  nboard.send("d6/-1.00/0.2");
  CHECK(nboard.game().moves().size() == 2);
  nboard.send("ping 2");
  const Lines said = nboard("go");
  CHECK(said.back().starts_with("=== "));
  CHECK(starting_with(said, "nodestats").empty());

  nboard.send("nboard 2");
  CHECK(starting_with(nboard("go"), "nodestats").size() >= 1);
  nboard.send("nboard 17");  // any number
  CHECK(nboard("go").back().starts_with("=== "));
  CHECK(nboard("nboard").empty());
}
