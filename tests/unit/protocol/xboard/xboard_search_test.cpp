// SPDX-License-Identifier: MIT
/// Search, time, options and analysis over xboard's protocol.
#include "engine/base/time.h"
#include "engine/game/notation.h"
#include "tests/support/stop_delay.h"
#include "tests/unit/protocol/xboard/xboard_conversation.h"

#include <catch2/catch.hpp>

#include <cstdio>
#include <string>
#include <thread>

using namespace sumi;
using namespace sumi::protocol;

namespace {

constexpr double kSoon = 5;  ///< seconds: enough under load, much less than an endless search

/// Practically endless.
const std::string kSlow = "st 3600";

/// Like "depth score time nodes pv".
bool is_thinking(const std::string& line) {
  int depth = 0, read = 0;
  long score = 0, time = 0, nodes = 0;
  return std::sscanf(line.c_str(), "%d %ld %ld %ld %n", &depth, &score, &time, &nodes, &read) ==
             4 &&
         depth > 0 && line.compare(static_cast<std::size_t>(read), 2, "P@") == 0;
}

}  // namespace

TEST_CASE("post shows the thinking, and nopost hides it", "[xboard]") {
  XBoardConversation xboard;
  xboard("new");
  xboard("post");
  const Lines said = xboard("go");
  REQUIRE(said.size() >= 2);
  for (std::size_t i = 0; i + 1 < said.size(); ++i) CHECK(is_thinking(said[i]));
  CHECK(said.back().starts_with("move P@"));
  xboard("nopost");
  CHECK(xboard("go").size() == 1);
}

TEST_CASE("? moves at once, and ping is answered after it", "[xboard]") {
  XBoardConversation xboard(unhurried_options());
  xboard("new");
  xboard(kSlow);
  const StopWatch watch;
  xboard.send("go");
  xboard.send("ping 3");
  xboard.send("post");  // answered at once
  xboard.peer().run_for(Millis(50));
  CHECK(xboard.peer().text().find("pong") == std::string::npos);
  CHECK(xboard.peer().text().find("move") == std::string::npos);
  xboard.send("?");
  const Lines said = xboard.until("pong 3");
  REQUIRE_FALSE(said.empty());
  CHECK(said.back().starts_with("move P@"));
  CHECK(watch.seconds() < kSoon);
  CHECK(xboard("?").empty());
}

TEST_CASE("commands that change the game end the search without a move", "[xboard]") {
  for (const std::string line :
       {"force", "new", "result * {aborted}", "setboard 8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1", "undo",
        "remove", "variant reversi"}) {
    CAPTURE(line);
    XBoardConversation xboard(unhurried_options());
    xboard("force");
    xboard("P@d3");
    xboard("P@c5");
    xboard(kSlow);
    const StopWatch watch;
    xboard.send("go");
    for (const std::string& said : xboard(line)) CHECK_FALSE(said.starts_with("move"));
    CHECK(watch.seconds() < kSoon);
    if (line == "force") CHECK(xboard.session().game().moves().size() == 2);
    if (line == "undo") CHECK(xboard.session().game().moves().size() == 1);
    if (line == "new") CHECK(xboard.session().game().moves().empty());
  }
}

TEST_CASE("a move whose search would be discarded is not searched", "[xboard]") {
  XBoardConversation xboard(unhurried_options());
  xboard("new");
  xboard(kSlow);
  const StopWatch watch;
  xboard.send("go");
  xboard.send("usermove P@a1");  // waits; its move may be illegal
  xboard.send("go");
  xboard.send("force");
  xboard.send("ping 1");
  const Lines said = xboard.until("pong 1");
  CHECK(said == Lines{"Illegal move: P@a1"});
  CHECK(watch.seconds() < kSoon);
  CHECK(xboard.session().game().moves().empty());
}

TEST_CASE("quit and the end of input end the session", "[xboard]") {
  XBoardConversation xboard(unhurried_options());
  xboard("new");
  const StopWatch watch;
  SECTION("quit during a search") {
    xboard(kSlow);
    xboard.send("go");
    xboard.send("ping 1");
    xboard.send("quit");
    xboard.peer().run_until([&] { return xboard.session().finished(); });
    const Lines said = xboard.lines();
    REQUIRE(said.size() == 2);
    CHECK(said[0].starts_with("move P@"));
    CHECK(said[1] == "pong 1");
    xboard.send("ping 2");
    CHECK(xboard.lines().empty());
  }
  SECTION("quit after an analysis and a move") {
    xboard(kSlow);
    for (const char* line : {"analyze", "go", "usermove P@a1", "quit"}) xboard.send(line);
    xboard.peer().run_until([&] { return xboard.session().finished(); });
    const Lines said = xboard.lines();
    REQUIRE(said.size() >= 2);
    CHECK(said[said.size() - 2].starts_with("move P@"));
    CHECK(said.back() == "Illegal move: P@a1");
  }
  SECTION("quit during a hint") {
    xboard.send("hint");
    xboard.send("quit");
    xboard.peer().run_until([&] { return xboard.session().finished(); });
    CHECK_THAT(xboard.peer().text(), Catch::Matchers::StartsWith("Hint: P@"));
  }
  SECTION("a signal during a search") {
    xboard(kSlow);
    xboard.send("go");
    xboard.send("ping 1");
    xboard.session().close();
    xboard.peer().run_until([&] { return xboard.session().finished(); });
    const Lines said = xboard.lines();
    REQUIRE(said.size() == 1);
    CHECK(said[0].starts_with("move P@"));
  }
  SECTION("the end of input while two moves limited only by depth wait") {
    for (const char* line : {"sd 60", "go", "go"}) xboard.send(line);
    xboard.session().on_end();
    xboard.peer().run_until([&] { return xboard.session().finished(); });
    CHECK(xboard.lines().size() == 2);
  }
  SECTION("the end of input during a search for a move") {
    xboard("sd 4");
    xboard.send("go");
    xboard.send("ping 1");
    xboard.session().on_end();
    xboard.peer().run_until([&] { return xboard.session().finished(); });
    const Lines said = xboard.lines();
    REQUIRE(said.size() == 2);
    CHECK(said[0].starts_with("move P@"));
  }
  SECTION("the end of input during an analysis") {
    xboard("analyze");
    xboard.session().on_end();
    xboard.peer().run_until([&] { return xboard.session().finished(); });
  }
  CHECK(watch.seconds() < kSoon);
}

TEST_CASE("st, level with time, and sd limit a move", "[xboard]") {
  XBoardConversation xboard(unhurried_options());
  xboard("new");
  const auto seconds_of_go = [&] {
    const StopWatch watch;
    const Lines said = xboard("go");
    REQUIRE(said.size() == 1);
    CHECK(said[0].starts_with("move P@"));
    return watch.seconds();
  };
  xboard("st 3600");
  xboard("st 0.05");
  CHECK(seconds_of_go() < kSoon);
  xboard("level 0 0:01 0");  // one second per game; replaces st
  CHECK(seconds_of_go() < kSoon);
  xboard("level 40 600 0");
  xboard("time 20");  // but 200 ms remain
  CHECK(seconds_of_go() < kSoon);
  xboard("st 3600");
  xboard("time 20");  // without level, st applies
  xboard("sd 3");
  CHECK(seconds_of_go() < kSoon);
  for (const char* wrong :
       {"level", "level 40 5", "st", "st -1", "sd 0", "sd x", "time", "time x"}) {
    CAPTURE(wrong);
    const Lines said = xboard(wrong);
    REQUIRE(said.size() == 1);
    CHECK(said[0].starts_with("Error ("));
  }
}

TEST_CASE("our clock is set by time, or counted by the session", "[xboard]") {
  XBoardConversation xboard;
  const auto clock = [&] { return *xboard.session().clock(); };
  CHECK_FALSE(xboard.session().clock());
  xboard("new");
  xboard("level 2 0:30 0");
  CHECK(clock().remaining == Millis(30'000));
  CHECK(clock().moves_to_go == 2);
  xboard("time 1234");
  CHECK(clock().remaining == Millis(12'340));
  xboard("go");
  CHECK(clock().moves_to_go == 1);
  CHECK(clock().remaining < Millis(12'340));
  xboard("go");
  CHECK(clock().moves_to_go == 2);
  CHECK(clock().remaining > Millis(30'000));  // the time of the next session is added
  xboard("go");
  CHECK(clock().moves_to_go == 1);
  xboard("new");
  CHECK(clock().remaining == Millis(30'000));
  CHECK(clock().moves_to_go == 2);

  xboard("level 0 5 1.5");
  CHECK(clock().moves_to_go == 0);
  CHECK(clock().increment == Millis(1500));
  xboard("time 100");
  xboard("go");
  CHECK(clock().remaining > Millis(1000));
  xboard("st 5");
  CHECK_FALSE(xboard.session().clock());
  xboard("time 100");
  CHECK_FALSE(xboard.session().clock());

  XBoardConversation plain;
  plain("time 100");
  CHECK(plain.session().clock()->remaining == Millis(1000));
  plain("new");
  CHECK(plain.session().clock()->remaining == Millis(1000));
}

TEST_CASE("new removes the depth limit", "[xboard]") {
  XBoardConversation xboard(unhurried_options());
  xboard("sd 1");
  xboard("post");
  xboard("new");
  xboard("st 0.2");
  const Lines said = xboard("go");
  REQUIRE(said.size() >= 2);
  CHECK(std::stoi(said[said.size() - 2]) > 1);
}

TEST_CASE("memory, cores and options are set", "[xboard]") {
  XBoardConversation xboard;
  CHECK(xboard("memory 2").empty());
  CHECK(xboard.engine().options().hash_mib == 2);
  CHECK(xboard("memory 0").empty());
  CHECK(xboard.engine().options().hash_mib == 1);
  CHECK(xboard("cores 2").empty());
  CHECK(xboard.engine().options().threads == 2);
  CHECK(xboard("option level=4").empty());
  CHECK(xboard.engine().options().level == 4);
  CHECK(xboard("option evaluator=mobility").at(0).starts_with("# plays: evaluator mobility, isa "));
  CHECK(xboard.engine().options().evaluator == "mobility");
  for (const char* wrong : {"memory", "memory lots", "cores x", "option", "option level",
                            "option level=99", "option castle=1", "option size=6"}) {
    CAPTURE(wrong);
    const Lines said = xboard(wrong);
    REQUIRE(said.size() == 1);
    CHECK(said[0].starts_with("Error ("));
  }
  CHECK(xboard.engine().options().size == 8);
}

TEST_CASE("xboard: no move is made while options conflict", "[xboard]") {
  XBoardConversation xboard;
  CHECK(xboard("option evaluator=mlp").at(0).starts_with("# not usable yet: evaluator: 'mlp'"));
  CHECK(xboard("go").at(0).starts_with("tellusererror No move: evaluator: 'mlp' needs"));
  CHECK(xboard("hint").at(0).starts_with("Error (evaluator: 'mlp' needs"));
  CHECK(xboard("analyze").at(0).starts_with("Error (evaluator: 'mlp' needs"));
  CHECK(xboard("ping 1").back() == "pong 1");
  CHECK(xboard("option evaluator=mobility").at(0).starts_with("# plays: evaluator mobility, isa "));
  CHECK(xboard("go").back().starts_with("move P@"));
}

TEST_CASE("an engine for a small board plays on 8x8", "[xboard]") {
  EngineOptions options = xboard_options();
  options.size = 6;
  XBoardConversation xboard(options);
  CHECK(xboard.engine().options().size == 8);
  xboard("new");
  CHECK(xboard("usermove P@d3").size() == 1);
}

TEST_CASE("hard ponders between moves, and easy does not", "[xboard]") {
  XBoardConversation xboard(unhurried_options());
  xboard("st 0.02");
  xboard("new");
  xboard("easy");
  CHECK(xboard("go").size() == 1);
  CHECK_FALSE(xboard.engine().pondering());
  xboard("hard");
  xboard("new");
  CHECK(xboard("go").size() == 1);
  CHECK(xboard.engine().pondering());
  CHECK(xboard("otim 1000").empty());
  CHECK(xboard.engine().pondering());
  const StopWatch watch;
  SECTION("force ends pondering") { xboard("force"); }
  SECTION("undo ends pondering") { xboard("undo"); }
  SECTION("result ends pondering") { xboard("result 1-0"); }
  SECTION("easy ends pondering") { xboard("easy"); }
  SECTION("new ends pondering") { xboard("new"); }
  SECTION("the end of input ends pondering") { xboard.session().on_end(); }
  while (xboard.engine().pondering() && watch.seconds() < kSoon) std::this_thread::yield();
  CHECK(watch.seconds() < kSoon);
}

TEST_CASE("hint returns a move", "[xboard]") {
  XBoardConversation xboard;
  xboard("new");
  const Lines said = xboard("hint");
  REQUIRE(said.size() == 1);
  REQUIRE(said[0].starts_with("Hint: P@"));
  CHECK(xboard.session().game().moves().empty());
  CHECK(xboard("usermove " + said[0].substr(6)).size() == 1);
  xboard("force");
  xboard("setboard 8/8/8/8/8/pP6/8/pP6 w - - 0 1");
  CHECK(xboard("hint") == Lines{"Hint: @@@@"});
  xboard("setboard 8/8/8/8/8/8/8/P7 w - - 0 1");
  CHECK(xboard("hint").empty());
}

TEST_CASE("analysis follows the game until exit", "[xboard][analyze]") {
  XBoardConversation xboard(unhurried_options());
  xboard("new");
  xboard.send("analyze");
  xboard.peer().run_until_written("P@");
  CHECK(is_thinking(xboard.lines().at(0)));
  xboard.peer().run_until([&] { return xboard.engine().nodes() > 100'000; });
  xboard.lines();
  SECTION(". reports progress without disturbing the analysis") {
    xboard.send(".");
    const Lines said = xboard.lines();
    REQUIRE(said.size() == 1);
    long time = 0, nodes = 0;
    int depth = 0, left = 0, all = 0;
    REQUIRE(std::sscanf(said[0].c_str(), "stat01: %ld %ld %d %d %d", &time, &nodes, &depth, &left,
                        &all) == 5);
    CHECK(nodes > 100'000);
    CHECK(depth > 0);
  }
  SECTION("ping is answered at once, and hint from the current result") {
    xboard.send("ping 4");
    CHECK(xboard.lines() == Lines{"pong 4"});
    xboard.send("hint");
    const Lines said = xboard.lines();
    REQUIRE(said.size() == 1);
    CHECK(said[0].starts_with("Hint: P@"));
  }
  SECTION("after moves, undo, new and setboard the new position is analysed") {
    xboard.send("usermove P@d3");
    xboard.peer().run_until([&] { return xboard.session().game().moves().size() == 1; });
    xboard.lines();
    xboard.peer().run_until_written("P@");
    xboard.send("undo");
    xboard.peer().run_until([&] { return xboard.session().game().moves().empty(); });
    xboard.lines();
    xboard.peer().run_until_written("P@");
    xboard.send("usermove P@a1");
    xboard.peer().run_until_written("Illegal move: P@a1\n");
    xboard.lines();
    xboard.peer().run_until_written("P@");
    xboard.send("new");
    xboard.send("usermove P@f5");
    xboard.peer().run_until([&] { return xboard.session().game().moves().size() == 1; });
    xboard.lines();
    xboard.peer().run_until_written("P@");  // no move of ours
    CHECK(xboard.session().game().moves().size() == 1);
  }
  SECTION("a solved position is not searched again") {
    xboard.send(
        "setboard PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/1pppppPP w");
    xboard.peer().run_until_written("1 6400 ");
    xboard.peer().run_for(Millis(20));
    xboard.lines();
    CHECK(xboard("level 40 5 0").empty());
    CHECK(xboard("hint") == Lines{"Hint: P@a1"});
    xboard.send("new");
    xboard.peer().run_until_written("P@");
  }
  xboard.send("exit");
  xboard.send("memory 1");  // waits for the end of the analysis
  xboard.send("ping 5");
  xboard.peer().run_until_written("pong 5\n");
  xboard.lines();
  xboard.peer().run_for(Millis(100));
  CHECK(xboard.lines().empty());
  xboard.send(".");
  CHECK(xboard.lines().empty());
}

TEST_CASE("analyze ends the search for a move", "[xboard][analyze]") {
  XBoardConversation xboard(unhurried_options());
  xboard("new");
  xboard(kSlow);
  xboard.send("go");
  xboard.send("analyze");
  xboard.peer().run_until_written("P@");
  CHECK(xboard.session().game().moves().empty());
  CHECK(is_thinking(xboard.lines().at(0)));
  xboard.send("quit");
  xboard.peer().run_until([&] { return xboard.session().finished(); });
}

TEST_CASE("a ping without a number is an error", "[xboard]") {
  XBoardConversation xboard;
  xboard.send("ping \xFF");
  CHECK(xboard.lines() == Lines{"Error (ping: '\\xFF' is not a number): 'ping \\xFF'"});
}

TEST_CASE("at the end of input a move limited only by depth is played", "[xboard]") {
  XBoardConversation xboard(unhurried_options());
  xboard("sd 60");
  xboard.send("go");
  xboard.session().on_end();
  xboard.peer().run_until([&] { return xboard.session().finished(); });
  const Lines said = xboard.lines();
  REQUIRE(said.size() == 1);
  CHECK(said[0].starts_with("move P@"));
}

TEST_CASE("commands that end the search take effect within 50 ms", "[xboard][stop]") {
  for (const char* how : {"force", "?", "quit"}) {
    double best = 10;
    for (int i = 0; i < 5; ++i) {
      XBoardConversation xboard(unhurried_options());
      xboard("sd 60");
      xboard.send("go");
      xboard.peer().run_for(Millis(50));
      const StopWatch watch;
      xboard.send(how);
      how == std::string("quit")
          ? xboard.peer().run_until([&] { return xboard.session().finished(); })
          : static_cast<void>(xboard("force"));
      best = std::min(best, watch.seconds());
    }
    CAPTURE(how);
    CHECK(best < test::kMaxStopDelay);
  }
}
