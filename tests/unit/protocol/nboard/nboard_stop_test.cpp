// SPDX-License-Identifier: MIT
#include "engine/formats/codecs.h"
#include "tests/support/stop_delay.h"
#include "tests/unit/protocol/nboard/conversation.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <thread>

using namespace sumi;
using namespace sumi::protocol;

namespace {

/// Enough for unreported iterations.
void let_search() { std::this_thread::sleep_for(Millis(60)); }

bool speaks_of_moves(const Lines& said) {
  return !starting_with(said, "search ").empty() || !starting_with(said, "=== ").empty() ||
         !starting_with(said, "analysis ").empty() || !starting_with(said, "nodestats ").empty();
}

}  // namespace

TEST_CASE("ping is answered at once, and no output of the old search follows", "[nboard][stop]") {
  NBoardConversation nboard;
  nboard.send("set depth 60");
  nboard.said();
  for (const char* thought : {"hint 4", "go", "analyze"}) {
    CAPTURE(thought);
    nboard.send(thought);
    nboard.said();
    let_search();
    const StopWatch watch;
    nboard.send("ping 7");
    CHECK(watch.seconds() < 0.5);
    CHECK(nboard.said() == Lines{"status", "pong 7"});
    CHECK(nboard.session().busy());  // still stopping
    CHECK(nboard.settle().empty());
  }
}

TEST_CASE("after a ping the search ends within 50 ms", "[nboard][stop]") {
  NBoardConversation nboard;
  nboard.send("set depth 60");
  for (const char* thought : {"hint 4", "go", "analyze"}) {
    double best = 10;
    for (int i = 0; i < 5; ++i) {
      nboard.send(thought);
      nboard.peer().run_for(Millis(50));
      const StopWatch watch;
      nboard.send("ping 7");
      nboard.settle();
      best = std::min(best, watch.seconds());
    }
    CAPTURE(thought);
    CHECK(best < test::kMaxStopDelay);
  }
}

TEST_CASE("a hint that had to wait does not delay later lines", "[nboard][stop]") {
  NBoardConversation nboard;
  nboard.send("set depth 6");
  for (const char* line : {"go", "hint 4", "set depth 7"}) nboard.send(line);
  const Lines said = nboard.until("Sumi7");
  CHECK(starting_with(said, "=== ").size() == 1);
  CHECK(starting_with(said, "search ").size() >= 4);  // one iteration at least
}

TEST_CASE("consecutive pings are all answered", "[nboard][stop]") {
  NBoardConversation nboard;
  nboard.send("hint 4");
  nboard.said();
  nboard.send("ping 1");
  nboard.send("ping 2");
  nboard.send("ping -3");
  CHECK(nboard.said() == Lines{"status", "pong 1", "pong 2", "pong -3"});
  CHECK(nboard.settle().empty());
  CHECK(nboard("ping 4") == Lines{"pong 4"});
}

TEST_CASE("commands after a ping wait for the search to end", "[nboard][stop]") {
  NBoardConversation nboard;
  nboard.send("set depth 2");
  nboard.send("hint 4");
  let_search();
  nboard.send("ping 1");
  nboard.send("set game " + nboard_game("B[F5]"));
  nboard.send("go");
  CHECK(nboard.said().back() == "pong 1");
  const Lines said = nboard.until("=== ");
  CHECK(said.front() == "status Thinking");
  const auto move = parse_nboard_move(said.back().substr(4));
  CHECK((nboard.game().legal_moves() & bit(move->square)) != 0);
}

TEST_CASE("a change of state before the ping ends a hint", "[nboard][stop]") {
  for (const std::string& line :
       {std::string("set depth 5"), std::string("set contempt 100"), std::string("set hash-mib 2"),
        std::string("move F5//1.5"), "set game " + nboard_game("B[F5]"), std::string("F5"),
        std::string("learn")}) {
    CAPTURE(line);
    NBoardConversation nboard;
    nboard.send("hint 4");
    nboard.until_iterations(1);
    let_search();
    nboard.send(line);
    CHECK(nboard.said() == Lines{"status"});
    CHECK(nboard.session().busy());
    nboard.send("ping 1");  // not delayed by the change
    CHECK(nboard.said() == Lines{"pong 1"});
    CHECK_FALSE(speaks_of_moves(nboard.settle()));
    const bool moves = line.find("F5") != line.npos;
    CHECK(nboard.game().moves().size() == (moves ? 1 : 0));
  }
}

TEST_CASE("the next hint ends the current one, but an unknown line does not", "[nboard][stop]") {
  NBoardConversation nboard;
  nboard.send("hint 4");
  nboard.until_iterations(1);
  nboard.send("remove_tree");
  nboard.peer().run_for(Millis(5));
  CHECK(nboard.session().busy());
  nboard.said();
  nboard.send("hint 1");
  CHECK(nboard.said() == Lines{"status"});
  const Lines said = nboard.until_iterations(1);
  CHECK(said.front() == "status Analyzing");
  CHECK(starting_with(said, "search ").size() == 1);
}

TEST_CASE("a change of state waits for the move requested before it", "[nboard][stop]") {
  NBoardConversation nboard;
  for (const char* line : {"set depth 4", "go", "move F5", "set depth 3", "go"}) nboard.send(line);
  CHECK(nboard.said() == Lines{"set myname Sumi4", "status Thinking"});
  CHECK(nboard.game().moves().empty());
  CHECK(nboard.session().backlog() > 0);
  const Lines said = nboard.settle();
  CHECK(starting_with(said, "=== ").size() == 2);
  CHECK(nboard.game().moves().size() == 1);
  CHECK(nboard.session().backlog() == 0);
}

TEST_CASE("ping drops waiting searches and nothing else", "[nboard][stop]") {
  NBoardConversation nboard;
  for (const char* line :
       {"go", "set depth 4", "move F5", "hint 4", "go", "analyze", "set depth 3", "ping 1"}) {
    nboard.send(line);
  }
  CHECK(nboard.said() == Lines{"status Thinking", "status", "pong 1"});
  CHECK(nboard.settle() == Lines{"set myname Sumi4", "set myname Sumi3"});
  CHECK(nboard.game().moves().size() == 1);
  CHECK(nboard.session().backlog() == 0);
}

TEST_CASE("an analysis can be stopped between and within positions", "[nboard][stop]") {
  const GameRecord record = random_record([](const Game& g) { return empties_of(g) == 30; });
  NBoardConversation nboard;
  nboard.send("set depth 9");
  nboard.send("set game " + to_ggf(record));
  nboard.send("analyze");
  CHECK(starting_with(nboard.until("analysis "), "analysis ").size() == 1);
  nboard.send("ping 1");
  CHECK(nboard.said() == Lines{"status", "pong 1"});
  CHECK(nboard.settle().empty());

  nboard.send("analyze");  // restarts from the end of the game
  const auto made = std::to_string(record.moves.size());
  CHECK(starting_with(nboard.until("analysis "), "analysis " + made).size() == 1);
}

TEST_CASE("quit ends hints and analyses without output", "[nboard][stop]") {
  for (const char* thought : {"hint 4", "analyze", "learn"}) {
    CAPTURE(thought);
    NBoardConversation nboard;
    nboard.send("set depth 60");
    nboard.send(thought);
    nboard.send("hint 4");
    nboard.said();
    let_search();
    nboard.send("quit");
    nboard.send("ping 1");
    nboard.peer().run_until([&] { return nboard.session().finished(); });
    CHECK(nboard.said().empty());
    CHECK(nboard.session().backlog() == 0);
  }
}

TEST_CASE("quit answers each earlier go", "[nboard][stop]") {
  const int thinking = GENERATE(0, 50);
  NBoardConversation nboard;
  for (const char* line : {"set depth 60", "hint 4", "go", "move F5", "analyze", "go", "hint 4"}) {
    nboard.send(line);
  }
  nboard.peer().run_for(Millis(thinking));
  nboard.send("quit");
  nboard.send("go");
  nboard.peer().run_until([&] { return nboard.session().finished(); });
  const Lines said = nboard.said();
  CHECK(starting_with(said, "=== ").size() == 2);
  CHECK(starting_with(said, "analysis ").empty());
  CHECK(said.back().starts_with("=== "));
  CHECK(nboard.game().moves().size() == 1);
}

TEST_CASE("quit and signals end the search for a move within 100 ms", "[nboard][stop]") {
  for (const bool signal : {false, true}) {
    double best = 10;
    for (int i = 0; i < 5; ++i) {
      NBoardConversation nboard;
      for (const char* line : {"set depth 60", "go", "go"}) nboard.send(line);
      nboard.peer().run_for(Millis(50));
      const StopWatch watch;
      signal ? nboard.session().close() : nboard.send("quit");
      nboard.peer().run_until([&] { return nboard.session().finished(); });
      best = std::min(best, watch.seconds());
      CHECK(starting_with(nboard.said(), "=== ").size() == (signal ? 1 : 2));
    }
    CAPTURE(signal);
    CHECK(best < 2 * test::kMaxStopDelay);
  }
}

namespace {

Lines end(NBoardConversation& nboard) {
  nboard.session().on_end();
  nboard.peer().run_until([&] { return nboard.session().finished(); });
  return nboard.said();
}

}  // namespace

TEST_CASE("the end of input ends a hint within an iteration", "[nboard][stop]") {
  NBoardConversation nboard;
  nboard.send("hint 64");
  // The next iteration takes longer than all earlier ones together.
  nboard.peer().run_until([&] {
    const Lines stats = starting_with(lines_of(nboard.peer().text()), "nodestats ");
    return !stats.empty() && std::stod(words_of(stats.back())[2]) > 0.5;
  });
  const StopWatch watch;
  CHECK(end(nboard).back() == "status");
  CHECK(watch.seconds() < 10 * test::kMaxStopDelay);
}

TEST_CASE("at the end of input a hint still prints a result", "[nboard][stop]") {
  EngineOptions options = test::small_engine();
  options.evaluator = "auto";  // must read its weights first
  NBoardConversation nboard(options);
  nboard.send("hint 2");
  CHECK(starting_with(end(nboard), "search ").size() >= 2);
}

TEST_CASE("at the end of input moves and analyses are completed", "[nboard][stop]") {
  NBoardConversation nboard;
  for (const char* line : {"set depth 2", "go", "analyze", "hint 1"}) nboard.send(line);
  const Lines said = end(nboard);
  CHECK(starting_with(said, "=== ").size() == 1);
  CHECK(starting_with(said, "analysis 0 ").size() == 1);
  CHECK_FALSE(starting_with(said, "search ").empty());
}

TEST_CASE("the end of input ends an idle session", "[nboard][stop]") {
  NBoardConversation nboard;
  CHECK(end(nboard).empty());
}

TEST_CASE("a signal ends a hint without output", "[nboard][stop]") {
  NBoardConversation nboard;
  nboard.send("hint 4");
  nboard.send("go");
  nboard.said();
  nboard.session().close();
  nboard.peer().run_until([&] { return nboard.session().finished(); });
  CHECK(nboard.said().empty());
}

TEST_CASE("a session can be destroyed during a search", "[nboard][stop]") {
  NBoardConversation nboard;
  nboard.send("hint 4");
}
