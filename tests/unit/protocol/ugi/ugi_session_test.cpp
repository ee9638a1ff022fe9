// SPDX-License-Identifier: MIT
#include "protocol/version.h"
#include "tests/support/results.h"
#include "tests/unit/protocol/ugi/conversation.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi;
using namespace sumi::protocol;
using namespace sumi::protocol::ugi_test;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

TEST_CASE("the first line selects UGI, UCI or USI", "[ugi]") {
  for (const std::string greeting : {"ugi", "uci", "usi"}) {
    Conversation ugi;
    const std::string text = ugi.answer(greeting + "\r");
    CHECK_THAT(text, StartsWith("id name Sumi "));
    CHECK_THAT(text, Contains("\nid author the Sumi authors\noption name "));
    CHECK_THAT(text, EndsWith("\n" + greeting + "ok\n"));
    CHECK(count(text, "ok\n") == 1);
  }
  Conversation ugi;
  CHECK(ugi.session().dialect() == UgiDialect::kUgi);
  ugi.answer("usi");
  CHECK(ugi.session().dialect() == UgiDialect::kUsi);
  ugi.answer("uci");
  CHECK(ugi.session().dialect() == UgiDialect::kUci);
}

TEST_CASE("the name option sets the engine's name", "[ugi]") {
  EngineOptions options = fast_options();
  options.name = "Sumi L10";
  for (const std::string greeting : {"ugi", "uci", "usi"}) {
    Conversation ugi("", options);
    CHECK_THAT(ugi.answer(greeting), StartsWith("id name Sumi L10 "));
    CHECK(ugi.answer("setoption name Name value Sumi L 11").empty());
    CHECK_THAT(ugi.answer(greeting),
               StartsWith("id name Sumi L 11 ") &&
                   Contains("option name Name type string default Sumi L 11\n"));
  }
}

TEST_CASE("every option of the engine is offered with its value", "[ugi]") {
  EngineOptions options = fast_options();
  options.level = 7;
  Conversation ugi("", options);
  const std::string text = ugi.answer("uci");
  for (const OptionSpec& spec : engine_options()) {
    CAPTURE(spec.title);
    CHECK(count(text, "option name " + std::string(spec.title) + " type ") == 1);
  }
  CHECK_THAT(text, Contains("option name Hash type spin default 1 min 1 max 1048576\n"));
  CHECK_THAT(text, Contains("option name Level type spin default 7 min -1 max 60\n"));
  CHECK_THAT(text, Contains("option name MultiPV type spin default 1 min 1 max 46\n"));
  CHECK_THAT(text, Contains("option name Clear Hash type button\n"));
}

TEST_CASE("setoption accepts titles and names in any case, and prints only errors", "[ugi]") {
  Conversation ugi("uci");
  const auto options = [&]() -> const EngineOptions& { return ugi.engine().options(); };
  for (const char* line :
       {"setoption name hash value 2", "setoption name Move Overhead value 33",
        "setoption name Ponder value True", "setoption name Evaluator value Mobility",
        "setoption name multipv value 3", "setoption name Clear Hash",
        "setoption name EvalFile value <empty>", "setoption name level value 4",
        "setoption name ownbook value False", "setoption name book draws value Seek"}) {
    CAPTURE(line);
    const std::string text = ugi.answer(line);
    CHECK((text.empty() || text.starts_with("info string plays: evaluator ")));
  }
  CHECK(options().hash_mib == 2);
  CHECK(options().move_overhead_ms == 33);
  CHECK(options().ponder);
  CHECK(options().evaluator == "mobility");
  CHECK(options().level == 4);
  CHECK_FALSE(options().own_book);
  CHECK(options().book_draws == "seek");
  CHECK_THAT(ugi.answer("uci"), Contains("option name MultiPV type spin default 3 "));

  const EngineOptions before = options();
  CHECK(ugi.answer("setoption name contempt value 5") ==
        "info string error: no option named 'contempt'\n");
  CHECK(ugi.answer("setoption name Hash value 0") ==
        "info string error: hash-mib: '0' is not in 1..1048576\n");
  CHECK(ugi.answer("setoption name MultiPV value 47") ==
        "info string error: MultiPV: '47' is not in 1..46\n");
  for (const char* line :
       {"setoption", "setoption Hash 5", "setoption name Hash", "setoption name Ponder value 1",
        "setoption name Evaluator value oracle", "setoption name Board Size value 5"}) {
    CAPTURE(line);
    const std::string text = ugi.answer(line);
    CHECK_THAT(text, StartsWith("info string error: "));
    CHECK(count(text, "\n") == 1);
  }
  CHECK(options() == before);
  CHECK(ugi.answer("isready") == "readyok\n");

  ugi.answer("setoption name Evaluator value pattern");
  CHECK_THAT(ugi.answer("setoption name EvalFile value /no/such file"),
             Contains("'/no/such file'"));
  CHECK(options().weights.empty());
}

TEST_CASE("evaluator and weights may be set in either order, and no move is made until they fit",
          "[ugi]") {
  const std::string refused =
      "info string error: evaluator: 'mlp' needs a network: name its file with the option weights, "
      "or choose s2 or s3\n";
  for (const char* protocol : {"ugi", "uci", "usi"}) {
    Conversation ugi(protocol);
    CHECK_THAT(ugi.answer(protocol), Contains("info string plays: evaluator table, isa "));
    CHECK_THAT(ugi.answer("setoption name Evaluator value bpfscn"),
               StartsWith("info string plays: evaluator bpfscn, isa "));
    CHECK_THAT(ugi.answer("setoption name EvalFile value 1:3:2"),
               StartsWith("info string plays: evaluator bpfscn, weights '1:3:2', isa "));

    CHECK_THAT(ugi.answer("setoption name EvalFile value <empty>"),
               StartsWith("info string plays: "));
    CHECK_THAT(ugi.answer("setoption name Evaluator value mlp"),
               StartsWith("info string not usable yet: evaluator: 'mlp' needs a network"));
    CHECK(ugi.answer("isready") == refused + "readyok\n");
    CHECK(ugi.answer("eval") == refused);
    CHECK(ugi.answer("bench 1") == refused);
    ugi.answer("position startpos");
    // No move from another evaluator.
    const std::string none =
        protocol == std::string_view("usi") ? "bestmove pass" : "bestmove 0000";
    CHECK(ugi.answer("go depth 1") == refused + none + "\n");
    for (const char* go : {"go infinite", "go ponder depth 1"}) {
      CAPTURE(go);
      ugi.send(go);
      CHECK(ugi.last("stop") == none);
    }

    // Weights alone select their evaluator.
    ugi.answer("setoption name Evaluator value auto");
    CHECK_THAT(ugi.answer("setoption name EvalFile value 1:3:2"),
               StartsWith("info string plays: evaluator bpfscn, weights '1:3:2', isa "));
    CHECK_THAT(ugi.answer("setoption name Evaluator value bpfscn"),
               StartsWith("info string plays: evaluator bpfscn, weights '1:3:2', isa "));
    CHECK(ugi.answer("isready") == "readyok\n");
  }
}

TEST_CASE("queries are answered by one word; unknown queries by an info string", "[ugi]") {
  Conversation ugi("ugi");
  CHECK(ugi.answer("query gameover") == "response false\n");
  CHECK(ugi.answer("query p1turn") == "response true\n");
  CHECK(ugi.answer("query result") == "response none\n");
  CHECK(ugi.answer("query fen") == "response 8/8/8/3ox3/3xo3/8/8/8 x\n");
  CHECK(ugi.answer("query board") ==
        "response ---------------------------OX------XO--------------------------- X\n");
  CHECK_THAT(ugi.answer("query"), StartsWith("info string query: '' is not gameover"));
  CHECK_THAT(ugi.answer("query weather"), StartsWith("info string query: 'weather'"));
  CHECK(ugi.answer("position startpos moves f5").empty());
  CHECK(ugi.answer("query p1turn") == "response false\n");
  CHECK(ugi.answer("query fen") == "response 8/8/8/3ox3/3xxx2/8/8/8 o\n");

  for (const auto& [board, result] : {std::pair{"x7/8/8/8/8/8/8/8 x", "p1win"},
                                      {"x7/8/8/8/8/8/8/8 o", "p1win"},
                                      {"o7/8/8/8/8/8/8/8 x", "p2win"},
                                      {"o7/8/8/8/8/8/8/8 o", "p2win"},
                                      {"x6o/8/8/8/8/8/8/8 o", "draw"}}) {
    CAPTURE(board);
    ugi.answer("position fen " + std::string(board));
    CHECK(ugi.answer("query gameover") == "response true\n");
    CHECK(ugi.answer("query result") == "response " + std::string(result) + "\n");
  }
}

TEST_CASE("a side passes only if it must", "[ugi]") {
  Conversation ugi("ugi");
  ugi.answer("position " + kBlackMustPass);
  CHECK(ugi.answer("query p1turn") == "response true\n");
  CHECK(ugi.answer("query gameover") == "response false\n");
  CHECK(ugi.answer("query fen") == "response ox6/8/ox6/8/8/8/8/8 x\n");
  CHECK(ugi.answer("go movetime 60000") == "bestmove 0000\n");
  CHECK(ugi.answer("query p1turn") == "response true\n");
  ugi.answer("position " + kBlackMustPass + " moves 0000");
  CHECK(ugi.answer("query p1turn") == "response false\n");
}

TEST_CASE("a bad position changes nothing", "[ugi]") {
  Conversation ugi("ugi");
  ugi.answer("position startpos moves f5");
  const Position before = ugi.session().game().position();
  CHECK(ugi.answer("position startpos moves f5 f5") ==
        "info string illegal move: 'f5' for white (legal: f4 d6 f6)\n");
  CHECK_THAT(ugi.answer("position fen 8/8 x"), StartsWith("info string FEN: "));
  CHECK_THAT(ugi.answer("position"), StartsWith("info string position: no board"));
  CHECK(ugi.session().game().position() == before);
  ugi.answer("ucinewgame");
  CHECK(ugi.session().game().position() == Position());
}

TEST_CASE("positions set the board's size, and startpos has the size of the option",
          "[ugi][size]") {
  Conversation ugi("ugi");
  const auto size = [&] { return ugi.engine().options().size; };
  CHECK(ugi.answer("position fen 4/1ox1/1xo1/4 x").empty());
  CHECK(size() == 4);
  CHECK_THAT(ugi.last("go depth 3"), StartsWith("bestmove "));
  ugi.answer("position startpos");
  CHECK(size() == 8);
  CHECK(ugi.answer("setoption name Board Size value 6").empty());
  CHECK(ugi.session().game().position() == start_position(6));
  ugi.answer("position startpos moves c2");
  CHECK(ugi.answer("query fen") == "response 6/2x3/2xx2/2xo2/6/6 o\n");
  ugi.answer("uginewgame");
  CHECK(ugi.session().game().position() == start_position(6));

  EngineOptions options = fast_options();
  options.evaluator = "pattern";
  Conversation big("ugi", options);
  CHECK_THAT(big.answer("position fen 4/1ox1/1xo1/4 x"), Contains("'pattern' knows"));
  CHECK(big.session().game().position() == Position());
}

TEST_CASE("empty lines are ignored; unknown and overlong lines are reported", "[ugi]") {
  Conversation ugi("ugi");
  CHECK(ugi.answer("").empty());
  CHECK(ugi.answer(" \t\r").empty());
  CHECK(ugi.answer("debug on").empty());
  CHECK(ugi.answer("register later").empty());
  CHECK(ugi.answer("stop").empty());
  CHECK(ugi.answer("ponderhit").empty());
  CHECK(ugi.answer("gameover win").empty());
  CHECK(ugi.answer("castle\x01") == "info string unknown command: 'castle\\x01' (see help)\n");
  CHECK(ugi.answer("ISREADY") == "readyok\n");
  const std::string help = ugi.answer("help");
  CHECK_THAT(help, Contains("info string query gameover|p1turn|result|fen|board\n"));
  CHECK_THAT(help, Contains("info string quit \n"));
  ugi.session().on_line({"position startpos moves f5", true});
  CHECK(ugi.said() == "info string line is longer than 65536 bytes: ignored\n");
  CHECK(ugi.session().game().moves().empty());
}

TEST_CASE("d shows the board, and eval the static value", "[ugi]") {
  Conversation ugi("ugi");
  const std::string shown = ugi.answer("d");
  CHECK_THAT(shown, StartsWith("  A B C D E F G H  \n1 . . "));
  CHECK_THAT(shown, EndsWith("\nblack to move\nfen 8/8/8/3ox3/3xo3/8/8/8 x\n"));
  CHECK_THAT(ugi.answer("eval"),
             Catch::Matchers::Matches("info string eval: [+-][0-9.]+ discs for black, to move\n"));
  ugi.answer("position " + kBlackMustPass);
  CHECK_THAT(ugi.answer("d"), Contains("\nblack must pass\n"));
  ugi.answer("position fen x7/8/8/8/8/8/8/8 x");
  CHECK_THAT(ugi.answer("d"), Contains("\ngame over: Black wins by 64, 64 to 0\n"));
  CHECK(ugi.answer("eval") == "info string eval: the game is over\n");
}

TEST_CASE("quit ends the session, even during an analysis", "[ugi]") {
  Conversation ugi("ugi");
  SECTION("without a search") {
    CHECK_FALSE(ugi.session().finished());
    CHECK(ugi.answer("quit").empty());
    CHECK(ugi.session().finished());
  }
  SECTION("during an analysis") {
    ugi.send("go infinite");
    CHECK_FALSE(ugi.session().finished());
    ugi.send("quit");
    ugi.peer().run_until([&] { return ugi.session().finished(); });
    CHECK(count(ugi.said(), "bestmove ") == 1);
  }
}

TEST_CASE("the reported board size is that of startpos", "[ugi]") {
  Conversation ugi("ugi");
  ugi.answer("position fen 4/1ox1/1xo1/4 x");
  CHECK_THAT(ugi.answer("uci"), Catch::Contains("option name Board Size type combo default 8 "));
  CHECK(ugi.answer("query fen") == "response 4/1ox1/1xo1/4 x\n");
}
