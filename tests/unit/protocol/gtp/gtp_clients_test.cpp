// SPDX-License-Identifier: MIT
/// Input of real clients, line by line, and how time and interrupts affect the search.
#include "engine/base/time.h"
#include "engine/weights/nnue_file.h"
#include "tests/unit/protocol/gtp/conversation.h"

#include <catch2/catch.hpp>

#include <thread>

using namespace sumi;
using namespace sumi::protocol;

TEST_CASE("Quarry gets our name and the commands that it needs", "[gtp][quarry]") {
  Conversation gtp;
  CHECK(gtp.raw("protocol_version") == "= 2\n\n");
  CHECK(gtp.raw("name") == "= Sumi\n\n");
  CHECK(gtp.raw("version").starts_with("= "));
  const std::string commands = "\n" + gtp("list_commands") + "\n";
  for (const char* name : {"list_games", "set_game", "boardsize", "clear_board", "time_settings",
                           "time_left", "genmove", "play", "quit"}) {
    CHECK(commands.find("\n" + std::string(name) + "\n") != std::string::npos);
  }
  CHECK(gtp.raw("list_games") == "= Othello\n\n");
  CHECK(gtp.raw("quit") == "=\n\n");
}

TEST_CASE("Quarry plays with ten minutes per side", "[gtp][quarry]") {
  Conversation gtp;
  for (const char* line :
       {"set_game Othello", "boardsize 8", "clear_board", "time_settings 600 0 0"}) {
    CHECK(gtp.raw(line) == "=\n\n");
  }
  CHECK(gtp.raw("time_left black 2 0") == "=\n\n");
  CHECK_FALSE(gtp("genmove black").starts_with("?"));
  // White's reply in capitals, as from Quarry.
  const std::string legal = gtp("gogui-rules_legal_moves");
  CHECK(gtp.raw("play white " + legal.substr(0, 2)) == "=\n\n");
  CHECK(gtp.raw("time_left black 1 0") == "=\n\n");
  CHECK_FALSE(gtp("genmove black").starts_with("?"));
}

TEST_CASE("the first lines of twogtp are accepted", "[gtp][twogtp]") {
  Conversation gtp;
  for (const char* line : {"boardsize 8", "komi 6.5", "clear_board", "play B D3", "play W C5"}) {
    CHECK(gtp.raw(line) == "=\n\n");
  }
  CHECK_FALSE(gtp("genmove b").starts_with("?"));
}

TEST_CASE("GoGui gets the rules from the engine", "[gtp][gogui]") {
  Conversation gtp;
  CHECK(gtp("gogui-rules_game_id") == "Othello");
  CHECK(gtp("gogui-rules_board_size") == "8");
  CHECK(gtp("gogui-rules_legal_moves") == "D3 C4 F5 E6");
  CHECK(gtp("gogui-rules_side_to_move") == "black");
  CHECK(gtp("gogui-rules_final_result") == "? cannot score");
  gtp("play b d3");
  // GoGui's top row is row 8.
  CHECK(gtp.raw("gogui-rules_board") ==
        "= . . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . X O . . .\n"
        ". . . X X . . .\n. . . X . . . .\n. . . . . . . .\n. . . . . . . .\n\n");
  CHECK(gtp("gogui-interrupt").empty());
}

TEST_CASE("all commands listed for GoGui's tools exist", "[gtp][gogui]") {
  Conversation gtp;
  std::string text = gtp("gogui-analyze_commands") + "\n";
  int count = 0;
  for (; !text.empty(); ++count) {
    const std::string line = text.substr(0, text.find('\n'));
    text.erase(0, line.size() + 1);
    CAPTURE(line);
    const std::size_t command = line.rfind('/') + 1;
    const std::string name = line.substr(command, line.find(' ', command) - command);
    CHECK(gtp("known_command " + name) == "true");
    CHECK(std::count(line.begin(), line.end(), '/') == 2);
  }
  CHECK(count >= 3);
}

TEST_CASE("time_left overrides the time per move", "[gtp][clock]") {
  EngineOptions options = fast_options();
  options.move_time_ms = 60'000;
  Conversation gtp(options);
  CHECK(gtp("time_left b 1 0").empty());
  const StopWatch watch;
  CHECK_FALSE(gtp("genmove b").starts_with("?"));
  CHECK(watch.seconds() < 1);
}

TEST_CASE("sumi-time_left sets the clock to the millisecond, even without time_settings",
          "[gtp][clock]") {
  EngineOptions options = fast_options();
  options.move_time_ms = 60'000;
  Conversation gtp(options);
  const auto clock = [&] { return *gtp.session().clock().clock(Color::kBlack); };
  CHECK(gtp.raw("sumi-time_left b 987") == "=\n\n");
  CHECK(clock().remaining == Millis(987));
  CHECK(clock().increment == Millis(0));
  const StopWatch watch;
  CHECK_FALSE(gtp("genmove b").starts_with("?"));
  CHECK(watch.seconds() < 1);
  CHECK(clock().remaining < Millis(987));
  CHECK(gtp("sumi-time_left black 1500 25").empty());
  CHECK(clock().remaining == Millis(1500));
  CHECK(clock().increment == Millis(25));
  for (const char* wrong : {"b", "b 0.5", "b 5 -1", "5 b", "b 1 2 3"}) {
    CAPTURE(wrong);
    CHECK(gtp("sumi-time_left " + std::string(wrong)) == "? syntax error");
  }
  CHECK(clock().remaining == Millis(1500));
}

TEST_CASE("a move takes at most two seconds if time_settings gives one second", "[gtp][clock]") {
  const auto weights = load_nnue("").value();  // otherwise each engine reads them again
  EngineOptions options = fast_options();
  options.move_time_ms = 60'000;
  options.move_overhead_ms = 900;  // leaves little of a second
  for (const char* line :
       {"time_settings 1 0 0", "time_settings 1 0 9", "time_settings 1 1 0", "time_settings 0 1 1",
        "time_settings 0 1 25", "kgs-time_settings absolute 1", "kgs-time_settings byoyomi 0 1 3",
        "kgs-time_settings canadian 0 1 5"}) {
    CAPTURE(line);
    Conversation gtp(options);
    REQUIRE(gtp.raw(line) == "=\n\n");
    const StopWatch watch;
    CHECK_FALSE(gtp("genmove b").starts_with("?"));
    CHECK(watch.seconds() < 2);
  }
}

TEST_CASE("time_settings without a limit leave the time per move", "[gtp][clock]") {
  const auto weights = load_nnue("").value();
  for (const char* line : {"time_settings 0 0 0", "time_settings 0 60 0", "time_settings 0 0 5",
                           "kgs-time_settings none"}) {
    CAPTURE(line);
    Conversation gtp;  // 10 ms per move
    REQUIRE(gtp("time_settings 600 0 0").empty());
    REQUIRE(gtp.raw(line) == "=\n\n");
    const StopWatch watch;
    CHECK_FALSE(gtp("genmove b").starts_with("?"));
    CHECK(watch.seconds() < 1);
  }
}

TEST_CASE("the session counts the time if the controller does not", "[gtp][clock]") {
  Conversation gtp;
  const auto left = [&](Color color) { return gtp.session().clock().clock(color)->remaining; };
  constexpr Millis kAll(20'000);
  REQUIRE(gtp("time_settings 20 0 0").empty());
  CHECK_FALSE(gtp("genmove b").starts_with("?"));
  CHECK(left(Color::kBlack) < kAll);
  CHECK(left(Color::kWhite) == kAll);
  const Millis before = left(Color::kBlack);
  REQUIRE(gtp("play w " + gtp("gogui-rules_legal_moves").substr(0, 2)).empty());
  CHECK(left(Color::kBlack) == before);
  CHECK(left(Color::kWhite) == kAll);
  CHECK_FALSE(gtp("reg_genmove b").starts_with("?"));
  CHECK(left(Color::kBlack) == before);
  REQUIRE(gtp("time_left b 7 0").empty());
  CHECK(left(Color::kBlack) == Millis(7'000));
  REQUIRE(gtp("clear_board").empty());
  CHECK(left(Color::kBlack) == kAll);
}

TEST_CASE("words that are not times are refused", "[gtp][clock]") {
  Conversation gtp;
  for (const char* line :
       {"time_settings", "time_settings 600", "time_settings 600 0", "time_settings 600.5 0 0",
        "time_settings -1 0 0", "time_settings nan 0 0", "time_settings 99999999999 0 0",
        "time_left b 600.5 0", "time_left b -1 0", "time_left b 10", "time_left 10 0 b",
        "kgs-time_settings", "kgs-time_settings soon", "kgs-time_settings absolute",
        "kgs-time_settings absolute x", "kgs-time_settings byoyomi 1 2",
        "kgs-time_settings canadian 1 0 5", "kgs-time_settings none 1"}) {
    CAPTURE(line);
    CHECK(gtp(line) == "? syntax error");
  }
  CHECK(gtp("time_settings 2147483647 2147483647 2147483647").empty());
}

TEST_CASE("# interrupt ends genmove and earlier commands at once", "[gtp][gogui]") {
  EngineOptions options = fast_options();
  options.move_time_ms = 60'000;
  Conversation gtp(options);
  const StopWatch watch;
  gtp.send("1 genmove b");
  gtp.send("2 genmove w");
  gtp.send("3 name");
  gtp.peer().run_for(Millis(50));
  CHECK(gtp.peer().text().empty());  // answers keep their order
  gtp.send("# interrupt");
  gtp.peer().run_until_written("=3 Sumi\n\n");
  CHECK(watch.seconds() < 5);
  CHECK(gtp.session().game().moves().size() == 2);

  gtp.peer().take();
  CHECK(gtp("sumi-set move-time-ms 200").empty());
  gtp.send("# interrupt");  // ignored without a search
  const StopWatch next;
  CHECK_FALSE(gtp("genmove b").starts_with("?"));
  CHECK(next.seconds() > 0.1);
}

TEST_CASE("a signal ends a search, and the end of input does not", "[gtp]") {
  EngineOptions options = fast_options();
  Conversation gtp(options);
  SECTION("at the end of input the search finishes") {
    gtp.send("genmove b");
    gtp.send("name");
    gtp.session().on_end();
    CHECK_FALSE(gtp.session().finished());
    gtp.peer().run_until([&] { return gtp.session().finished(); });
    CHECK_THAT(gtp.peer().text(), Catch::Matchers::EndsWith("\n\n= Sumi\n\n"));
  }
  SECTION("a signal stops the search") {
    gtp("sumi-set move-time-ms 60000");
    const StopWatch watch;
    gtp.send("genmove b");
    gtp.send("name");
    gtp.session().close();
    gtp.peer().run_until([&] { return gtp.session().finished(); });
    CHECK(watch.seconds() < 5);
    CHECK_THAT(gtp.peer().text(), Catch::Matchers::StartsWith("= "));
    CHECK_THAT(gtp.peer().text(), !Catch::Matchers::Contains("Sumi"));
  }
}
