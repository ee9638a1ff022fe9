// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/json/json_session.h"
#include "protocol/text/json_lines.h"
#include "tests/support/boards.h"
#include "tests/support/scripted_peer.h"
#include "tests/support/small_engine.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Matchers::Contains;

namespace {

class JsonTalk {
 public:
  explicit JsonTalk(int jobs = 1, const EngineOptions& options = test::small_engine()) {
    for (int i = 0; i < jobs; ++i) {
      engines_.push_back(std::make_unique<Engine>(options));
      borrowed_.push_back(engines_.back().get());
    }
    session_ = std::make_unique<JsonSession>(borrowed_, peer_);
  }

  void send(std::string_view line, bool cut = false) {
    session_->on_line({std::string(line), cut});
  }

  /// All output until no work is left.
  std::vector<Json> rest() {
    peer_.run_until([this] { return !session_->working(); });
    return read();
  }
  std::vector<Json> read() {
    std::istringstream text(peer_.take());
    std::vector<Json> all;
    for (std::string line; std::getline(text, line);) all.push_back(Json::parse(line));
    return all;
  }
  std::vector<Json> operator()(std::string_view line) {
    send(line);
    return rest();
  }
  std::string fault(std::string_view line) {
    const std::vector<Json> said = (*this)(line);
    REQUIRE(said.size() == 1);
    REQUIRE(said[0].contains("error"));
    return said[0]["error"].get<std::string>();
  }

  JsonSession& session() { return *session_; }
  test::ScriptedPeer& peer() { return peer_; }

 private:
  std::vector<std::unique_ptr<Engine>> engines_;
  std::vector<Engine*> borrowed_;
  test::ScriptedPeer peer_;
  std::unique_ptr<JsonSession> session_;
};

const std::string kLong = R"({"id": "long", "moves": "f5", "limits": {"time": 1000}})";

/// Removes fields that vary between runs.
Json timeless(Json answer) {
  for (Json& candidate : answer["candidates"]) candidate.erase("seconds");
  return answer;
}

}  // namespace

TEST_CASE("json: an answer contains the results of its search", "[json]") {
  JsonTalk talk;
  const auto said = talk(R"({"id": 7, "moves": "f5d6", "limits": {"depth": 3}, "candidates": 2})");
  REQUIRE(said.size() == 1);
  CHECK(said[0]["id"] == 7);
  CHECK(said[0]["final"] == true);
  CHECK_FALSE(said[0].contains("terminated"));
  CHECK(said[0]["candidates"].size() == 2);

  const auto text = said[0]["position"].get<std::string>();
  const Position position = parse_position(text).value();
  Engine engine(test::small_engine());
  engine.set_board(position.board);
  SearchLimits limits;
  limits.depth = 3;
  limits.candidates = 2;
  CHECK(timeless(candidates_json(position, engine.think(limits)))["candidates"] ==
        timeless(said[0])["candidates"]);

  const auto again = talk(fmt::format(
      R"({{"id": "again", "position": "{}", "limits": {{"depth": 3}}, "candidates": 2}})", text));
  CHECK(timeless(again[0])["candidates"] == timeless(said[0])["candidates"]);
  CHECK(again[0]["id"] == "again");
}

TEST_CASE("json: a query may have a move list, a small board or a finished game", "[json]") {
  JsonTalk talk;
  const auto exact = talk(R"({"id": 1, "moves": [], "size": 4, "exact": true})");
  REQUIRE(exact[0].contains("candidates"));
  CHECK(exact[0]["candidates"][0]["exact"] == true);
  CHECK(exact[0]["candidates"][0]["score"] == -10);
  const auto list = talk(R"({"id": 1, "moves": ["f5", "d6"], "limits": {"level": 1}})");
  const auto text = talk(R"({"id": 1, "moves": "F5 d6", "limits": {"level": 1}})");
  CHECK(timeless(list[0]) == timeless(text[0]));
  const auto over = talk(fmt::format(R"({{"id": 1, "position": "{} X"}})", std::string(64, 'X')));
  CHECK(over[0]["final"] == true);
  CHECK(over[0]["candidates"].empty());
}

TEST_CASE("json: only the search_moves of a query are searched", "[json]") {
  JsonTalk talk;
  for (const std::string_view book : {"true", "false"}) {
    const auto said = talk(fmt::format(
        R"({{"id": 1, "moves": "f5", "search_moves": ["F6", "d6"], "limits": {{"depth": 2}}, "book": {}}})",
        book));
    std::set<std::string> moves;
    for (const Json& candidate : said[0]["candidates"]) moves.insert(candidate["move"]);
    CHECK(moves == std::set<std::string>{"d6", "f6"});
  }
}

TEST_CASE("json: answers do not depend on jobs or order", "[json]") {
  std::map<int, Json> alone, beside;
  for (const int jobs : {1, 3}) {
    JsonTalk talk(jobs);
    const std::string moves = "f5d6c3d3c4f4c5b3c2e6";
    for (int i = 0; i < 20; ++i) {
      const int made = jobs == 1 ? i : 19 - i;
      talk.send(
          fmt::format(R"({{"id": {}, "moves": "{}", "limits": {{"{}": {}}}, "priority": {}}})",
                      made, moves.substr(0, static_cast<std::size_t>(2 * (made % 10))),
                      made < 10 ? "depth" : "nodes", made < 10 ? 5 : 3000, made % 3));
    }
    for (const Json& answer : talk.rest()) {
      (jobs == 1 ? alone : beside)[answer["id"].get<int>()] = timeless(answer);
    }
  }
  CHECK(alone.size() == 20);
  CHECK(alone == beside);
}

TEST_CASE("json: the highest priority is first, then the earliest query", "[json]") {
  JsonTalk talk;
  talk.send(kLong);
  for (const auto& [id, priority] : {std::pair(1, 0), {2, 5}, {3, 0}, {4, 5}, {5, -1}}) {
    talk.send(fmt::format(
        R"({{"id": {}, "moves": "f5", "limits": {{"depth": 1}}, "priority": {}}})", id, priority));
  }
  CHECK(talk.session().backlog() > 5 * 64);
  talk.send(R"({"action": "terminate", "target": "long"})");
  std::string order;
  for (const Json& answer : talk.rest()) order += answer["id"].dump() + " ";
  CHECK(order == "null \"long\" 2 4 1 3 5 ");
  CHECK(talk.session().backlog() == 0);
}

TEST_CASE("json: partial answers are sent on request, and final answers always", "[json]") {
  JsonTalk talk;
  const auto said =
      talk(R"({"id": 1, "moves": "f5d6c3", "limits": {"depth": 7}, "report_every": 0.01})");
  REQUIRE(!said.empty());
  for (std::size_t i = 0; i < said.size(); ++i) {
    CHECK(said[i]["final"] == (i + 1 == said.size()));
    CHECK(said[i]["id"] == 1);
  }
  CHECK(talk(R"({"id": 1, "moves": "f5d6c3", "limits": {"depth": 7}})").size() == 1);
}

TEST_CASE("json: terminate ends running and waiting queries within 50 ms", "[json][stop]") {
  JsonTalk talk;
  talk.send(kLong);
  talk.send(R"({"id": 2, "moves": "f5"})");
  talk.peer().run_for(Millis(20));
  const StopWatch watch;
  talk.send(R"({"id": "end", "action": "terminate"})");
  const auto said = talk.rest();
  CHECK(watch.seconds() < 0.5);  // 0.05 on an idle machine
  REQUIRE(said.size() == 3);
  CHECK(said[0]["id"] == 2);
  CHECK(said[0]["terminated"] == true);
  CHECK(said[0]["candidates"].empty());
  CHECK(said[1] == Json::parse(R"({"id": "end", "action": "terminate", "queries": 2})"));
  CHECK(said[2]["id"] == "long");
  CHECK(said[2]["terminated"] == true);
  CHECK(!said[2]["candidates"].empty());
  CHECK(talk.session().backlog() == 0);
  CHECK(talk(R"({"action": "terminate", "target": 99})")[0]["queries"] == 0);
  CHECK(talk(R"({"id": 1, "action": "version"})")[0]["name"] == "Sumi");
  CHECK(talk(R"({"id": 1, "action": "clear"})")[0]["action"] == "clear");
}

TEST_CASE("json: answers are completed at the end of input, but dropped by closing", "[json]") {
  JsonTalk talk;
  for (int i = 0; i < 3; ++i) {
    talk.send(fmt::format(R"({{"id": {}, "moves": "f5", "limits": {{"depth": 4}}}})", i));
  }
  talk.session().on_end();
  CHECK_FALSE(talk.session().finished());
  CHECK(talk.rest().size() == 3);
  CHECK(talk.session().finished());

  JsonTalk closed;
  closed.send(kLong);
  closed.send(kLong);
  closed.session().close();
  CHECK(closed.rest().size() == 1);
  CHECK(closed.session().finished());
}

TEST_CASE("json: errors have the query's id and do not end the session", "[json]") {
  JsonTalk talk;
  CHECK(talk.fault("hello") == "the line is not a JSON object");
  CHECK(talk.fault("{\"id\": 1") == "the line is not a JSON object");
  CHECK(talk.fault("[1]") == "the line is not a JSON object");
  CHECK(talk.fault("{}") == "no id: a query has one, a text or a whole number");
  CHECK(talk.fault(R"({"id": [1], "moves": "f5"})") == "id: [...] is not a text or a whole number");
  CHECK(talk.fault(R"({"id": 1})") == "neither position nor moves: name one");
  CHECK(talk.fault(R"({"id": 1, "moves": "", "position": ""})") ==
        "both position and moves: name one");
  const auto wrong = [&](std::string_view rest) {
    const auto said = talk(fmt::format(R"({{"id": "x", "moves": "f5", {}}})", rest));
    REQUIRE(said.size() == 1);
    CHECK(said[0]["id"] == "x");
    return said[0].value("error", std::string("none"));
  };
  CHECK_THAT(wrong(R"("levle": 3)"), Contains("'levle' is not one of id, position, moves,"));
  CHECK(wrong(R"("size": 5)") == "size: 5 is not 4, 6 or 8");
  CHECK(wrong(R"("limits": 3)") == "limits: 3 is not an object such as {\"level\": 20}");
  CHECK(wrong(R"("limits": {})") == "limits: none of level, depth, time, nodes: name one");
  CHECK(wrong(R"("limits": {"depth": 1, "time": 1})") ==
        "limits: several of level, depth, time, nodes: name one");
  CHECK(wrong(R"("limits": {"deep": 1})") ==
        "limits: 'deep' is not one of level, depth, time, nodes");
  CHECK(wrong(R"("limits": {"level": 61})") == "level: 61 is not a whole number in 0..60");
  CHECK(wrong(R"("limits": {"level": 1.5})") == "level: 1.5 is not a whole number in 0..60");
  CHECK(wrong(R"("limits": {"depth": 18446744073709551615})") ==
        "depth: 18446744073709551615 is not a whole number in 1..60");
  CHECK(wrong(R"("limits": {"time": -1})") == "time: -1 is not a number in 0..1000000");
  CHECK(wrong(R"("limits": {"time": "1"})") == "time: \"1\" is not a number in 0..1000000");
  CHECK(wrong(R"("exact": 1)") == "exact: 1 is not true or false");
  CHECK(wrong(R"("candidates": 0)") == "candidates: 0 is not a whole number in 1..46");
  CHECK(wrong(R"("search_moves": ["d6", "c1"])") == "search_moves: \"c1\" is not a legal move");
  CHECK(wrong(R"("search_moves": ["d6", 1])") == "search_moves: 1 is not a legal move");
  CHECK(wrong(R"("search_moves": [])") == "search_moves: [...] is not a list of legal moves");
  CHECK(wrong(R"("search_moves": "d6")") == "search_moves: \"d6\" is not a list of legal moves");
  CHECK_THAT(wrong(R"("report_every": 0)"), Contains("report_every: 0 is not a number in 0.01"));
  CHECK_THAT(talk.fault(R"({"id": 1, "moves": "f5f5"})"), Contains("moves: "));
  CHECK_THAT(talk.fault(R"({"id": 1, "position": "/etc/passwd"})"),
             Contains("position: \"/etc/passwd\" is not 64 squares"));
  CHECK_THAT(talk.fault(R"({"id": 1, "moves": [1]})"),
             Contains("is not a text or a list of moves"));
  CHECK(talk.fault(R"({"id": 1, "action": "stop"})") ==
        "action: \"stop\" is not terminate, clear or version");
  CHECK(talk.fault(R"({"id": 1, "action": "clear", "target": 2})") ==
        "target: plays no part in clear");
  CHECK(talk.fault(R"({"action": "terminate", "target": {}})") ==
        "target: {...} is not an id: a text or a whole number");
  talk.send("{\"id\": 1", true);
  CHECK_THAT(talk.rest()[0]["error"].get<std::string>(), Contains("longer than"));
  CHECK(talk("  ").empty());
  CHECK(talk(R"({"id": 1, "moves": "f5", "limits": {"depth": 1}})")[0]["final"] == true);
}

TEST_CASE("json: an assumed side is reported", "[json]") {
  JsonTalk talk(1);
  const std::string squares = "---------------------------OX------XXX--------------------------";
  const auto answer = [&](const std::string& position) {
    return talk(
        fmt::format(R"({{"id": 1, "position": "{}", "limits": {{"depth": 1}}}})", position))[0];
  };
  CHECK_THAT(answer(squares)["notes"].at(0).get<std::string>(), Contains("Black is assumed"));
  CHECK_FALSE(answer(squares + " O").contains("notes"));
}

TEST_CASE("json: no input crashes the session", "[json]") {
  SplitMix64 random(31);
  JsonTalk talk(2);
  const std::string good = R"({"id": 1, "moves": "f5d6", "limits": {"depth": 2}, "priority": 1})";
  for (int i = 0; i < 2000; ++i) {
    std::string line = good;
    for (int flips = 1 + random.below(4); flips > 0; --flips) {
      line[static_cast<std::size_t>(random.below(static_cast<int>(line.size())))] =
          static_cast<char>(random.below(256));
    }
    if (line.find('\n') != line.npos) continue;
    talk.send(line);
    talk.send(R"({"action": "terminate"})");
  }
  talk.send(std::string(60000, '['));
  talk.send("{\"id\": 1, \"moves\": " + std::string(50000, '[') + std::string(50000, ']') + "}");
  talk.rest();
  CHECK(talk(good)[0]["final"] == true);
}
