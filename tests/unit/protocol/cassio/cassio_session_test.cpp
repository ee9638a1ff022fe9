// SPDX-License-Identifier: MIT
/// Commands of Cassio's protocol, and the order of answers.
#include "engine/base/random.h"
#include "engine/base/time.h"
#include "engine/formats/codecs.h"
#include "tests/support/junk.h"
#include "tests/unit/protocol/cassio/cassio_conversation.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdio>

using namespace sumi;
using namespace sumi::protocol;

namespace {

constexpr double kSoon = 5;  ///< Seconds: enough under load, much less than an endless search.

int results_in(const std::string& text) {
  int count = 0;
  for (std::size_t at = 0; (at = text.find(" <= v <= ", at)) != text.npos; ++at) ++count;
  return count;
}

}  // namespace

TEST_CASE("Cassio starts an engine and asks for its name", "[cassio]") {
  CassioConversation cassio;
  CHECK(cassio("init") == Lines{"ready."});
  const Lines version = cassio("get-version");
  REQUIRE(version.size() == 2);
  CHECK(version[0].starts_with("version: Sumi "));
  CHECK(version[1] == "ready.");
  CHECK(cassio("new-position") == Lines{"ready."});
  CHECK(cassio("empty-hash") == Lines{"ready."});
  CHECK(cassio("stop") == Lines{"ready."});
  CHECK(cassio("get-search-infos") == Lines{"ready."});
  for (const char* empty : {"", "\r", "  \t"}) {
    cassio.raw(empty);
    CHECK(cassio.lines() == Lines{"ready."});
  }
  CHECK_FALSE(cassio.session().finished());
  CHECK(cassio("quit") == Lines{"bye bye."});
  CHECK(cassio.session().finished());
}

TEST_CASE("Cassio: the name option sets the engine's name", "[cassio]") {
  CassioConversation cassio;
  CHECK(cassio("set-option name Sumi L10") == Lines{"ready."});
  CHECK(cassio("get-version").at(0).starts_with("version: Sumi L10 "));
}

TEST_CASE("commands may be in any case and have line ends of any system", "[cassio]") {
  CassioConversation cassio;
  for (const char* line : {"engine-protocol INIT\r", "  ENGINE-PROTOCOL\tinit  "}) {
    cassio.raw(line);
    CHECK(cassio.lines() == Lines{"ready."});
  }
}

TEST_CASE("by default a search sends one result, then ready", "[cassio]") {
  CassioConversation cassio;
  const Lines said = cassio("midgame-search " + kCassioStart + " -64 64 5 100");
  REQUIRE(said.size() == 2);
  CHECK(said[1] == "ready.");
  const CassioResult result = read_result(said[0]);
  CHECK(result.position == kCassioStart);
  CHECK(result.depth == 5);
  CHECK(result.precision == 100);
  CHECK(result.side == 'B');
  CHECK(result.lower == result.upper);
  CHECK(result.line.substr(0, 2) == result.move);
  CHECK(result.line.size() % 2 == 0);
  CHECK(result.nodes > 0);
}

TEST_CASE("result-lines all sends each improvement once", "[cassio]") {
  CassioConversation cassio;
  CHECK(cassio("set-option result-lines all") == Lines{"ready."});
  cassio.send(kEndless);
  cassio.peer().run_until([&] { return results_in(cassio.peer().text()) >= 3; });
  cassio.send("stop");
  Lines said = cassio.until_ready();
  REQUIRE(said.size() >= 4);
  CHECK(said.back() == "ready.");
  said.pop_back();
  int depth = 0;
  std::string last;
  for (const std::string& line : said) {
    const CassioResult result = read_result(line);
    CHECK(result.depth >= depth);
    depth = result.depth;
    const std::string finding = line.substr(0, line.find(", node"));
    CHECK(finding != last);
    last = finding;
  }
  // The last improvement is the result; it is not sent twice.
  const Lines small = cassio("midgame-search " + kCassioStart + " -64 64 1 100");
  CHECK(small.size() == 2);
}

TEST_CASE("by default, and with result-lines final, only the result is sent", "[cassio]") {
  CassioConversation cassio;
  if (GENERATE(true, false)) cassio("set-option result-lines final");
  cassio.send(kEndless);
  cassio.peer().run_until([&] { return cassio.engine().nodes() > 100'000; });
  cassio.peer().run_for(Millis(50));
  CHECK(cassio.peer().text().empty());
  cassio.send("stop");
  CHECK(cassio.until_ready().size() == 2);
}

TEST_CASE("after a line during a search, that search and later ones send improvements",
          "[cassio]") {
  for (const char* look : {"", "ENGINE-PROTOCOL get-search-infos"}) {
    CassioConversation cassio;
    cassio.send(kEndless);
    cassio.raw(look);
    const Lines answer = cassio.lines();
    REQUIRE(answer.size() == 1);
    CHECK((answer[0] == "ok." || answer[0].starts_with("node ")));
    cassio.peer().run_until([&] { return results_in(cassio.peer().text()) >= 3; });
    cassio.send("stop");
    cassio.until_ready();
    cassio.send(kEndless);
    cassio.peer().run_until([&] { return results_in(cassio.peer().text()) >= 3; });
    cassio.send("stop");
    cassio.until_ready();
    // Unless the client has turned them off.
    cassio("set-option result-lines final");
    cassio.send(kEndless);
    cassio.raw(look);
    cassio.peer().run_for(Millis(50));
    CHECK(cassio.lines().size() == 1);
    cassio.send("stop");
    CHECK(cassio.until_ready().size() == 2);
  }
}

TEST_CASE("get-search-infos returns nodes and time", "[cassio]") {
  CassioConversation cassio;
  cassio("set-option result-lines final");
  cassio.send(kEndless);
  cassio.peer().run_until([&] { return cassio.engine().nodes() > 100'000; });
  cassio.send("get-search-infos");
  const Lines said = cassio.lines();
  REQUIRE(said.size() == 1);
  long nodes = 0;
  double seconds = 0;
  REQUIRE(std::sscanf(said[0].c_str(), "node %ld, time %lf", &nodes, &seconds) == 2);
  CHECK(nodes > 100'000);
  CHECK((seconds > 0 && seconds < 60));
  cassio.send("stop");
  CHECK(cassio.until_ready().size() == 2);
  CHECK(cassio("get-search-infos") == Lines{"ready."});
}

TEST_CASE("stop drops waiting commands, and the search ends with its result and one ready",
          "[cassio]") {
  CassioConversation cassio;
  const StopWatch watch;
  cassio.send(kEndless);
  cassio.send("get-version");
  cassio.send("no-such-command");
  cassio.send(kEndless);
  CHECK(cassio.session().backlog() > 100);
  cassio.peer().run_for(Millis(50));
  CHECK(cassio.lines().empty());
  cassio.send("stop");
  CHECK(cassio.session().backlog() == 0);
  const Lines said = cassio.until_ready();
  REQUIRE(said.size() == 2);
  CHECK(read_result(said[0]).depth > 0);
  CHECK(watch.seconds() < kSoon);
  cassio.peer().run_for(Millis(50));
  CHECK(cassio.lines().empty());
  CHECK(cassio("get-version").size() == 2);
}

TEST_CASE("a search that is stopped at once still sends a result", "[cassio]") {
  CassioConversation cassio;
  cassio.send(kEndless);
  cassio.send("stop");
  cassio.send("get-version");
  cassio.peer().run_until_written("version: ");
  const Lines said = cassio.lines();
  REQUIRE(said.size() == 4);
  const CassioResult result = read_result(said[0]);
  CHECK((result.lower >= -64 && result.upper <= 64));
  CHECK(parse_square(result.move).has_value());
  CHECK(said[1] == "ready.");
  CHECK(said[3] == "ready.");
}

TEST_CASE("commands during a search are answered in order", "[cassio]") {
  CassioConversation cassio;
  cassio.send("midgame-search " + kCassioStart + " -64 64 6 100");
  cassio.send("get-version");
  cassio.send("midgame-search " + kCassioStart + " -64 64 4 100");
  cassio.raw("hello");
  cassio.peer().run_until_written("ERROR");
  const Lines said = cassio.lines();
  REQUIRE(said.size() == 8);
  CHECK(read_result(said[0]).depth == 6);
  CHECK(said[1] == "ready.");
  CHECK(said[2].starts_with("version: "));
  CHECK(said[3] == "ready.");
  CHECK(read_result(said[4]).depth == 4);
  CHECK(said[5] == "ready.");
  CHECK(said[6].starts_with("ERROR: "));
  CHECK(said[7] == "ready.");
  CHECK(cassio.session().backlog() == 0);
}

TEST_CASE("quit or a signal stops a search, and `bye bye.` comes last", "[cassio]") {
  CassioConversation cassio;
  const StopWatch watch;
  cassio.send(kEndless);
  cassio.send("get-version");
  SECTION("by quit") { cassio.send("quit"); }
  SECTION("by a signal") { cassio.session().close(); }
  CHECK_FALSE(cassio.session().finished());
  cassio.peer().run_until([&] { return cassio.session().finished(); });
  CHECK(watch.seconds() < kSoon);
  const Lines said = cassio.lines();
  REQUIRE(said.size() == 3);
  read_result(said[0]);
  CHECK(said[1] == "ready.");
  CHECK(said[2] == "bye bye.");
  cassio.raw("");
  cassio.send("init");
  CHECK(cassio.lines().empty());
}

TEST_CASE("at the end of input a script's search finishes, but a GUI's stops", "[cassio]") {
  CassioConversation cassio;
  SECTION("without a search the session ends") {
    cassio.session().on_end();
    CHECK(cassio.lines() == Lines{"bye bye."});
    CHECK(cassio.session().finished());
  }
  SECTION("a script gets its result") {
    cassio.send("midgame-search " + kCassioStart + " -64 64 7 100");
    cassio.send("get-version");
    cassio.session().on_end();
    CHECK_FALSE(cassio.session().finished());
    cassio.peer().run_until([&] { return cassio.session().finished(); });
    const Lines said = cassio.lines();
    REQUIRE(said.size() == 5);
    CHECK(read_result(said[0]).depth == 7);
    CHECK(said[4] == "bye bye.");
  }
  SECTION("a GUI's search stops") {
    const StopWatch watch;
    cassio.send(kEndless);
    cassio.raw("");
    cassio.send("get-version");
    cassio.session().on_end();
    cassio.peer().run_until([&] { return cassio.session().finished(); });
    CHECK(watch.seconds() < kSoon);
    CHECK_THAT(cassio.peer().text(), !Catch::Matchers::Contains("version"));
  }
}

TEST_CASE("an error names the fault, and ready follows", "[cassio]") {
  CassioConversation cassio;
  const auto error = [&](const std::string& line) -> std::string {
    cassio.raw(line);
    const Lines said = cassio.lines();
    REQUIRE(said.size() == 2);
    CHECK(said[1] == "ready.");
    REQUIRE(said[0].starts_with("ERROR: "));
    return said[0].substr(7);
  };
  CHECK(error("ENGINE-PROTOCOL castle") == "unknown command: 'castle'");
  CHECK(error("ENGINE-PROTOCOL") == "ENGINE-PROTOCOL without a command");
  CHECK(error("genmove b") ==
        "line: 'genmove' is not ENGINE-PROTOCOL, with which a command begins");
  CHECK(error("ENGINE-PROTOCOL midgame-search") ==
        "position: '' is not 64 squares (X O -) and the side to move (X or O)");
  CHECK(error("ENGINE-PROTOCOL midgame-search " + kCassioStart) ==
        "after the position come ALPHA BETA DEPTH PRECISION, not 0 words");
  CHECK(error("ENGINE-PROTOCOL endgame-search " + kCassioStart + " 2 -2 100") ==
        "alpha: '2' is not at most '-2'");
  CHECK(error("ENGINE-PROTOCOL feed-hash " + kCassioStart + " -2 2 10") ==
        "after the position come LOWER UPPER DEPTH PRECISION PV");
  cassio.raw("ENGINE-PROTOCOL midgame-search ----", true);
  CHECK(cassio.lines() == Lines{"ERROR: line is longer than 65536 bytes", "ready."});
  cassio.raw("   ", true);
  CHECK(cassio.lines() == Lines{"ERROR: line is longer than 65536 bytes", "ready."});
}

TEST_CASE("feed-hash is read, checked and confirmed", "[cassio]") {
  CassioConversation cassio;
  const std::string start = "feed-hash " + kCassioStart;
  CHECK(cassio(start + " -2.00 4.5 12 95 F5d6C3d3C4") == Lines{"ready."});
  CHECK(cassio(start + " -64 64 0 73 ") == Lines{"ready."});
  CHECK(cassio(start + " -2 2 12 95 F5f5") ==
        Lines{"ERROR: illegal move: 'f5' for white (legal: f4 d6 f6) at move 2", "ready."});
}

TEST_CASE("a line of endless passes is invalid", "[cassio]") {
  CassioConversation cassio;
  std::string line = "feed-hash " + std::string(64, 'X') + "X -2 2 10 95 ";
  for (int i = 0; i < 200; ++i) line += "pa";
  CHECK(cassio(line) == Lines{"ERROR: a line of 200 moves, at most 124", "ready."});
}

TEST_CASE("the next search uses the values given by feed-hash", "[cassio]") {
  CassioConversation cassio;
  // The four first moves are symmetric, so values for all are fed.
  for (const char* moves : {"f5", "e6", "d3", "c4"}) {
    const Position after = parse_game(moves)->replay().position();
    std::string board = to_text(after);
    board.erase(64, 1);
    CHECK(cassio("feed-hash " + board + " -12.5 -12.5 3 100 ") == Lines{"ready."});
  }
  const Lines said = cassio("midgame-search " + kCassioStart + " -64 64 4 100");
  REQUIRE(said.size() == 2);
  CHECK_THAT(said[0], Catch::Contains("B+12.50 <= v <= B+12.50"));
}

TEST_CASE("set-option sets options of the engine and of the session", "[cassio]") {
  CassioConversation cassio;
  CHECK(cassio("set-option hash-mib 2") == Lines{"ready."});
  CHECK(cassio("set-option threads\t2") == Lines{"ready."});
  CHECK(cassio.engine().options().hash_mib == 2);
  CHECK(cassio.engine().options().threads == 2);
  CHECK(cassio("set-option weights ") == Lines{"ready."});
  CHECK(cassio("set-option hash-mib") ==
        Lines{"ERROR: hash-mib: '' is not in 1..1048576", "ready."});
  CHECK(cassio("set-option castle 1") == Lines{"ERROR: no option named 'castle'", "ready."});
  CHECK(cassio("set-option") == Lines{"ERROR: usage set-option NAME VALUE", "ready."});
  CHECK(cassio("set-option result-lines some") ==
        Lines{"ERROR: result-lines: 'some' is not one of auto, all, final", "ready."});
  CHECK(cassio("set-option size 6") ==
        Lines{"ERROR: size: this protocol knows the board of 8x8 only", "ready."});
  CHECK(cassio.engine().options().size == 8);
}

TEST_CASE("the first search changes an engine for a small board to 8x8", "[cassio]") {
  EngineOptions options = test::small_engine();
  options.size = 4;
  CassioConversation cassio(options);
  if (GENERATE(false, true)) {
    CHECK(cassio("set-option hash-mib 2") == Lines{"ready."});
    CHECK(cassio.engine().options().hash_mib == 2);
  }
  const Lines said = cassio("midgame-search " + kCassioStart + " -64 64 4 100");
  REQUIRE(said.size() == 2);
  CHECK(read_result(said[0]).depth == 4);
}

TEST_CASE("each line is followed by one ready, whatever the input", "[cassio][fuzz]") {
  static const std::vector<std::string> kWords{"midgame-search",
                                               "endgame-search",
                                               "feed-hash",
                                               "set-option",
                                               "init",
                                               "stop",
                                               "result-lines",
                                               "auto",
                                               "all",
                                               "hash-mib",
                                               "1",
                                               "-64",
                                               "64",
                                               "0",
                                               "3",
                                               "100",
                                               "-0.5",
                                               "+2",
                                               "nan",
                                               kCassioStart,
                                               "X",
                                               "O",
                                               "F5d6",
                                               "pa",
                                               "\t",
                                               "\r",
                                               "\xFF",
                                               "1e9",
                                               std::string(64, 'X') + "O",
                                               "get-version"};
  CassioConversation cassio;
  SplitMix64 random(7);
  for (int i = 0; i < 3000; ++i) {
    std::string line = i % 2 == 0 ? "ENGINE-PROTOCOL" : "";
    for (int n = random.below(7); n >= 0; --n) {
      line += ' ' + kWords[static_cast<std::size_t>(random.below(static_cast<int>(kWords.size())))];
    }
    if (i % 5 == 0) line = test::junk(random, 60);
    CAPTURE(i, line);
    cassio.raw(line);
    const Lines said = cassio.until_ready();
    REQUIRE(std::ranges::count(said, "ready.") == 1);
    REQUIRE(said.size() <= 20);
    for (const std::string& text : said) {
      REQUIRE_FALSE(text.empty());
      for (const char c : text) REQUIRE((c >= ' ' && c <= '~'));
    }
  }
}

TEST_CASE("Cassio: nothing is searched while options conflict", "[cassio]") {
  CassioConversation cassio;
  CHECK(cassio("set-option evaluator mlp") == Lines{"ready."});
  REQUIRE(cassio.peer().notes.size() == 1);
  CHECK(cassio.peer().notes[0].starts_with("not usable yet: evaluator: 'mlp' needs"));
  const std::string search = "midgame-search " + kCassioStart + " -64 64 3 100";
  const Lines said = cassio(search);
  REQUIRE(said.size() == 2);
  CHECK(said[0].starts_with("ERROR: evaluator: 'mlp' needs a network"));
  CHECK(cassio("set-option evaluator mobility") == Lines{"ready."});
  REQUIRE(cassio.peer().notes.size() == 2);
  CHECK(cassio.peer().notes[1].starts_with("plays: evaluator mobility, isa "));
  CHECK(cassio(search).size() == 2);
  CHECK(!cassio(search)[0].starts_with("ERROR"));
}
