// SPDX-License-Identifier: MIT
#include "engine/catalog.h"
#include "engine/formats/game_file.h"
#include "engine/levels.h"
#include "protocol/http/web_server.h"
#include "protocol/http/web_session.h"
#include "protocol/service/game_library.h"
#include "protocol/text/json_fields.h"
#include "tests/support/game_database.h"
#include "tests/support/scripted_peer.h"
#include "tests/support/small_engine.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Matchers::Contains;

namespace {

const WebOffers& offers() {
  static const WebOffers made = make_web_offers(test::small_engine(), {});
  return made;
}

class WebTalk {
 public:
  explicit WebTalk(const WebOffers& own = offers()) : session_(own, peer_) {}

  void send(std::string_view line) { session_.on_line({std::string(line)}); }

  /// All output until no work is left.
  std::vector<Json> rest() {
    peer_.run_until([this] { return !session_.working(); });
    std::istringstream text(peer_.take());
    std::vector<Json> all;
    for (std::string line; std::getline(text, line);) all.push_back(Json::parse(line));
    return all;
  }
  std::vector<Json> all(std::string_view line) {
    send(line);
    return rest();
  }
  Json operator()(std::string_view line) {
    const std::vector<Json> said = all(line);
    REQUIRE_FALSE(said.empty());
    return said.back();
  }
  std::string fault(std::string_view line) {
    const Json said = (*this)(line);
    return said.contains("error") ? said["error"].get<std::string>() : "none: " + said.dump();
  }

  WebSession& session() { return session_; }
  test::ScriptedPeer& peer() { return peer_; }

 private:
  test::ScriptedPeer peer_;
  WebSession session_;
};

std::vector<std::string> squares_of(const Json& list) {
  std::vector<std::string> squares;
  for (const Json& one : list) squares.push_back(one["move"].get<std::string>());
  std::ranges::sort(squares);
  return squares;
}

}  // namespace

TEST_CASE("about lists the choices") {
  const Json about = WebTalk()(R"({"id": 1, "action": "about"})");
  CHECK(about["id"] == 1);
  CHECK(about["max_level"] == 60);
  CHECK(about["players"][0]["name"] == "search");
  CHECK(about["formats"].size() == file_formats().size());
  CHECK_FALSE(about["learns"].get<bool>());
  // Players that need a learned file are offered only if their folder exists.
  for (const Json& player : about["players"]) {
    CHECK_THAT(player["name"].get<std::string>(), !Contains("network"));
  }
}

TEST_CASE("a query may choose an evaluator, and queries share the table") {
  WebTalk talk;
  const Json best =
      talk(R"({"id": 1, "moves": "f5", "limits": {"depth": 3}, "evaluator": "mobility",
                             "candidates": 46})");
  CHECK(best["candidates"].size() == 3);
  CHECK_THAT(talk.fault(R"({"id": 2, "moves": "f5", "evaluator": "weights.sumi"})"),
             Contains("evaluator: \"weights.sumi\" is not one of"));
  const auto nodes = [&] {
    return talk(R"({"id": 3, "moves": "f5d6c3", "limits": {"depth": 6}})")["candidates"][0]["nodes"]
        .get<int>();
  };
  const int first = nodes();
  CHECK(nodes() < first);
}

TEST_CASE("read accepts what the command line accepts") {
  WebTalk talk;
  const auto moves = [&](const std::string& text, int size = 8) {
    const Json said =
        talk(Json{{"id", 1}, {"action", "read"}, {"text", text}, {"size", size}}.dump());
    return said.contains("error") ? said["error"].get<std::string>()
                                  : said["games"][0]["moves"].dump();
  };
  CHECK(moves("f5d6c3") == R"(["f5","d6","c3"])");
  CHECK(moves("1. F5 d6 2. c3") == R"(["f5","d6","c3"])");
  CHECK(moves("(;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O---------"
              "------------------ *]B[F5]W[D6];)") == R"(["f5","d6"])");
  CHECK(moves("[Black \"a\"]\n[White \"b\"]\n\n1. f5 d6 *\n") == R"(["f5","d6"])");
  CHECK(moves("b1a1", 4).find("[") == 0);
  CHECK(moves("8/8/8/3ox3/3xo3/8/8/8 x") == "[]");
  CHECK_THAT(moves("hello there"), Contains("hello"));
  CHECK_FALSE(moves("").starts_with("["));
}

TEST_CASE("read keeps a game up to an illegal move and reports the move") {
  WebTalk talk;
  const auto read = [&](const std::string& text) {
    return talk(Json{{"id", 1}, {"action", "read"}, {"text", text}}.dump());
  };
  for (const std::string text : {"f5d6c3a1d3", "1. f5 d6 2. c3 a1 3. d3",
                                 "(;GM[2]FF[4]SZ[8];B[fe];W[df];B[cc];W[aa];B[dc])"}) {
    CAPTURE(text);
    const Json said = read(text);
    REQUIRE(said.contains("games"));
    CHECK(said["games"][0]["moves"].dump() == R"(["f5","d6","c3"])");
    REQUIRE(said["warnings"].size() == 1);
    CHECK(said["games"][0]["cut"] == true);
    CHECK_THAT(said["warnings"][0].get<std::string>(), Contains("'a1'") && Contains("at move 4"));
  }
  CHECK_FALSE(read("f5d6c3")["games"][0].contains("cut"));
  CHECK(read("a1d6").contains("error"));
  CHECK(read("f5d6c3z9d3").contains("error"));
}

TEST_CASE("read finds a game in other text, but no game in damaged files") {
  WebTalk talk;
  const auto read = [&](const std::string& text) {
    return talk(Json{{"id", 1}, {"action", "read"}, {"text", text}}.dump());
  };
  const Json named = read("Black opened with f5, White answered d6; then came c3 and d3.");
  REQUIRE(named.contains("games"));
  CHECK(named["games"][0]["moves"].dump() == R"(["f5","d6","c3","d3"])");
  const Json longest =
      read("After f5d6 c3 is best, d3 is the Tiger: f5d6c3d3c4. But f5f6 is diagonal.");
  REQUIRE(longest.contains("games"));
  CHECK(longest["games"][0]["moves"].dump() == R"(["f5","d6","c3","d3","c4"])");
  CHECK_THAT(longest["warnings"][0].get<std::string>(), Contains("only the moves in the text"));
  CHECK(read("(;GM[Othello]PC[some place]B[F5]W[D6]B[C3]W[D3]B[??]").contains("error"));
  CHECK_THAT(talk.fault(R"({"id": 1, "action": "read", "text": "https://example.org/"})"),
             Contains("holds no moves") && Contains("GGF, SGF, PGN, JSON"));
}

TEST_CASE("a WTHOR game survives writing and reading") {
  WebTalk talk;
  const std::string game = "f5d6c3d3c4f4f6f3e6e7";
  Json request = {{"id", 1}, {"action", "write"}, {"format", "wthor"}, {"result", "40-24"}};
  request["moves"] = Json::array();
  for (std::size_t i = 0; i < game.size(); i += 2) request["moves"].push_back(game.substr(i, 2));
  const Json written = talk(request.dump());
  REQUIRE(written.contains("base64"));
  const Json read =
      talk(Json{{"id", 2}, {"action", "read"}, {"base64", written["base64"]}, {"name", "one.wtb"}}
               .dump());
  CHECK(read["games"][0]["moves"] == request["moves"]);
}

TEST_CASE("write gives the position after N plies, not counting passes") {
  WebTalk talk;
  const auto text = [&](const Json& moves, int ply) {
    const Json request{
        {"id", 1}, {"action", "write"}, {"format", "fen"}, {"moves", moves}, {"ply", ply}};
    return talk(request.dump())["text"].get<std::string>();
  };
  const Json moves{"f5", "d6"};
  CHECK(text(moves, 0) == "8/8/8/3ox3/3xo3/8/8/8 x\n");
  CHECK(text(moves, 1) == "8/8/8/3ox3/3xxx2/8/8/8 o\n");
  const Json passed{"d3", "c3", "b3", "b2", "f5", "a3", "a1", "c1", "pass", "e3"};
  CHECK(text(passed, 9) == "x1o5/1o6/ooooo3/3xx3/3xxx2/8/8/8 x\n");
  CHECK_THAT(talk.fault(R"({"id": 1, "action": "write", "format": "quest", "moves": []})"),
             Contains("read-only"));
}

TEST_CASE("the page offers the catalog's names, for the boards that they know", "[web]") {
  const WebOffers made = make_web_offers(test::small_engine(), {});
  for (const char* name :
       {"s2", "s3", "s4-table", "s5-custom", "s6-general", "s6-corner", "s6-evolved", "bpfscn"}) {
    CAPTURE(name);
    for (const auto& offers : {made.evaluators, made.players}) {
      const Offer* const offer = find_offer(offers, name);
      REQUIRE(offer);
      CHECK(offer->sizes == std::vector{8});
      CHECK(offer->help == find_entry(name)->summary);
    }
  }
  CHECK(find_offer(made.evaluators, "table")->sizes == std::vector{8, 6, 4});
  CHECK(find_offer(made.players, "dp")->sizes == std::vector{4});
  // They need an argument.
  for (const char* name : {"mlp", "qtable"}) CHECK(!find_offer(made.evaluators, name));
  for (const char* name : {"greedy", "qtable", "nnue"}) CHECK(!find_offer(made.players, name));
}

TEST_CASE("two seats play each other with their own settings") {
  WebTalk talk;
  const Json black = talk(R"({"id": 1, "action": "move", "seat": "black", "moves": [],
                              "limits": {"depth": 2}, "new_game": true})");
  const Json white = talk(R"json({"id": 2, "action": "move", "seat": "white", "moves": ["f5"],
                              "player": "nmost"
})json");
  CHECK(black["action"] == "move");
  CHECK(black["depth"] == 2);
  CHECK_FALSE(white.contains("depth"));
  const std::vector<std::string> legal{"d6", "f4", "f6"};
  CHECK(std::ranges::count(legal, white["move"].get<std::string>()) == 1);
  CHECK(talk.fault(R"({"id": 3, "action": "move", "seat": "black", "player": "qtable:/etc/passwd",
                       "moves": []})") ==
        "player: \"qtable:/etc/passwd\" is not one of those that `about` lists");
  CHECK_THAT(talk.fault(R"({"id": 3, "action": "move", "seat": "black", "moves": [],
                            "strength": 16})"),
             Contains("strength: 16 is not"));
  CHECK(talk(R"({"id": 3, "action": "move", "seat": "black", "moves": [], "strength": 1,
                 "limits": {"time": 5}})")["depth"] == kStrengthDepth);
  CHECK_THAT(talk.fault(R"({"id": 3, "action": "move", "seat": "both", "moves": []})"),
             Contains("black or white"));
  CHECK_THAT(talk.fault(R"({"id": 3, "action": "move", "seat": "black", "moves": [],
                            "weights": "x"})"),
             Contains("'weights' is not one of"));
}

TEST_CASE("a move with a clock and a terminated move are answered") {
  WebTalk talk;
  const Json played = talk(R"({"id": 1, "action": "move", "seat": "white", "moves": ["f5"],
                               "clock": {"remaining": 1, "increment": 0.1}})");
  CHECK(played["seconds"].get<double>() < 0.5);
  talk.send(
      R"({"id": 2, "action": "move", "seat": "black", "moves": [], "limits": {"time": 1000}})");
  talk.send(R"({"id": 3, "action": "move", "seat": "black", "moves": []})");
  CHECK_THAT(talk.peer().take(), Contains(R"("id":3,"error":"seat: this player is thinking)"));
  talk.send(R"({"id": 4, "action": "terminate", "target": 3})");
  talk.peer().run_for(Millis(20));
  CHECK(talk.session().working());
  talk.send(R"({"id": 5, "action": "terminate", "target": 2})");
  const std::vector<Json> said = talk.rest();
  const auto ended = std::ranges::find_if(said, [](const Json& one) { return one["id"] == 2; });
  REQUIRE(ended != said.end());
  CHECK(ended->value("terminated", false));
  CHECK(ended->contains("move"));
}

TEST_CASE("a move may be requested while a terminated search ends") {
  WebTalk talk;
  talk.send(
      R"({"id": 1, "action": "move", "seat": "black", "moves": [], "limits": {"time": 1000}})");
  talk.send(R"({"id": 2, "action": "terminate", "target": 1})");
  talk.send(R"({"id": 3, "action": "move", "seat": "black", "moves": [], "limits": {"depth": 1}})");
  talk.send(R"({"id": 4, "action": "move", "seat": "black", "moves": []})");
  std::vector<std::string> said;
  for (const Json& one : talk.rest()) {
    said.push_back(fmt::format("{} {}", one["id"].get<int>(),
                               one.contains("error")  ? "error"
                               : one.contains("move") ? "move"
                                                      : "done"));
  }
  CHECK(said == std::vector<std::string>{"2 done", "4 error", "1 move", "3 move"});
}

TEST_CASE("players without a search give no score") {
  WebTalk talk;
  const Json move =
      talk(R"({"id": 1, "action": "move", "seat": "black", "moves": [], "player": "random"})");
  CHECK(move.contains("move"));
  CHECK_FALSE(move.contains("score"));
}

TEST_CASE("errors and help are in the language of the page") {
  WebTalk talk;
  const std::string english = talk.fault(R"({"id": 1, "action": "read", "text": "a1"})");
  const Json about = talk(R"({"id": 1, "action": "about", "language": "ja"})");
  CHECK(about["players"][0]["help"] == "エンジン自身の探索");
  const std::string japanese = talk.fault(R"({"id": 1, "action": "read", "text": "a1"})");
  CHECK(english != japanese);
  CHECK_THAT(japanese, Contains("a1"));
  CHECK_THAT(talk.fault(R"({"id": 1, "action": "about", "language": "xx"})"), Contains("xx"));
}

TEST_CASE("opinions cover all legal moves, except those of the search, which has none") {
  WebTalk talk;
  const Json said = talk(R"json({"id": 1, "action": "opinions", "player": "bpfscn", "moves": ["f5"]
})json");
  CHECK(squares_of(said["opinions"]) == std::vector<std::string>{"d6", "f4", "f6"});
  CHECK(said["opinions"][0]["terms"].size() == 3);
  CHECK(talk(R"({"id": 1, "action": "opinions", "player": "search", "moves": []})")["opinions"]
            .empty());
  CHECK_THAT(talk.fault(R"({"id": 1, "action": "opinions", "player": "dp", "moves": []})"),
             Contains("player dp: plays on 4x4 only"));
}

TEST_CASE("a review reports each move from the last to the first, then the whole game") {
  WebTalk talk;
  const std::vector<Json> said = talk.all(
      R"({"id": 1, "action": "review", "moves": ["f5", "d6", "c3"], "limits": {"level": 1}})");
  REQUIRE(said.size() == 4);
  CHECK(said[0]["move"]["move"] == "c3");
  CHECK(said[2]["move"]["move"] == "f5");
  CHECK_FALSE(said[0]["final"].get<bool>());
  CHECK(said[3]["final"].get<bool>());
  CHECK(said[3]["analysis"]["moves"].size() == 3);
  CHECK_THAT(talk.fault(R"({"id": 1, "action": "review", "moves": [], "limits": {"nodes": 5}})"),
             Contains("a level or a time"));
}

TEST_CASE("a review uses the book, whatever its limits") {
  for (const char* const text :
       {"{}", R"({"limits": {"level": 1}})", R"({"limits": {"time": 1}})"}) {
    CAPTURE(text);
    CHECK(setup_of_review(Json::parse(text)).limits.consults_book);
  }
}

TEST_CASE("terminate ends a running or waiting review") {
  WebTalk talk;
  const std::string game =
      R"("moves": ["f5", "d6", "c3", "d3", "c4", "f4"], "limits": {"time": 1000})";
  talk.send(R"({"id": 1, "action": "review", )" + game + "}");
  talk.send(R"({"id": 2, "action": "review", )" + game + "}");
  talk.peer().run_for(Millis(20));
  talk.send(R"({"id": 4, "action": "terminate", "target": 1})");
  talk.peer().run_until_written(R"("id":1,"action":"review","final":true)");
  talk.peer().run_for(Millis(20));
  CHECK(talk.session().working());  // the second review
  talk.send(R"({"id": 3, "action": "terminate"})");
  const std::vector<Json> said = talk.rest();
  const auto finals = std::ranges::count_if(said, [](const Json& one) {
    return one.value("final", false) && one.contains("terminated");
  });
  CHECK(finals == 2);
}

TEST_CASE("lines to hold a win count those that the side must remember") {
  WebTalk talk;
  // White has one move left, then Black has the last one.
  const std::string start =
      R"("start": "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-- X")";
  const Json said =
      talk(R"({"id": 1, "action": "lines", "side": "black", "hold": "win", )" + start + "}");
  CHECK(said["lines"] == 1);
  REQUIRE(said["moves"].size() == 1);
  CHECK(said["moves"][0]["move"] == "g8");
  CHECK_THAT(talk.fault(R"({"id": 1, "action": "lines", "side": "black", "hold": "win",
                            "moves": []})"),
             Contains("60 empty squares"));
  CHECK_THAT(talk.fault(R"({"id": 1, "action": "lines", "moves": []})"), Contains("side"));
  CHECK_THAT(talk.fault(R"({"id": 1, "action": "lines", "moves": [], "side": "black",
                            "hold": "all"})"),
             Contains("best, draw or win"));
}

TEST_CASE("different seeds give different problems, and the same seed the same problem") {
  WebTalk talk;
  const auto problem = [&](int seed) {
    Json said =
        talk(fmt::format(R"({{"id": 1, "action": "problem", "difficulty": 1, "seed": {}}})", seed));
    REQUIRE(said.contains("move"));
    return said;
  };
  const Json one = problem(1);
  CHECK(one == problem(1));
  CHECK(one["position"] != problem(2)["position"]);
  CHECK(one["score"] > 0);
  CHECK(one["second"] <= 0);
  CHECK_THAT(talk.fault(R"({"id": 1, "action": "problem", "difficulty": 6})"), Contains("1..5"));
}

namespace {

struct WithGames {
  WithGames() { own.games = std::make_shared<GameLibrary>(path); }
  test::TemporaryFolder folder;
  std::string path = folder.file("games.db");
  WebOffers own = offers();
};

std::string upload(std::string_view name, std::string_view bytes, std::size_t at = 0,
                   bool new_import = false) {
  return Json{{"id", "u"},
              {"action", "upload"},
              {"name", name},
              {"at", at},
              {"base64", encode_base64(bytes)},
              {"new_import", new_import}}
      .dump();
}

const std::string kTwoGames =
    "(;GM[Othello]DT[1999]PB[Ann]PW[Bob]EV[Open]RE[+10]TY[8]B[F5]W[D6]B[C3];)\n"
    "(;GM[Othello]DT[2004]PB[Bob]PW[Cid]RE[-4]TY[8]B[D3]W[C5]B[E6];)\n";

}  // namespace

TEST_CASE("games of people are found by position, with their moves in the board's orientation") {
  WithGames with;
  WebTalk talk(with.own);
  CHECK(talk(R"({"id": 1, "action": "games", "moves": []})")["all"] == 0);
  talk(upload("two.ggf", kTwoGames));
  talk(R"({"id": 1, "action": "import"})");
  const Json here = talk(R"({"id": 1, "action": "games", "moves": ["f5", "d6"]})");
  CHECK(here["all"] == 2);
  CHECK(here["games"] == 2);
  CHECK(here["wins"] == 1);
  CHECK(here["losses"] == 1);
  REQUIRE(here["moves"].size() == 2);
  REQUIRE(here["latest"].size() == 2);
  const Json& latest = here["latest"][0];
  CHECK(latest["black"] == "Bob");
  CHECK(latest["ply"] == 2);
  CHECK(latest["moves"][0] == "f5");
  CHECK(latest["moves"][1] == "d6");
  CHECK(here["best_known"].size() == 2);
  const Json start = talk(R"({"id": 1, "action": "games", "moves": [], "count": 1})");
  CHECK(start["moves"][0]["same"] == Json{"d3", "c4", "f5", "e6"});
  CHECK(start["latest"].size() == 1);
  const auto count = [&](const Json& filter) {
    return talk(Json{{"id", 1}, {"action", "games"}, {"moves", Json::array()}, {"filter", filter}}
                    .dump())["games"];
  };
  CHECK(count({{"player", "bob"}}) == 2);
  CHECK(count({{"player", "bob"}, {"opponent", "cid"}}) == 1);
  CHECK(count({{"tournament", "open"}}) == 1);
  CHECK(count({{"since", 2000}}) == 1);
  CHECK(count({{"until", 1998}}) == 0);
  const auto fault = [&](std::string_view rest) {
    return talk.fault(fmt::format(R"({{"id": 1, "action": "games", "moves": [], {}}})", rest));
  };
  CHECK_THAT(fault(R"("filter": {"player": "Zed"})"), Contains("no player 'Zed'"));
  CHECK_THAT(fault(R"("filter": {"since": 0})"), Contains("since"));
  CHECK_THAT(fault(R"("filter": {"year": 1990})"), Contains("filter"));
  CHECK_THAT(fault(R"("filter": 5)"), Contains("filter"));
  CHECK_THAT(fault(R"("count": 101)"), Contains("count"));
  CHECK_THAT(fault(R"("size": 6)"), Contains("8x8"));
  const Json names = talk(R"({"id": 1, "action": "names", "of": "player", "text": "b"})")["names"];
  REQUIRE(names.size() == 1);
  CHECK(names[0] == Json{{"name", "Bob"}, {"games", 2}});
  CHECK(talk(R"({"id": 1, "action": "names", "of": "tournament"})")["names"][0]["name"] == "Open");
  CHECK_THAT(talk.fault(R"({"id": 1, "action": "names", "of": "city"})"), Contains("of: "));
}

TEST_CASE("the first new move of a game and earlier games of its position are found") {
  WithGames with;
  WebTalk talk(with.own);
  const std::string ask = R"({"id": 1, "action": "new_move", "moves": ["c4", "c5", "d6", "c3"]})";
  CHECK(talk(ask)["all"] == 0);
  test::add_all(with.path, {test::game_of("f5f4e3", "Ann"), test::game_of("f5f6e6", "Cid")});
  const Json said = talk(ask);
  CHECK(said["all"] == 2);
  const Json& found = said["new_move"];
  CHECK(found["number"] == 4);
  CHECK(found["move"] == "c3");
  CHECK(found["side"] == "white");
  CHECK(found["games"] == 1);
  CHECK(found["latest"][0]["black"] == "Ann");
  CHECK(found["latest"][0]["moves"] == Json{"c4", "c5", "d6"});
}

TEST_CASE("files are imported in pieces, and skipped games are listed by file name") {
  WithGames with;
  WebTalk talk(with.own);
  CHECK_THAT(talk.fault(R"({"id": 1, "action": "import"})"), Contains("no file to import"));
  CHECK(talk(upload("rest.ggf", "of an import that was given up"))["bytes"] == 30);
  CHECK(talk(upload("two.ggf", kTwoGames.substr(0, 50), 0, true))["bytes"] == 50);
  CHECK_THAT(talk.fault(upload("two.ggf", "x", 60)), Contains("at: 60 is not 50"));
  CHECK(talk(upload("two.ggf", kTwoGames.substr(50), 50))["bytes"] == kTwoGames.size());
  talk(upload("bad.ggf", "(;GM[Othello]PB[A]PW[B]TY[8]B[A1];)\n"));
  talk(upload("junk.bin", std::string(3000, '\x01')));
  const std::vector<Json> said = talk.all(R"({"id": 1, "action": "import"})");
  const Json& report = said.back();
  CHECK(report["final"].get<bool>());
  CHECK(report["added"] == 2);
  CHECK(report["left_out"] == 2);
  CHECK(report["all"] == 2);
  REQUIRE(report["notes"].size() == 2);
  CHECK(report["notes"][0]["where"] == "bad.ggf:1");
  CHECK(report["notes"][1]["where"] == "junk.bin");
  CHECK(report.dump().find(with.folder.path()) == std::string::npos);
  CHECK(with.folder.files() == 1);
  talk(upload("two.ggf", kTwoGames));
  CHECK(talk(R"({"id": 1, "action": "import"})")["known"] == 2);
  for (const char* const name : {"", "..", "../x", "a/b", ".hidden"}) {
    CHECK_THAT(talk.fault(upload(name, "x")), Contains("is not the name of a file"));
  }
  CHECK_THAT(talk.fault(R"({"id": 1, "action": "upload", "name": "x", "base64": "x"})"),
             !Contains("none"));
  CHECK_THAT(talk.fault(R"({"id": 1, "action": "upload", "name": "x", "at": -1})"),
             Contains("at: -1"));
}

TEST_CASE("without a database of games its actions fail, and about shows this") {
  WebTalk talk;
  CHECK_FALSE(talk(R"({"id": 1, "action": "about"})")["games"].get<bool>());
  for (const char* const action : {"games", "new_move", "import"}) {
    CHECK_THAT(talk.fault(Json{{"id", 1}, {"action", action}}.dump()),
               Contains("this server has no database of games"));
  }
  WebOffers own = offers();
  own.games = std::make_shared<GameLibrary>("");
  CHECK_THAT(WebTalk(own).fault(R"({"id": 1, "action": "games"})"), Contains("no home folder"));
}

TEST_CASE("learning needs a writable book") {
  CHECK_THAT(WebTalk().fault(R"({"id": 1, "action": "learn", "moves": []})"),
             Contains("--book-learn"));
}

TEST_CASE("errors have the query's id and do not end the session") {
  WebTalk talk;
  CHECK(talk.fault("[]") == "the line is not a JSON object");
  CHECK(talk.fault("{") == "the line is not a JSON object");
  CHECK_THAT(talk.fault(R"({"action": "about"})"), Contains("no id"));
  CHECK_THAT(talk.fault(R"({"id": 1, "action": "shell"})"), Contains("\"shell\" is not one of"));
  CHECK_THAT(talk.fault(R"({"id": 1, "action": 7})"), Contains("7 is not one of"));
  CHECK_THAT(talk.fault(R"({"id": 1, "action": "book", "file": "x"})"), Contains("'file'"));
  CHECK_THAT(talk.fault(R"({"id": 1, "action": "move", "seat": "black", "moves": [],
                            "clock": {"remaining": -1}})"),
             Contains("remaining: -1"));
  CHECK(talk(R"({"id": 7, "action": "version"})")["name"] == "Sumi");
}

TEST_CASE("a message of 16 MB is parsed on another thread and answered once") {
  constexpr std::size_t kMax = 16 << 20;
  const auto flood = [](std::string text, std::string_view again, std::string_view end) {
    std::string part;
    while (part.size() < 1000) part += again;
    while (text.size() + part.size() + end.size() < kMax) text += part;
    return text += end;
  };
  const std::string read = R"({"id": 1, "action": "read", ")";
  WebTalk talk;
  for (const auto& [text, said] : std::vector<std::pair<std::string, std::string>>{
           {flood("[", R"("",)", "0]"), "not a JSON object"},
           {flood(R"({"id": 1, "moves": [)", R"("",)", "0]}"), "not a JSON object"},
           {flood("{", R"("a": 0, )", R"("a": 0})"), "not a JSON object"},
           {flood("[", "[", ""), "not a JSON object"},
           {flood("", " ", "{}"), "no id"},
           {flood(R"({"action": "about", "id": ")", "x", "\"}"), "no id"},
           {flood(R"({"id": 1, "moves": ")", "x", "\"}"), "only read accepts more than 2097152"},
           {flood(read + R"(x": ")", "x", "\"}"), "'x' is not one of"},
           {flood(read + R"(base64": ")", "#", "\"}"), "base64: '###"},
           {flood(read + R"(text": "f5d6c3)", "\\n", "\"}"), R"("moves":["f5","d6","c3"])"},
           {flood(read + R"(base64": ")", "ZjVkNmMz", "\"}"), "'f5d6c3"}}) {
    INFO(text.substr(0, 60));
    const JsonCost before = json_cost();
    talk.send(text);
    CHECK(talk.peer().text().empty());
    const std::vector<Json> answers = talk.rest();
    CHECK(json_cost().bytes == before.bytes);
    CHECK(json_cost().values == before.values);
    REQUIRE(answers.size() == 1);
    CHECK_THAT(answers[0].dump(), Contains(said));
    CHECK(answers[0]["id"].is_null() != (text.find(R"("id": 1)") != text.npos && said[0] != 'n'));
  }
}

TEST_CASE("a page closed during work is finished soon") {
  WebTalk talk;
  talk.send(R"({"id": 1, "moves": "f5", "limits": {"time": 1000}})");
  talk.send(
      R"({"id": 2, "action": "move", "seat": "black", "moves": [], "limits": {"time": 1000}})");
  talk.send(R"({"id": 3, "action": "review", "moves": ["f5", "d6"], "limits": {"time": 1000}})");
  talk.session().close();
  talk.peer().run_until([&] { return talk.session().finished(); });
}

TEST_CASE("a session can be destroyed during several searches") {
  test::ScriptedPeer peer;
  WebSession session(offers(), peer);
  session.on_line({R"({"id": 1, "moves": "f5", "limits": {"time": 1000}})"});
  session.on_line(
      {R"({"id": 3, "action": "review", "moves": ["f5", "d6"], "limits": {"time": 1000}})"});
}

TEST_CASE("a server with a limit ends without a page", "[web]") {
  WebLimits limits;
  limits.lonely = Millis(1);
  const auto no_session = [](Peer&) { return std::unique_ptr<Session>(); };
  WebServer server("127.0.0.1", 0, limits, no_session);
  CHECK(server.run(false) == 0);
}
