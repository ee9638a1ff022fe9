// SPDX-License-Identifier: MIT
/// Games as JSON objects.
#include "engine/formats/codecs.h"
#include "protocol/text/json_game.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

using namespace sumi;
using namespace sumi::protocol;

namespace {

std::string game_fault(std::string_view text) {
  const auto game = game_from_json(Json::parse(text));
  return game ? "none" : game.error().message;
}

}  // namespace

TEST_CASE("a game with everything comes back from JSON as it was") {
  GameRecord game =
      parse_ggf(
          "(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[<b>Ann</b>]PW[Bob \"x\"]RB[2000.5]RE[-2]"
          "TY[8]BO[8 ---------------------------O*------*O--------------------------- *]"
          "B[F5/-1.25/0.5]W[D6//2]B[C3];)")
          .value();
  game.comment = "two\nlines";
  game.notes[2].comment = "a note";
  const GameRecord again = game_from_json(Json::parse(game_json(game).dump())).value();
  CHECK(again.moves == game.moves);
  CHECK(again.notes == game.notes);
  CHECK(again.black == "<b>Ann</b>");
  CHECK(again.white == "Bob \"x\"");
  CHECK(again.black_rating == "2000.5");
  CHECK(again.result == game.result);
  CHECK(again.date == game.date);
  CHECK(again.place == game.place);
  CHECK(again.comment == game.comment);
}

TEST_CASE("passes are left out of JSON and put in again, notes beside their moves") {
  // Black has no move after c1, and White plays a3.
  const GameRecord passed = parse_game("d3c3e6d2d1e1b2c1a3").value();
  REQUIRE(passed.moves.size() == 10);
  REQUIRE(passed.moves[8] == Square::kPass);
  Json json = game_json(passed);
  REQUIRE(json["moves"].size() == 9);
  CHECK(json["moves"][8] == "a3");
  json["notes"] = Json::array();
  for (std::size_t i = 0; i < 9; ++i) json["notes"].push_back({{"seconds", i}});
  const GameRecord game = game_from_json(json).value();
  CHECK(game.moves == passed.moves);
  REQUIRE(game.notes.size() == 10);
  CHECK(game.notes[7].seconds == 7);
  CHECK(game.notes[8] == MoveNote{});
  CHECK(game.notes[9].seconds == 8);
  CHECK(game_json(game)["notes"] == json["notes"]);
}

TEST_CASE("faults of a game in JSON name the key and the value") {
  CHECK(game_fault(R"({"moves": "f5"})") ==
        "moves: \"f5\" is not a list of 60 squares at most, such as [\"f5\", \"d6\"]");
  CHECK(game_fault(R"({"moves": ["f5", 7]})") == "moves: moves: 7 is not a square such as \"f5\"");
  CHECK(game_fault(R"({"moves": ["a1"]})").find("a1") != std::string::npos);
  CHECK(game_fault(R"({"black": 7})") == "black: 7 is not a text");
  CHECK(game_fault(R"({"size": 5})") == "size: 5 is not 4, 6 or 8");
  CHECK(game_fault(R"({"start": "x"})").starts_with("start: "));
  CHECK(game_fault(R"({"moves": ["f5"], "notes": []})") ==
        "notes: [...] is not a list as long as moves");
  CHECK(game_fault(R"({"moves": ["f5"], "notes": [{"discs": 1e300}]})").starts_with("notes: "));
  CHECK(game_fault(R"({"moves": ["f5"], "notes": [3]})").starts_with("notes: 3"));
}

TEST_CASE("a position becomes a game without moves, its scores the comment") {
  const auto line =
      parse_obf_line(
          "---------------------------OX------XO--------------------------- X; D3:+2; C4:0;")
          .value()
          .value();
  const Json json = game_json(line);
  CHECK(json["moves"].empty());
  CHECK(json["comment"] == "d3 +2; c4 +0");
}
