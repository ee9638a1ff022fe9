// SPDX-License-Identifier: MIT
/// Pondering over GTP starts and stops when it should, and changes nothing but strength.
#include "engine/base/time.h"
#include "engine/game/notation.h"
#include "engine/weights/nnue_file.h"
#include "tests/support/stop_delay.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/protocol/gtp/conversation.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;

namespace {

EngineOptions pondering_options() {
  EngineOptions options = fast_options();
  options.evaluator = "table";  // needs no weights
  options.ponder = true;
  return options;
}

bool ponders_after(Conversation& gtp, const std::string& line) {
  gtp(line);
  return gtp.engine().pondering();
}

/// Seconds until pondering ends, at most 10.
double time_to_end(const Engine& engine, const StopWatch& watch) {
  while (engine.pondering() && watch.seconds() < 10) std::this_thread::yield();
  return watch.seconds();
}

nlohmann::json last_search(Conversation& gtp) {
  return nlohmann::json::parse(gtp("sumi-last_search"));
}

/// 18 empties, Black to move.
const std::string kEndgame =
    "setup_board --XXXXX--OOOXX-O-OOXXOX-XXOXXOXO-OOOXXOO--OXOOO---OXXX----OOOOO- X";

}  // namespace

TEST_CASE("pondering starts after a genmove limited only by time", "[gtp][ponder]") {
  Conversation gtp(pondering_options());
  CHECK_FALSE(ponders_after(gtp, "play b f5"));
  CHECK_FALSE(ponders_after(gtp, "reg_genmove w"));
  CHECK(ponders_after(gtp, "genmove w"));
  gtp("clear_board");
  CHECK(ponders_after(gtp, "genmove b"));
  CHECK(ponders_after(gtp, "time_left b 5 0"));
  CHECK_FALSE(ponders_after(gtp, "sumi-set move-time-ms 0"));
  gtp("clear_board");
  gtp("sumi-time_left b 300");
  CHECK(ponders_after(gtp, "genmove b"));  // with a clock
  for (const std::string limit : {"level", "depth", "nodes"}) {
    gtp("sumi-set " + limit + " 3");
    gtp("clear_board");
    CAPTURE(limit);
    CHECK_FALSE(ponders_after(gtp, "genmove b"));
    gtp("sumi-set " + limit + (limit == "level" ? " -1" : " 0"));
  }
  gtp("sumi-set move-time-ms 10");
  gtp("sumi-set ponder false");
  gtp("clear_board");
  CHECK_FALSE(ponders_after(gtp, "genmove b"));
  gtp("sumi-set ponder true");
  gtp("undo");
  CHECK(ponders_after(gtp, "genmove b"));

  CHECK_FALSE(Conversation().engine().options().ponder);
}

TEST_CASE("there is no pondering after a forced pass or the end of the game", "[gtp][ponder]") {
  Conversation gtp(pondering_options());
  gtp("setup_board " + kBlackIsStuck + " X");
  CHECK_FALSE(ponders_after(gtp, "genmove b"));
  gtp("setup_board -OOOOOOX" + std::string(56, 'X') + " X");
  CHECK(gtp("genmove b") == "a1");
  CHECK_FALSE(gtp.engine().pondering());
  CHECK_FALSE(ponders_after(gtp, "genmove w"));
  CHECK(gtp("genmove purple") == "? syntax error");
  CHECK_FALSE(gtp.engine().pondering());
}

TEST_CASE("commands that do not change the game are answered during pondering", "[gtp][ponder]") {
  Conversation gtp(pondering_options());
  const std::string move = gtp("genmove b");
  REQUIRE(gtp.engine().pondering());
  const std::vector<std::pair<std::string, std::string>> said{
      {"name", "Sumi"},
      {"known_command play", "true"},
      {"gogui-rules_side_to_move", "white"},
      {"play w a1", "? illegal move"},
      {"genmove b", "? illegal move"},
      {"final_score", "? cannot score"},
      {"time_left w 10 0", ""},
      {"time_settings 0 0 0", ""},
      {"komi 0", ""},
      {"castle", "? unknown command"},
      {"gogui-interrupt", ""},
      {"# a comment", ""},
  };
  for (const auto& [line, answer] : said) {
    CAPTURE(line);
    if (line[0] == '#') {
      CHECK(gtp.raw(line).empty());
    } else {
      CHECK(gtp(line) == answer);
    }
    CHECK(gtp.engine().pondering());
  }
  CHECK(last_search(gtp)["move"] == move);
  CHECK(gtp.raw("showboard").ends_with("\nwhite to move\n\n"));
  CHECK(gtp.engine().pondering());
}

TEST_CASE("a change of game, engine or session ends pondering", "[gtp][ponder]") {
  const test::TemporaryFolder folder;
  const std::string sgf = folder.write("game.sgf", "(;GM[2]SZ[8];B[ef])");
  const std::vector<std::string> lines{"play",
                                       "gogui-play_sequence w",
                                       "undo",
                                       "gg-undo 1",
                                       "clear_board",
                                       "boardsize 6",
                                       kEndgame,
                                       "loadsgf " + sgf + " 1",
                                       "clear_cache",
                                       "sumi-set hash-mib 2",
                                       "sumi-set ponder false",
                                       "reg_genmove w",
                                       "quit"};
  for (const std::string& line : lines) {
    double best = 10;
    for (int i = 0; i < 3; ++i) {  // load may delay single rounds
      Conversation gtp(pondering_options());
      gtp("genmove b");
      std::string legal = gtp("gogui-rules_legal_moves");
      const std::string reply = legal.substr(0, legal.find(' '));
      REQUIRE(gtp.engine().pondering());
      std::string sent = line;
      if (line == "play") sent += " w";
      if (line == "play" || line.ends_with("sequence w")) sent += " " + reply;
      CAPTURE(sent);
      const StopWatch watch;
      CHECK_FALSE(gtp(sent).starts_with("?"));
      const double seconds = time_to_end(gtp.engine(), watch);
      if (!line.starts_with("reg_genmove")) best = std::min(best, seconds);
      CHECK_FALSE(gtp.engine().pondering());
    }
    CAPTURE(line);
    CHECK((line.starts_with("reg_genmove") || best < test::kMaxStopDelay));
  }
}

TEST_CASE("the end of the session ends pondering", "[gtp][ponder]") {
  Engine engine(pondering_options());
  test::ScriptedPeer peer;
  auto session = std::make_unique<GtpSession>(engine, peer);
  session->on_line({"genmove b", false});
  peer.run_until([&] { return !session->busy(); });
  REQUIRE(engine.pondering());
  session.reset();
  CHECK(time_to_end(engine, StopWatch()) < 5);
}

TEST_CASE("after the predicted reply, the answer needs less than a quarter of the nodes",
          "[gtp][ponder]") {
  const auto weights =
      load_nnue("").value();  // otherwise reading them takes time from the first move
  const auto nodes_of_second_move = [](bool ponder) {
    EngineOptions options = pondering_options();
    options.ponder = ponder;
    Conversation gtp(options);
    gtp(kEndgame);
    gtp("genmove b");
    const auto line = last_search(gtp)["pv"];
    REQUIRE(line.size() >= 2);
    CHECK(gtp.engine().pondering() == ponder);
    time_to_end(gtp.engine(), StopWatch());  // until solved
    CHECK_FALSE(gtp.engine().pondering());
    gtp("sumi-set ponder false");
    gtp("sumi-set move-time-ms 60000");
    CHECK(gtp("play w " + line[1].get<std::string>()).empty());
    gtp("genmove b");
    CHECK(last_search(gtp)["exact"] == true);
    return last_search(gtp)["nodes"].get<long>();
  };
  const long cold = nodes_of_second_move(false), warm = nodes_of_second_move(true);
  CAPTURE(cold, warm);
  CHECK(warm < cold / 4);
}

TEST_CASE("whole games with pondering are legal", "[gtp][ponder]") {
  EngineOptions options = pondering_options();
  options.move_time_ms = 2;
  Conversation black(options), white(options);
  for (int moves = 0; !black.session().game().over(); ++moves) {
    REQUIRE(moves < 120);
    const bool blacks = black("gogui-rules_side_to_move") == "black";
    Conversation& mover = blacks ? black : white;
    Conversation& other = blacks ? white : black;
    const std::string color = blacks ? "black" : "white";
    const std::string move = mover("genmove " + color);
    CAPTURE(color, move);
    REQUIRE((move == "pass" || parse_square(move)));
    REQUIRE(other("play " + color + " " + move).empty());
  }
  CHECK(white.session().game().over());
  CHECK(black("final_score") == white("final_score"));
  CHECK(time_to_end(black.engine(), StopWatch()) < 5);  // the last move requested the stop
}
