// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "tests/support/results.h"
#include "tests/support/stop_delay.h"
#include "tests/unit/protocol/ugi/conversation.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

using namespace sumi;
using namespace sumi::protocol;
using namespace sumi::protocol::ugi_test;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::Matches;
using Catch::Matchers::StartsWith;

namespace {

std::string last_info(const std::string& text) {
  std::string info;
  for (const std::string& line : Conversation::lines_of(text)) {
    if (line.starts_with("info depth ")) info = line;
  }
  return info;
}

/// Not every iteration is reported.
void run_until_depth(Conversation& ugi, int depth) {
  ugi.peer().run_until([&] {
    const std::string info = last_info(ugi.peer().text());
    return !info.empty() && std::stoi(info.substr(11)) >= depth;
  });
}

void run_until_solved(Conversation& ugi) {
  ugi.peer().run_until_written("info string exact");
  ugi.peer().run_for(Millis(20));
}

}  // namespace

TEST_CASE("go prints iterations and ends with bestmove and a move", "[ugi]") {
  for (const std::string mode : {"ugi", "uci", "usi"}) {
    CAPTURE(mode);
    Conversation ugi(mode);
    ugi.answer("setoption name Threads value 1");
    const std::string text = ugi.answer("go depth 6");
    const std::vector<std::string> lines = Conversation::lines_of(text);
    REQUIRE(lines.size() >= 2);
    CHECK_THAT(lines.back(), Matches("bestmove [a-h][1-8]"));
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
      CHECK_THAT(lines[i], Matches("info depth [0-9]+ score cp -?[0-9]+ nodes [0-9]+ nps [0-9]+ "
                                   "time [0-9]+ pv( [a-h][1-8])+"));
    }
    const std::string info = last_info(text);
    CHECK_THAT(info, StartsWith("info depth 6 "));  // the last iteration is always reported
    CHECK_THAT(info, Contains(" pv " + lines.back().substr(9)));
  }
}

TEST_CASE("go respects its limits", "[ugi]") {
  Conversation ugi("ugi");
  ugi.answer("setoption name Move Time value 3600000");  // go sets the limits
  struct Case {
    const char* line;
    const char* info;    ///< prefix of the last info line
    double least, most;  ///< seconds
  };
  for (const auto& [line, info, least, most] :
       {Case{"go depth 1", "info depth 1 ", 0, 2},
        {"go nodes 500", "info depth ", 0, 2},
        {"go movetime 200", "info depth ", 0.1, 2},
        {"go p1time 300 p2time 1 p1inc 0 p2inc 0", "info depth ", 0, 2},
        {"go btime 300 wtime 300 winc 1 binc 1 movestogo 3", "info depth ", 0, 2},
        {"go byoyomi 250", "info depth ", 0.05, 2},
        {"go depth 99 nodes 1", "", 0, 2},
        {"go mate 3 depth 2", "info depth 2 ", 0, 2},
        {"go wtime 5 depth 2", "info depth 2 ", 0, 2}}) {
    CAPTURE(line);
    ugi.answer("ucinewgame");
    const StopWatch watch;
    const std::string text = ugi.answer(line);
    CHECK_THAT(text, Matches("[^]*bestmove [a-h][1-8]\n"));
    CHECK_THAT(last_info(text), StartsWith(info));
    CHECK(watch.seconds() >= least);
    CHECK(watch.seconds() < most);
  }
  const std::string noisy = ugi.answer("go depth x nodes 100 colour");
  CHECK_THAT(noisy, StartsWith("info string go: 'x' is not a whole number for depth\n"
                               "info string go: 'colour' is not a key\n"));
  CHECK(count(noisy, "bestmove ") == 1);
  CHECK(ugi.last("go depth 3 searchmoves c4") == "bestmove c4");
  CHECK_THAT(ugi.last("go depth 3 searchmoves a1 h8"), Matches("bestmove [a-h][1-8]"));
  ugi.answer("setoption name Depth value 2");
  CHECK_THAT(last_info(ugi.answer("go movetime 5000")), StartsWith("info depth 2 "));
}

TEST_CASE("solved positions are marked as exact", "[ugi]") {
  Conversation ugi("ugi");
  ugi.answer("position " + kEndgame);
  const std::string text = ugi.answer("go depth 60");
  CHECK_THAT(text, Contains("info string exact\ninfo depth 14 score cp "));
  CHECK(count(text, "info string exact") == 1);
  CHECK_THAT(last_info(text), Matches("info depth 14 score cp -?[0-9]*00 .*"));
}

TEST_CASE("MultiPV reports N moves, best first", "[ugi]") {
  Conversation ugi("uci");
  ugi.answer("setoption name MultiPV value 3");
  ugi.answer("position startpos moves f5");
  const std::string text = ugi.answer("go depth 5");
  for (const char* rank : {"1", "2", "3"}) {
    CHECK_THAT(text, Contains("info depth 5 multipv " + std::string(rank) + " score cp "));
  }
  CHECK_THAT(text, !Contains("multipv 4"));
  const std::size_t first = text.find("info depth 5 multipv 1 ");
  const std::size_t move = text.find(" pv ", first) + 4;
  CHECK_THAT(text, EndsWith("bestmove " + text.substr(move, 2) + "\n"));
}

TEST_CASE("a side without a move passes at once, even after the end", "[ugi]") {
  for (const auto& [mode, pass] : {std::pair{"ugi", "0000"}, {"uci", "0000"}, {"usi", "pass"}}) {
    Conversation ugi(mode);
    const std::string bestmove = "bestmove " + std::string(pass) + "\n";
    for (const std::string& board : {kBlackMustPass, std::string("fen x7/8/8/8/8/8/8/8 o")}) {
      ugi.answer("position " + board);
      for (const char* line : {"go", "go depth 5", "go p1time 100000 p2time 100000"}) {
        CAPTURE(mode, board, line);
        ugi.send(line);
        CHECK(ugi.said() == bestmove);  // without a search
      }
      ugi.answer("stop");
      ugi.send("go infinite");
      ugi.peer().run_for(Millis(20));
      CHECK_THAT(ugi.said(), !Contains("bestmove"));
      CHECK_THAT(ugi.last("stop") + "\n", EndsWith(bestmove));
    }
  }
}

TEST_CASE("values after a pass are from the passing side's point of view", "[ugi]") {
  Conversation ugi("ugi");
  // White plays c1 and c3 and wins 64-0.
  ugi.answer("position " + kBlackMustPass);
  ugi.send("go infinite");
  run_until_solved(ugi);
  std::string text = ugi.said();
  text += ugi.answer("stop");
  CHECK(count(text, " pv ") == count(text, " pv 0000 c"));
  CHECK_THAT(text, Matches("[^]* score cp -6400 [^]* pv 0000 c[13] 0000 c[13]\nbestmove 0000\n"));
}

TEST_CASE("go infinite waits for stop, even if the position is solved", "[ugi]") {
  Conversation ugi("uci");
  SECTION("an unsolved position") {
    ugi.send("go infinite");
    run_until_depth(ugi, 5);
    CHECK_THAT(ugi.said(), !Contains("bestmove"));
    const StopWatch watch;
    CHECK_THAT(ugi.last("stop"), Matches("bestmove [a-h][1-8]"));
    CHECK(watch.seconds() < 1);
  }
  SECTION("a solved position") {
    ugi.answer("position " + kEndgame);
    ugi.send("go infinite");
    run_until_solved(ugi);
    CHECK_THAT(ugi.said(), !Contains("bestmove"));
    CHECK(ugi.session().busy());
    ugi.send("isready");
    CHECK(ugi.said() == "readyok\n");
    CHECK_THAT(ugi.answer("stop"), Matches("bestmove [a-h][1-8]\n"));
    ugi.send("stop");
    CHECK(ugi.said().empty());
  }
  SECTION("the limits of go apply, those of the options do not") {
    ugi.answer("setoption name Level value 1");
    ugi.send("go infinite");
    run_until_depth(ugi, 4);
    CHECK_THAT(ugi.last("stop"), StartsWith("bestmove "));
    ugi.send("go infinite depth 3");
    run_until_depth(ugi, 3);
    ugi.peer().run_for(Millis(20));
    CHECK_THAT(last_info(ugi.said()), StartsWith("info depth 3 "));
  }
}

TEST_CASE("isready, query and d are answered during a search", "[ugi]") {
  Conversation ugi("ugi");
  ugi.send("go infinite");
  run_until_depth(ugi, 4);
  for (const auto& [line, answer] : {std::pair{"isready", "readyok\n"},
                                     {"query gameover", "response false\n"},
                                     {"query p1turn", "response true\n"},
                                     {"debug off", ""}}) {
    ugi.said();
    const StopWatch watch;
    ugi.send(line);
    CHECK(ugi.said() == answer);  // before any other output
    CHECK(watch.seconds() < 1);
  }
  ugi.send("d");
  CHECK_THAT(ugi.said(), EndsWith("black to move\nfen 8/8/8/3ox3/3xo3/8/8/8 x\n"));
  CHECK(ugi.session().busy());
  CHECK_THAT(ugi.last("stop"), StartsWith("bestmove "));
}

TEST_CASE("a new position or go ends the search, after its bestmove", "[ugi]") {
  Conversation ugi("ugi");
  for (const std::string line :
       {"position startpos moves f5", "go depth 1", "ucinewgame", "setoption name Hash value 2",
        "eval", "bench 1", "go perft 1", "gameover draw"}) {
    CAPTURE(line);
    ugi.answer("position startpos moves d3 c3");
    ugi.send("go infinite");
    ugi.said();
    const StopWatch watch;
    ugi.send(line);
    ugi.send("query fen");
    CHECK(ugi.session().backlog() > 0);
    ugi.peer().run_until_written("response ");
    const std::string text = ugi.peer().text();
    CHECK(count(text.substr(0, text.find("response")), "bestmove ") >= 1);
    const std::string fen = line.starts_with("position") ? "8/8/8/3ox3/3xxx2/8/8/8 o"
                            : line == "ucinewgame"       ? "8/8/8/3ox3/3xo3/8/8/8 x"
                                                         : "8/8/2ox4/3ox3/3xo3/8/8/8 x";
    CHECK_THAT(text, EndsWith("response " + fen + "\n"));
    CHECK(watch.seconds() < 2);
    ugi.finish();
    CHECK(ugi.session().backlog() == 0);
  }
}

TEST_CASE("lines are served in order", "[ugi]") {
  Conversation ugi("ugi");
  // stop ends the second go, and isready waits for all earlier lines.
  for (const char* line : {"go infinite", "position startpos moves f5", "go infinite", "isready",
                           "stop", "position startpos", "query p1turn"}) {
    ugi.send(line);
  }
  ugi.peer().run_until_written("response");
  const std::string text = ugi.said();
  CHECK(count(text, "bestmove ") == 2);
  CHECK(text.find("bestmove ") < text.find("readyok"));
  CHECK(text.find("readyok") < text.rfind("bestmove "));
  CHECK_THAT(text, EndsWith("response true\n"));
  CHECK_FALSE(ugi.session().busy());
}

TEST_CASE("the end of input ends endless searches, and no others", "[ugi]") {
  Conversation ugi("ugi");
  SECTION("a search with limits is completed") {
    ugi.send("go depth 12");
    ugi.session().on_end();
    ugi.peer().run_until([&] { return ugi.session().finished(); });
    CHECK_THAT(last_info(ugi.peer().text()), StartsWith("info depth 12 "));
    CHECK(count(ugi.said(), "bestmove ") == 1);
  }
  SECTION("a count is completed") {
    ugi.send("go perft 6");
    ugi.session().on_end();
    CHECK_FALSE(ugi.session().finished());
    ugi.peer().run_until([&] { return ugi.session().finished(); });
    CHECK_THAT(ugi.said(), EndsWith("Nodes searched: 8200\n"));
  }
  SECTION("an endless search is stopped and answered") {
    ugi.answer("position " + kEndgame);
    const std::string line = GENERATE(as<std::string>{}, "go infinite", "go ponder");
    ugi.send(line);
    if (GENERATE(false, true) && line == "go infinite") run_until_solved(ugi);
    ugi.session().on_end();
    ugi.peer().run_until([&] { return ugi.session().finished(); });
    CHECK(count(ugi.said(), "bestmove ") == 1);
  }
  SECTION("waiting lines are served") {
    for (const char* line :
         {"go infinite", "position startpos moves f5", "go infinite", "go depth 2"}) {
      ugi.send(line);
    }
    ugi.session().on_end();
    ugi.peer().run_until([&] { return ugi.session().finished(); });
    CHECK(count(ugi.said(), "bestmove ") == 3);
  }
  SECTION("the last line is served without its line feed") {
    for (const char* line : {"go infinite", "position startpos moves f5", "go infinite"}) {
      ugi.send(line);
    }
    ugi.session().on_end();
    ugi.peer().run_until([&] { return ugi.session().finished(); });
    CHECK(count(ugi.said(), "bestmove ") == 2);
  }
}

TEST_CASE("nothing is served after quit", "[ugi]") {
  Conversation ugi("ugi");
  for (const char* line : {"go infinite", "quit", "go depth 60", "query fen"}) ugi.send(line);
  ugi.peer().run_until([&] { return ugi.session().finished(); });
  CHECK(count(ugi.peer().text(), "bestmove ") == 1);
  CHECK_THAT(ugi.said(), !Contains("response"));
}

TEST_CASE("an overlong line does not end a search", "[ugi]") {
  Conversation ugi("ugi");
  ugi.send("go infinite");
  ugi.session().on_line({"position startpos moves", true});
  CHECK(ugi.session().busy());
  CHECK_THAT(ugi.said(), Contains("info string line is longer than 65536 bytes"));
  ugi.answer("stop");
}

TEST_CASE("a search is stopped within 50 ms", "[ugi][stop]") {
  for (const char* how : {"stop", "close", "quit", "position startpos"}) {
    double best = 10;
    for (int i = 0; i < 5; ++i) {
      Conversation ugi("ugi");
      ugi.send("go infinite");
      ugi.peer().run_for(Millis(50));
      const StopWatch watch;
      how == std::string("close") ? ugi.session().close() : ugi.send(how);
      ugi.finish();
      best = std::min(best, watch.seconds());
    }
    CAPTURE(how);
    CHECK(best < test::kMaxStopDelay);
  }
}

TEST_CASE("close drops waiting lines", "[ugi]") {
  Conversation ugi("ugi");
  ugi.send("go depth 60");
  ugi.send("go depth 60");
  ugi.send("query fen");
  const StopWatch watch;
  ugi.session().close();
  ugi.peer().run_until([&] { return ugi.session().finished(); });
  CHECK(watch.seconds() < 2);
  CHECK(count(ugi.peer().text(), "bestmove ") == 1);
  CHECK_THAT(ugi.said(), !Contains("response"));
}

TEST_CASE("a destroyed session leaves no search running", "[ugi]") {
  for (const std::string line : {"go infinite", "go ponder", "go perft 12", "bench 30"}) {
    CAPTURE(line);
    Engine engine(fast_options());
    test::ScriptedPeer peer;
    auto session = std::make_unique<UgiSession>(engine, peer);
    session->on_line({line, false});
    peer.run_for(Millis(5));
    session.reset();
    const StopWatch watch;
    while (engine.pondering() && watch.seconds() < 5) {
    }
    CHECK_FALSE(engine.pondering());
    const std::uint64_t nodes = engine.nodes();
    peer.run_for(Millis(20));
    CHECK(engine.nodes() == nodes);
  }
}

TEST_CASE("perft counts, lists each move, and can be stopped", "[ugi]") {
  Conversation ugi("ugi");
  CHECK(ugi.answer("go perft 1") == "d3: 1\nc4: 1\nf5: 1\ne6: 1\nNodes searched: 4\n");
  CHECK_THAT(ugi.answer("go perft 5"), EndsWith("f5: 349\ne6: 349\nNodes searched: 1396\n"));
  CHECK_THAT(ugi.answer("go perft 7"), EndsWith("\nNodes searched: 55092\n"));
  CHECK(ugi.answer("go perft 0") == "Nodes searched: 1\n");
  // A pass is a ply; a finished game is one leaf.
  ugi.answer("position " + kBlackMustPass);
  for (const int depth : {1, 2, 3, 4, 5, 6, 7}) {
    const Position& p = ugi.session().game().position();
    const std::string total = std::to_string(rules::perft(p.board, depth));
    CHECK(ugi.answer("go perft " + std::to_string(depth)) ==
          "0000: " + total + "\nNodes searched: " + total + "\n");
  }
  ugi.answer("position " + kEndgame);
  CHECK_THAT(ugi.answer("go perft 6"),
             EndsWith("\nNodes searched: " +
                      std::to_string(rules::perft(parse_position(kEndgame)->board, 6)) + "\n"));
  ugi.send("go perft 20");
  ugi.peer().run_for(Millis(20));
  ugi.said();
  const StopWatch watch;
  ugi.send("isready");
  CHECK(ugi.said() == "readyok\n");
  CHECK(ugi.answer("stop") == "info string perft: stopped\n");
  CHECK(watch.seconds() < 1);
  CHECK(ugi.answer("query gameover") == "response false\n");
}

TEST_CASE("bench prints the same counts each time and can be stopped", "[ugi]") {
  Conversation ugi("ugi");
  const std::string text = ugi.answer("bench 5");
  CHECK_THAT(text, Matches("info string bench: 6 positions, 5 plies\n"
                           "info string [0-9]+ nodes [0-9]+ nps\n"));
  const auto nodes = [](const std::string& t) {
    return t.substr(t.rfind("string "), t.find(" nodes") - t.rfind("string "));
  };
  ugi.answer("go depth 6");
  CHECK(nodes(ugi.answer("bench 5")) == nodes(text));
  CHECK_THAT(ugi.answer("bench x"), StartsWith("info string bench: 'x' is not in 1..60"));
  ugi.send("bench 60");
  CHECK_THAT(ugi.answer("stop"), Contains(", stopped\n"));
  ugi.answer("position fen 4/1ox1/1xo1/4 x");
  CHECK_THAT(ugi.answer("bench 4"), StartsWith("info string bench: 1 positions, 4 plies\n"));
}
