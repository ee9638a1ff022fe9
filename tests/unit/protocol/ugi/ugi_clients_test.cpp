// SPDX-License-Identifier: MIT
/// Input of UGI, UCI and USI clients, line by line, and how they parse the output.
#include "engine/game/notation.h"
#include "tests/support/results.h"
#include "tests/unit/protocol/ugi/conversation.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi;
using namespace sumi::protocol;
using namespace sumi::protocol::ugi_test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

/// An engine as cutegames uses it: waits for a line of exactly two words and ignores others.
class CutegamesEngine {
 public:
  CutegamesEngine() {
    talk("ugi");
    CHECK(wait_for("ugiok", 1) == "ugiok");
    // Its general options are in lower case, supported or not.
    for (const char* option :
         {"threads value 1", "ownbook value false", "hash value 1", "debug value false"}) {
      talk("setoption name " + std::string(option));
    }
  }

  void is_ready() {
    talk("isready");
    CHECK(wait_for("readyok", 1) == "readyok");
  }

  void new_game() { talk("uginewgame"); }

  void position(const std::string& fen, const std::vector<std::string>& moves) {
    std::string line = fen == "startpos" ? "position startpos" : "position fen " + fen;
    if (!moves.empty()) line += " moves";
    for (const std::string& move : moves) line += " " + move;
    talk(line);
  }

  std::string query(const std::string& what) {
    talk("query " + what);
    return wait_for("response", 2).substr(9);
  }

  std::string go(const std::string& limits) {
    talk("go " + limits);
    return wait_for("bestmove", 2).substr(9);
  }

 private:
  void talk(const std::string& line) {
    text_.clear();
    ugi_.send(line);
    ugi_.finish();
    text_ = ugi_.said();
  }

  std::string wait_for(const std::string& word, std::size_t words) const {
    for (const std::string& line : Conversation::lines_of(text_)) {
      if (line.starts_with(word) && count(line, " ") + 1 == words) return line;
    }
    FAIL("cutegames still waits for " + word + " in: " + text_);
    return {};
  }

  Conversation ugi_;
  std::string text_;
};

/// Plays a game as cutegames does.
std::string play_cutegames(const std::string& fen, const std::string& limits,
                           std::vector<std::string>& moves) {
  CutegamesEngine one, two;
  for (CutegamesEngine* engine : {&one, &two}) {
    engine->is_ready();
    engine->new_game();
  }
  one.position(fen, {});
  bool is_p1_turn = one.query("p1turn") == "true";
  while (true) {
    REQUIRE(moves.size() < 130);
    CutegamesEngine& us = is_p1_turn ? one : two;
    CutegamesEngine& them = is_p1_turn ? two : one;
    us.is_ready();
    us.position(fen, moves);
    them.position(fen, moves);
    CHECK(us.query("p1turn") == (is_p1_turn ? "true" : "false"));
    const std::string over = us.query("gameover");
    CHECK(over == them.query("gameover"));
    CHECK(us.query("result") == them.query("result"));
    if (over == "true") return us.query("result");
    CHECK(us.query("result") == "none");
    moves.push_back(us.go(limits));
    is_p1_turn = !is_p1_turn;
  }
}

}  // namespace

TEST_CASE("cutegames plays a game from the start", "[ugi][cutegames]") {
  for (const char* limits :
       {"p1time 250 p2time 250 p1inc 1 p2inc 1", "movetime 2", "depth 2", "nodes 300"}) {
    CAPTURE(limits);
    std::vector<std::string> moves;
    const std::string result = play_cutegames("startpos", limits, moves);
    Game game;
    for (const std::string& move : moves) REQUIRE(game.play(*parse_square(move)));
    REQUIRE(game.over());
    const int score = game.black_score().discs;
    CHECK(result == (score > 0 ? "p1win" : score < 0 ? "p2win" : "draw"));
  }
}

TEST_CASE("cutegames plays openings given as FEN, with passes", "[ugi][cutegames]") {
  // From nothello's list; either side may be to move.
  for (const char* fen :
       {"8/8/8/3ox3/3xxx2/8/8/8 o", "8/8/8/2xxx3/3xo3/8/8/8 o", "8/8/8/3ox3/3xo3/8/8/8 x"}) {
    CAPTURE(fen);
    std::vector<std::string> moves;
    CHECK(play_cutegames(fen, "depth 1", moves) != "none");
  }
  std::vector<std::string> moves;
  CHECK(play_cutegames("ox6/8/ox6/8/8/8/8/8 x", "depth 3", moves) == "p2win");
  CHECK(moves.size() >= 3);
  CHECK(moves[0] == "0000");  // a side that must pass is asked for its move
  CHECK(moves[2] == "0000");
}

TEST_CASE("the commands that nothello and Poppy send are understood", "[ugi]") {
  Conversation ugi("ugi");
  ugi.answer("uginewgame");
  ugi.answer("position fen 8/8/8/3ox3/3xo3/8/8/8 x moves d3 c3 0000");
  CHECK(ugi.session().game().moves().empty());  // Black has a move, so the pass is illegal
  ugi.answer("position fen 8/8/8/3ox3/3xo3/8/8/8 x moves d3 c3");
  CHECK(ugi.answer("query fen") == "response 8/8/2ox4/3ox3/3xo3/8/8/8 x\n");
}

TEST_CASE("a chess GUI plays, ponders and analyses over UCI", "[ugi][uci]") {
  Conversation uci;
  const std::string hello = uci.answer("uci");
  CHECK_THAT(hello, Contains("option name Hash type spin "));
  for (const char* line : {"setoption name UCI_AnalyseMode value true",
                           "setoption name UCI_LimitStrength value false"}) {
    CHECK_THAT(uci.answer(line), StartsWith("info string error: no option named "));
  }
  CHECK(uci.answer("setoption name Ponder value true").empty());
  CHECK(uci.answer("isready") == "readyok\n");
  CHECK(uci.answer("ucinewgame").empty());
  CHECK(uci.answer("position startpos").empty());
  const std::string best = uci.last("go wtime 60000 btime 60000 winc 0 binc 0 depth 6");
  const std::string move = best.substr(9, 2), reply = best.substr(best.size() - 2);
  REQUIRE(best == "bestmove " + move + " ponder " + reply);

  // A ponder hit, then a miss.
  uci.send("position startpos moves " + move + " " + reply);
  uci.send("go ponder wtime 300 btime 250 winc 0 binc 0");
  uci.peer().run_for(Millis(10));
  CHECK(uci.said().empty());
  CHECK_THAT(uci.last("ponderhit"), StartsWith("bestmove "));
  uci.send("position startpos moves " + move + " " + reply);
  uci.send("go ponder wtime 300 btime 250 winc 0 binc 0");
  CHECK_THAT(uci.last("stop"), StartsWith("bestmove "));
  uci.answer("position startpos moves " + move);
  CHECK_THAT(uci.last("go movetime 10"), StartsWith("bestmove "));

  // Endless analysis along a game.
  uci.answer("setoption name MultiPV value 2");
  uci.send("go infinite");
  uci.peer().run_until_written(" multipv 2 ");
  CHECK_THAT(uci.last("stop"), StartsWith("bestmove "));
  uci.answer("quit");
  CHECK(uci.session().finished());
}

TEST_CASE("a USI-X GUI plays a game", "[ugi][usi]") {
  Conversation usi;
  CHECK_THAT(usi.answer("usi"), Contains("\nusiok\n"));
  CHECK(usi.answer("score_scale_and_type") == "scoretype other min -6400 max 6400\n");
  CHECK(usi.answer("setoption name USI_Hash value 2").empty());
  CHECK(usi.answer("setoption name USI_Ponder value false").empty());
  CHECK(usi.engine().options().hash_mib == 2);
  CHECK(usi.answer("isready") == "readyok\n");
  CHECK(usi.answer("usinewgame").empty());
  CHECK(usi.answer("position sfen ---------------------------OX------XO-----------------------"
                   "----B1 moves f5 d6")
            .empty());
  CHECK_THAT(usi.last("go btime 300 wtime 300 binc 1 winc 1"), StartsWith("bestmove "));
  CHECK_THAT(usi.last("go btime 0 wtime 0 byoyomi 60"), StartsWith("bestmove "));
  usi.answer("position " + kBlackMustPass + " moves pass");
  CHECK(usi.answer("query p1turn") == "response false\n");
  usi.answer("position " + kBlackMustPass);
  CHECK(usi.answer("go btime 0 wtime 0 byoyomi 60") == "bestmove pass\n");
  CHECK(usi.answer("gameover win").empty());
  usi.answer("quit");
  CHECK(usi.session().finished());
}
