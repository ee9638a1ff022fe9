// SPDX-License-Identifier: MIT
/// Moves, passes and scores as real clients use them.
#include "engine/base/time.h"
#include "engine/game/notation.h"
#include "tests/unit/protocol/gtp/conversation.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;

namespace {

bool is_legal_now(Conversation& gtp, std::string square) {
  for (char& c : square) c = static_cast<char>(std::toupper(c));
  return (" " + gtp("gogui-rules_legal_moves") + " ").find(" " + square + " ") != std::string::npos;
}

}  // namespace

TEST_CASE("moves may be in any case and must be of the side to move", "[gtp]") {
  Conversation gtp;
  CHECK(gtp("play black D3").empty());
  CHECK(gtp("play W c5").empty());
  CHECK(gtp("play white c4") == "? illegal move");  // Black is to move and has moves
  CHECK(gtp("play b d3") == "? illegal move");
  CHECK(gtp("play b pass") == "? illegal move");
  CHECK(gtp("play w pass") == "? illegal move");
  CHECK(gtp.session().game().moves().size() == 2);
}

TEST_CASE("the other side's move inserts a pass if, and only if, it is forced", "[gtp]") {
  Conversation gtp;
  gtp("setup_board " + kBlackIsStuck + " O");
  CHECK(gtp("play white C1").empty());
  CHECK(gtp("play white C3").empty());  // two moves in a row without a pass, as from Quarry
  CHECK(gtp.session().game().over());
  CHECK(gtp("undo").empty());  // the move and its implied pass
  CHECK(gtp("gogui-rules_side_to_move") == "black");
  CHECK(gtp("play white C3").empty());

  gtp("clear_board");
  CHECK(gtp("play white e3") == "? illegal move");
  CHECK(gtp("genmove white") == "? illegal move");
  CHECK(gtp("reg_genmove white") == "? illegal move");
  CHECK(gtp.session().game().moves().empty());
}

TEST_CASE("genmove works twice in a row, as Quarry needs after a pass", "[gtp]") {
  Conversation gtp;
  gtp("setup_board " + kBlackIsStuck + " O");
  const std::string first = gtp("genmove white"), second = gtp("genmove white");
  CHECK(((first == "c1" && second == "c3") || (first == "c3" && second == "c1")));
  CHECK(gtp("final_score") == "W+64");
}

TEST_CASE("explicit passes from twogtp and GoGui are accepted", "[gtp]") {
  Conversation gtp;
  gtp("setup_board " + kBlackIsStuck + " X");
  CHECK(gtp("gogui-rules_legal_moves") == "pass");
  CHECK(gtp("genmove b") == "pass");
  CHECK(gtp("play W C1").empty());
  CHECK(gtp("play B PASS").empty());
  CHECK(gtp("play W pass") == "? illegal move");
  CHECK(gtp("play W C3").empty());
  // twogtp ends a game only after two passes in a row.
  CHECK(gtp("genmove b") == "pass");
  CHECK(gtp("play W PASS").empty());
  CHECK(gtp("play B PASS").empty());
  CHECK(gtp("genmove w") == "pass");
  CHECK(gtp("play b d4") == "? illegal move");
  CHECK(gtp("gogui-rules_legal_moves").empty());
  CHECK(gtp("final_score") == "W+64");
  for (int i = 0; i < 4; ++i) CHECK(gtp("undo").empty());
  CHECK(gtp.session().game().over());
  CHECK(gtp("undo").empty());
  CHECK_FALSE(gtp.session().game().over());
}

TEST_CASE("final_score gives the empty squares to the winner", "[gtp]") {
  Conversation gtp;
  CHECK(gtp("final_score") == "? cannot score");
  gtp("setup_board " + std::string(60, 'X') + "---- O");
  CHECK(gtp("final_score") == "B+64");
  gtp("setup_board " + std::string(38, 'O') + std::string(26, 'X') + " X");
  CHECK(gtp("final_score") == "W+12");
  CHECK(gtp("gogui-rules_final_result") == "White wins 38-26");
  gtp("setup_board " + std::string(32, 'O') + std::string(32, 'X') + " X");
  CHECK(gtp("final_score") == "0");
  CHECK(gtp("gogui-rules_final_result") == "Draw 32-32");
}

TEST_CASE("undo and gg-undo take back moves", "[gtp]") {
  Conversation gtp;
  CHECK(gtp("undo") == "? cannot undo");
  gtp("gogui-play_sequence B D3 W C5 B D6");
  CHECK(gtp("gg-undo 4") == "? cannot undo");
  CHECK(gtp.session().game().moves().size() == 3);
  CHECK(gtp("gg-undo 2").empty());
  CHECK(gtp.session().game().moves().size() == 1);
  CHECK(gtp("gg-undo").empty());
  CHECK(gtp("gg-undo 0").empty());
  CHECK(gtp("gg-undo -1") == "? syntax error");
  CHECK(gtp.session().game().moves().empty());
  gtp("setup_board " + kBlackIsStuck + " O");
  gtp("gogui-play_sequence w c1 w c3");
  CHECK(gtp("gg-undo 3") == "? cannot undo");  // an implied pass does not count
  CHECK(gtp("gg-undo 2").empty());
  CHECK(gtp("gogui-rules_side_to_move") == "white");
  gtp("play w c1");
  gtp("clear_board");
  CHECK(gtp("undo") == "? cannot undo");
}

TEST_CASE("gogui-play_sequence plays all of its moves or none", "[gtp][gogui]") {
  Conversation gtp;
  CHECK(gtp("gogui-play_sequence").empty());
  CHECK(gtp("gogui-play_sequence B D3 W C5 B D6").empty());
  CHECK(gtp("gogui-play_sequence W E3 B A1") == "? illegal move");
  CHECK(gtp("gogui-play_sequence W E3 B") == "? syntax error");
  CHECK(gtp.session().game().moves().size() == 3);
}

TEST_CASE("level, depth and nodes replace the time per move", "[gtp]") {
  EngineOptions options = fast_options();
  options.move_time_ms = 60'000;
  for (const char* limit : {"level 3", "depth 4", "nodes 5000"}) {
    CAPTURE(limit);
    Conversation gtp(options);
    REQUIRE(gtp("sumi-set " + std::string(limit)).empty());
    const StopWatch watch;
    CHECK_FALSE(gtp("genmove b").starts_with("?"));
    CHECK(watch.seconds() < 10);
  }
  options.level = 60;
  Conversation gtp(options);
  REQUIRE(gtp("time_left b 1 0").empty());
  const StopWatch watch;
  CHECK_FALSE(gtp("genmove b").starts_with("?"));
  CHECK(watch.seconds() < 2);  // the clock is still a limit
}

TEST_CASE("reg_genmove repeats its move and leaves the board unchanged", "[gtp]") {
  Conversation gtp;
  const std::string first = gtp("reg_genmove b");
  CHECK(is_legal_now(gtp, first));
  gtp("genmove b");
  gtp("clear_board");
  CHECK(gtp("reg_genmove b") == first);
  CHECK(gtp.session().game().moves().empty());
}

TEST_CASE("after clear_cache a search repeats itself", "[gtp]") {
  EngineOptions options = fast_options();
  options.move_time_ms = 0;
  options.nodes = 100'000;
  Conversation gtp(options);
  const auto search = [&] {
    gtp("genmove b");
    gtp("undo");
    std::string text = gtp("sumi-last_search");
    return text.erase(text.find("\"seconds\""), text.find("\"pv\"") - text.find("\"seconds\""));
  };
  const std::string first = search();
  CHECK(search() != first);
  CHECK(gtp.raw("clear_cache") == "=\n\n");
  CHECK(search() == first);
}

TEST_CASE("sumi-last_search reports the search of the last genmove", "[gtp]") {
  EngineOptions options = fast_options();
  options.move_time_ms = 0;
  options.depth = 5;
  Conversation gtp(options);
  CHECK(gtp("sumi-last_search") == "? no search yet");
  const std::string move = gtp("genmove b");
  const std::string text = gtp.raw("sumi-last_search");
  CHECK(std::ranges::count(text, '\n') == 2);  // a single line
  const auto found = nlohmann::ordered_json::parse(text.substr(2));
  std::vector<std::string> keys;
  for (const auto& [key, value] : found.items()) keys.push_back(key);
  CHECK(keys == std::vector<std::string>{"move", "score", "depth", "selectivity", "exact",
                                         "likely_error", "source", "book_plies", "nodes", "seconds",
                                         "pv"});
  CHECK(found["move"] == move);
  CHECK(found["pv"][0] == move);
  CHECK(found["depth"] == 5);
  CHECK(found["nodes"] > 5);
  gtp("clear_board");
  CHECK(gtp.raw("sumi-last_search") == text);

  gtp("reg_genmove b");
  CHECK(nlohmann::json::parse(gtp("sumi-last_search"))["nodes"] > 900'000);
  gtp("setup_board " + kBlackIsStuck + " X");
  CHECK(gtp("genmove b") == "pass");
  CHECK(gtp("sumi-last_search") == "? no search yet");
  gtp("setup_board -OOOOOOX" + std::string(56, 'X') + " X");
  CHECK(gtp("genmove b") == "a1");
  const auto exact = nlohmann::json::parse(gtp("sumi-last_search"));
  CHECK(exact["exact"] == true);
  CHECK(exact["score"] == 64);
}

TEST_CASE("showboard starts with an empty line and shows the state of the game", "[gtp]") {
  Conversation gtp;
  const std::string board = gtp.raw("showboard");
  CHECK(board.starts_with("= \n"));
  CHECK(board.ends_with("\nblack to move\n\n"));
  CHECK(board.find("\n\n") == board.size() - 2);
  gtp("setup_board " + kBlackIsStuck + " X");
  CHECK(gtp.raw("showboard").ends_with("\nblack must pass\n\n"));
  gtp("gogui-play_sequence w c1 w c3");
  CHECK(gtp.raw("showboard").ends_with("\ngame over: W+64\n\n"));
}

TEST_CASE("a whole game by genmove is legal", "[gtp]") {
  EngineOptions options = fast_options();
  options.move_time_ms = 2;
  Conversation gtp(options);
  int moves = 0;
  for (; !gtp.session().game().over(); ++moves) {
    REQUIRE(moves < 120);
    const std::string side = gtp("gogui-rules_side_to_move");
    const bool must_pass = gtp("gogui-rules_legal_moves") == "pass";
    const std::string move = gtp("genmove " + side);
    CAPTURE(side, move);
    REQUIRE((move == "pass") == must_pass);
    REQUIRE((must_pass || parse_square(move)));
  }
  CHECK(moves >= 9);  // the shortest game has nine
  CHECK(gtp("genmove b") == "pass");
  CHECK(gtp("genmove w") == "pass");
  CHECK_FALSE(gtp("final_score").starts_with("?"));
}

TEST_CASE("small boards have square names of their own", "[gtp][size]") {
  Conversation gtp;
  gtp("boardsize 4");
  CHECK(gtp("gogui-rules_legal_moves") == "B1 A2 D3 C4");
  CHECK(gtp("play b d3").empty());
  CHECK(gtp("undo").empty());
  CHECK(gtp.raw("play b a1") == "? illegal move: 'a1' for black (legal: b1 a2 d3 c4)\n\n");
  CHECK(gtp.raw("play b e5") == "? syntax error: 'e5' is not a vertex (a1..d4 or pass)\n\n");
  CHECK(gtp("gogui-play_sequence B B1 W A1").empty());
  CHECK(gtp.raw("showboard") ==
        "= \n"
        "  A B C D  \n"
        "1 O X . . 1\n"
        "2 . O X . 2\n"
        "3 . X O . 3\n"
        "4 . . . . 4\n"
        "  A B C D  \n"
        "black to move\n\n");

  gtp("setup_board XXXX XXXX XXX- ---- O");
  CHECK(gtp("final_score") == "B+16");
  CHECK(gtp("gogui-rules_final_result") == "Black wins 16-0");
  gtp("setup_board XXX- OOOO OOOO OOOO X");
  CHECK(gtp("final_score") == "W+10");
  CHECK(gtp("gogui-rules_final_result") == "White wins 13-3");
  gtp("setup_board " + std::string(18, 'X') + std::string(18, 'O') + " X");
  CHECK(gtp("final_score") == "0");
  CHECK(gtp("gogui-rules_final_result") == "Draw 18-18");
}

TEST_CASE("whole games by genmove on small boards are legal", "[gtp][size]") {
  for (const int size : {4, 6}) {
    EngineOptions options = fast_options();
    options.move_time_ms = 2;
    Conversation gtp(options);
    gtp("boardsize " + std::to_string(size));
    for (int moves = 0; !gtp.session().game().over(); ++moves) {
      REQUIRE(moves < 2 * size * size);  // at most one pass after each disc
      const std::string side = gtp("gogui-rules_side_to_move");
      const bool must_pass = gtp("gogui-rules_legal_moves") == "pass";
      const std::string before =
          gtp.session().game().moves().empty() ? "" : gtp("reg_genmove " + side);
      CAPTURE(size, side, before);
      REQUIRE((before.empty() || before == "pass" || is_legal_now(gtp, before)));
      const std::string move = gtp("genmove " + side);
      CAPTURE(move);
      REQUIRE((move == "pass") == must_pass);
      REQUIRE((must_pass || parse_square(move, size)));
    }
    CHECK_FALSE(gtp("final_score").starts_with("?"));
    CHECK(gtp("genmove b") == "pass");
  }
}

TEST_CASE("perfect play on 4x4 ends 3-11", "[gtp][size]") {
  EngineOptions options = fast_options();
  options.move_time_ms = 60'000;
  options.size = 4;
  Conversation gtp(options);
  while (!gtp.session().game().over()) {
    REQUIRE_FALSE(gtp("genmove " + gtp("gogui-rules_side_to_move")).starts_with("?"));
  }
  CHECK(gtp("final_score") == "W+10");
}
