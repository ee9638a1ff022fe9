// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "tests/support/stop_delay.h"
#include "tests/unit/protocol/gtp/conversation.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

namespace {

EngineOptions options_to_depth(int depth) {
  EngineOptions options = fast_options();
  options.evaluator = "table";
  options.move_time_ms = 0;
  options.depth = depth;
  return options;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

}  // namespace

TEST_CASE("sumi-hint returns pairs of moves and scores, best first", "[gtp][analysis]") {
  Conversation gtp(options_to_depth(4));
  gtp("play b f5");
  const auto two = words(gtp("sumi-hint 2"));
  REQUIRE(two.size() == 4);
  CHECK(std::stod(two[1]) >= std::stod(two[3]));
  CHECK((two[1][0] == '+' || two[1][0] == '-'));
  CHECK(words(gtp("sumi-hint")).size() == 6);  // White has three moves
  CHECK(words(gtp("sumi-hint 2147483647")).size() == 6);
  CHECK(gtp.session().game().moves().size() == 1);
  CHECK(gtp("sumi-hint 0") == "? syntax error");
  CHECK(gtp("sumi-hint d3") == "? syntax error");
  gtp("setup_board " + kBlackIsStuck + " X");
  CHECK(gtp("sumi-hint").empty());
}

TEST_CASE("sumi-best_line returns a variation for GoGui", "[gtp][analysis]") {
  Conversation gtp(options_to_depth(4));
  gtp("play b f5");
  const std::string text = gtp("sumi-best_line");
  CHECK_THAT(text, StartsWith("VAR w ") && Contains(" b ") && Contains("\nTEXT ") &&
                       Contains("at depth 4@"));
}

TEST_CASE("live graphics are written to standard error on request", "[gtp][analysis][gogui]") {
  Conversation gtp(options_to_depth(6));
  gtp("genmove b");
  CHECK(gtp.peer().notes.empty());
  CHECK(gtp("sumi-live_graphics perhaps") == "? syntax error");
  gtp("sumi-live_graphics true");
  const std::string move = gtp("genmove w");
  REQUIRE_FALSE(gtp.peer().notes.empty());
  // GoGui waits for the empty line that the note's final newline gives.
  CHECK_THAT(gtp.peer().notes.back(),
             StartsWith("gogui-gfx:\nVAR w " + move) && Contains("\nTEXT ") && EndsWith("\n"));
  for (const std::string& note : gtp.peer().notes) CHECK(std::ranges::count(note, '\n') == 3);
  gtp("sumi-live_graphics false");
  gtp.peer().notes.clear();
  gtp("genmove b");
  CHECK(gtp.peer().notes.empty());
}

TEST_CASE("sumi-analyze sends updates until the next input", "[gtp][analysis]") {
  Conversation gtp(options_to_depth(0));
  test::ScriptedPeer& peer = gtp.peer();
  gtp("play b f5");
  gtp.send("7 sumi-analyze 1");
  CHECK_THAT(peer.text(), StartsWith("=7"));
  CHECK_THAT(peer.text(), !Contains("\n\n"));
  peer.run_until_written(" order 2 pv ");  // all three moves
  const auto news = [&] { return peer.text().find("\ninfo", peer.text().find("info")); };
  peer.run_until([&] { return news() != std::string::npos; });

  SECTION("a command ends it") {
    gtp.send("8 name");
    peer.run_until_written("\n\n=8 Sumi\n\n");
  }
  SECTION("an empty line ends it") {
    gtp.send("");
    peer.run_until([&] { return !gtp.session().busy(); });
  }
  SECTION("an interrupt ends it") {
    gtp.send("# interrupt");
    peer.run_until([&] { return !gtp.session().busy(); });
  }
  SECTION("the end of input ends it") {
    gtp.session().on_end();
    peer.run_until([&] { return gtp.session().finished(); });
  }
  CHECK_THAT(peer.text(), Contains("\n\n"));
  CHECK(peer.text().find("\n\n\n") == std::string::npos);
}

TEST_CASE("sumi-analyze sends nothing after its final result", "[gtp][analysis]") {
  Conversation gtp(options_to_depth(0));
  const bool stuck = GENERATE(true, false);
  gtp("setup_board " + (stuck ? kBlackIsStuck + " X" : std::string(60, 'X') + "O--- X"));
  gtp.send("sumi-analyze");
  gtp.peer().run_for(Millis(200));
  CHECK_THAT(gtp.peer().text(), StartsWith("="));
  CHECK(gtp.peer().text().find("\n\n") == std::string::npos);
  gtp.send("name");
  gtp.peer().run_until_written("\n\n= Sumi\n\n");
}

TEST_CASE("sumi-analyze ends by itself if searches are limited", "[gtp][analysis]") {
  Conversation gtp(options_to_depth(0));
  gtp.engine().confine(Millis(30));
  gtp.send("sumi-analyze");
  gtp.peer().run_until([&] { return !gtp.session().busy(); });
  CHECK_THAT(gtp.peer().text(), StartsWith("=") && Contains("\ninfo ") && EndsWith("\n\n"));
}

TEST_CASE("sumi-analyze accepts colours and intervals", "[gtp][analysis]") {
  Conversation gtp(options_to_depth(0));
  CHECK(gtp("sumi-analyze soon") == "? syntax error");
  CHECK(gtp("sumi-analyze w") == "? illegal move");
  gtp.send("sumi-analyze b 100000");  // next update after 1000 s
  gtp.peer().run_until_written("info");
  gtp.peer().take();
  gtp.peer().run_for(Millis(150));
  CHECK(gtp.peer().text().empty());
  gtp.send("name");
  gtp.peer().run_until_written("= Sumi");
  gtp.peer().take();
  const StopWatch watch;
  gtp.send("sumi-analyze b 20");
  for (int update = 0; update < 3; ++update) {
    gtp.peer().run_until_written("info");
    gtp.peer().take();
  }
  CHECK(watch.seconds() > 0.39);
}

TEST_CASE("sumi-analyze works for the side that can move, even if the other side must pass",
          "[gtp][analysis]") {
  Conversation gtp(options_to_depth(0));
  gtp("setup_board " + kBlackIsStuck + " X");
  gtp.send("sumi-analyze w");
  gtp.peer().run_until_written("info move c");
  gtp.send("name");
  gtp.peer().run_until_written("\n\n= Sumi\n\n");
}

TEST_CASE("sumi-analyze ends at once if input is waiting", "[gtp][analysis]") {
  Conversation gtp(options_to_depth(0));
  const std::string board = GENERATE(as<std::string>{}, std::string(), kBlackIsStuck + " X");
  if (!board.empty()) gtp("setup_board " + board);
  SECTION("waiting lines") {
    for (const char* line : {"sumi-best_line", "sumi-analyze", "name"}) gtp.send(line);
    gtp.peer().run_for(Millis(20));
    gtp.send("# interrupt");
    gtp.peer().run_until_written("= Sumi\n\n");
  }
  SECTION("the end of input") {
    gtp("sumi-set depth 3");
    for (const char* line : {"sumi-best_line", "sumi-analyze"}) gtp.send(line);
    gtp.session().on_end();
    gtp.peer().run_until([&] { return gtp.session().finished(); });
    CHECK(gtp.peer().text().ends_with("\n\n"));
  }
}

TEST_CASE("hints do not change the last search and ignore variety", "[gtp][analysis]") {
  EngineOptions options = options_to_depth(4);
  options.variety_discs = 64;
  Conversation gtp(options);
  gtp("play b f5");
  gtp("sumi-hint 2");
  CHECK(gtp("sumi-last_search") == "? no search yet");
  CHECK(words(gtp("sumi-hint 1")).size() == 2);  // fewer than all moves within 64 discs
  gtp("genmove w");
  const std::string last = gtp("sumi-last_search");
  gtp("sumi-best_line");
  CHECK(gtp("sumi-last_search") == last);
}

TEST_CASE("a stop in GTP takes effect within 50 ms", "[gtp][stop]") {
  for (const char* how : {"# interrupt", "close", "quit", "an end of analysis"}) {
    double best = 10;
    for (int i = 0; i < 5; ++i) {
      Conversation gtp(options_to_depth(60));
      gtp.send(how == std::string("an end of analysis") ? "sumi-analyze" : "genmove b");
      gtp.peer().run_for(Millis(50));
      const StopWatch watch;
      if (how == std::string("close")) {
        gtp.session().close();
      } else {
        gtp.send(how == std::string("an end of analysis") ? "" : how);
      }
      gtp.response();
      best = std::min(best, watch.seconds());
    }
    CAPTURE(how);
    CHECK(best < test::kMaxStopDelay);
  }
}

TEST_CASE("quit stops the search before it, but lets earlier ones finish", "[gtp][stop]") {
  Conversation gtp(options_to_depth(8));
  for (const char* line : {"genmove b", "sumi-last_search", "sumi-set depth 60", "genmove w", "",
                           "# a comment", "3 quit", "name"}) {
    gtp.send(line);
  }
  gtp.peer().run_until([&] { return gtp.session().finished(); });
  CHECK_THAT(gtp.peer().text(), Contains("\"depth\":8,"));
  CHECK(gtp.peer().text().ends_with("\n\n=3\n\n"));
  CHECK(gtp.session().game().moves().size() == 2);
}

TEST_CASE("nothing is answered after quit", "[gtp]") {
  Conversation gtp;
  CHECK(gtp.raw("quit") == "=\n\n");
  CHECK(gtp.raw("name").empty());
  CHECK(gtp.session().finished());
}
