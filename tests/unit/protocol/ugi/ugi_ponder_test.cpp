// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "tests/unit/protocol/ugi/conversation.h"

#include <catch2/catch.hpp>

#include <string>
#include <thread>

using namespace sumi;
using namespace sumi::protocol;
using namespace sumi::protocol::ugi_test;
using Catch::Matchers::Contains;
using Catch::Matchers::Matches;
using Catch::Matchers::StartsWith;

namespace {

void wait_until_solved(const Engine& engine) {
  const StopWatch watch;
  while (engine.pondering() && watch.seconds() < 30) std::this_thread::yield();
  REQUIRE_FALSE(engine.pondering());
}

long nodes_of(const std::string& text) {
  const std::size_t at = text.rfind(" nodes ");
  REQUIRE(at != text.npos);
  return std::stol(text.substr(at + 7));
}

}  // namespace

TEST_CASE("bestmove names the expected reply if pondering is on, but never in UGI", "[ugi]") {
  for (const auto& [mode, replies] : {std::pair{"ugi", false}, {"uci", true}, {"usi", true}}) {
    CAPTURE(mode);
    Conversation ugi(mode);
    CHECK_THAT(ugi.last("go depth 6"), Matches("bestmove [a-h][1-8]"));
    ugi.answer("setoption name Ponder value true");
    CHECK_THAT(ugi.last("go depth 6"),
               Matches(replies ? "bestmove [a-h][1-8] ponder [a-h][1-8]" : "bestmove [a-h][1-8]"));
  }
}

TEST_CASE("go ponder prints no bestmove until ponderhit, then moves within its limits", "[ugi]") {
  Conversation ugi(GENERATE(as<std::string>{}, "ugi", "uci", "usi"));
  ugi.answer("position startpos moves f5 d6");
  ugi.send("go ponder btime 400 wtime 400");
  CHECK(ugi.engine().pondering());
  ugi.peer().run_for(Millis(30));
  CHECK(ugi.said().empty());
  ugi.send("isready");
  CHECK(ugi.said() == "readyok\n");
  CHECK(ugi.engine().pondering());
  const StopWatch watch;
  const std::string text = ugi.answer("ponderhit");
  CHECK(watch.seconds() < 2);
  CHECK(count(text, "bestmove ") == 1);
  CHECK_THAT(text, Contains("info depth "));
  CHECK(ugi.answer("ponderhit").empty());
}

TEST_CASE("after ponderhit the search uses what pondering found", "[ugi]") {
  const auto nodes = [](bool ponder) {
    Conversation ugi("uci");
    ugi.answer("position " + kEndgame);
    if (!ponder) return nodes_of(ugi.answer("go movetime 60000"));
    ugi.send("go ponder movetime 60000");
    wait_until_solved(ugi.engine());
    ugi.peer().run_for(Millis(5));
    CHECK(ugi.said().empty());  // solved, but silent until ponderhit
    const std::string text = ugi.answer("ponderhit");
    CHECK_THAT(text, Contains("info string exact\n"));
    return nodes_of(text);
  };
  const long cold = nodes(false), warm = nodes(true);
  CAPTURE(cold, warm);
  CHECK(warm < cold / 4);
}

TEST_CASE("stop returns the result of pondering", "[ugi]") {
  Conversation ugi("uci");
  ugi.answer("position " + kEndgame);
  const std::string best = ugi.last("go depth 60");
  ugi.answer("ucinewgame");
  ugi.answer("position " + kEndgame);
  ugi.send("go ponder wtime 60000 btime 60000");
  wait_until_solved(ugi.engine());
  const StopWatch watch;
  CHECK(ugi.last("stop") == best);
  CHECK(watch.seconds() < 1);
  CHECK(ugi.answer("stop").empty());
  CHECK(ugi.answer("ponderhit").empty());
}

TEST_CASE("stop during pondering respects searchmoves", "[ugi]") {
  Conversation ugi("uci");
  for (const char* move : {"d3", "c4", "f5", "e6"}) {
    ugi.send(std::string("go ponder searchmoves ") + move);
    ugi.peer().run_for(Millis(5));
    CHECK(ugi.last("stop").starts_with(std::string("bestmove ") + move));
  }
}

TEST_CASE("an engine without pondering waits for ponderhit as well", "[ugi]") {
  Conversation ugi("uci");
  ugi.engine().confine();
  ugi.send("go ponder movetime 20");
  CHECK_FALSE(ugi.engine().pondering());
  ugi.peer().run_for(Millis(5));
  CHECK(ugi.said().empty());
  CHECK_THAT(ugi.last("ponderhit"), StartsWith("bestmove "));
}

TEST_CASE("a confined engine ends endless searches and counts by itself", "[ugi]") {
  Conversation ugi("uci");
  ugi.engine().confine(Millis(30));
  CHECK_THAT(ugi.last("go infinite"), StartsWith("bestmove "));
  CHECK_FALSE(ugi.session().busy());
  ugi.send("go perft 30");
  ugi.peer().run_until_written("info string perft: stopped\n");
  CHECK_FALSE(ugi.session().busy());
  ugi.send("bench 40");
  ugi.peer().run_until_written(", stopped\n");
}

TEST_CASE("a new position ends pondering, after its bestmove", "[ugi]") {
  Conversation ugi("uci");
  ugi.send("go ponder btime 60000 wtime 60000");
  ugi.peer().run_for(Millis(5));
  ugi.send("position startpos moves f5");
  ugi.send("query p1turn");
  ugi.peer().run_until_written("response false");
  CHECK(count(ugi.said(), "bestmove ") == 1);
  CHECK_FALSE(ugi.engine().pondering());
}

TEST_CASE("pondering does not change moves of limited depth", "[ugi]") {
  Conversation ugi("uci");
  const std::string setting = GENERATE(as<std::string>{}, "Level", "Depth", "Nodes");
  ugi.answer("setoption name " + setting + " value 3");
  const std::string alone = ugi.last("go wtime 9000 btime 9000");
  ugi.answer("ucinewgame");
  ugi.send("go ponder wtime 9000 btime 9000");
  CHECK_FALSE(ugi.engine().pondering());
  ugi.peer().run_for(Millis(5));
  CHECK(ugi.said().empty());
  CHECK(ugi.last("ponderhit") == alone);
  ugi.send("go ponder");
  CHECK_THAT(ugi.last("stop"), Matches("bestmove [a-h][1-8]"));
}

TEST_CASE("pondering waits on a forced pass or a finished game as well", "[ugi]") {
  Conversation ugi("usi");
  for (const std::string& board : {kBlackMustPass, std::string("fen x7/8/8/8/8/8/8/8 o")}) {
    for (const char* end : {"ponderhit", "stop"}) {
      ugi.answer("position " + board);
      ugi.send("go ponder btime 1000 wtime 1000");
      ugi.peer().run_for(Millis(2));
      CHECK(ugi.said().empty());
      CHECK(ugi.answer(end) == "bestmove pass\n");
    }
  }
}

TEST_CASE("USI-X sends the clocks with ponderhit", "[ugi][usi]") {
  Conversation ugi("usi");
  ugi.answer("setoption name Move Time value 3600000");
  ugi.send("go ponder");
  ugi.peer().run_for(Millis(5));
  const StopWatch watch;
  const std::string text = ugi.answer("ponderhit btime 300 wtime 1 byoyomi 10 colour 3");
  CHECK(watch.seconds() < 2);
  CHECK_THAT(text, StartsWith("info string go: 'colour' is not a key\n"));
  CHECK(count(text, "bestmove ") == 1);

  ugi.send("go ponder btime 100000000 wtime 100000000");  // the latest clock counts
  CHECK_THAT(ugi.last("ponderhit btime 100 wtime 100"), StartsWith("bestmove "));
}
