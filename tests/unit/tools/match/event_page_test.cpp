// SPDX-License-Identifier: MIT
#include "tests/support/tournament.h"
#include "tools/match/event_page.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <chrono>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::match;
using Json = nlohmann::ordered_json;

TEST_CASE("the script of the page has no import, export or end tag left", "[report]") {
  const std::string& script = event_script();
  for (const char* part : {"\nimport ", "\nexport ", "</script", "</SCRIPT"}) {
    CAPTURE(part);
    CHECK(script.find(part) == std::string::npos);
  }
  CHECK(script.find("modules[\"board.js\"] = ") < script.find("modules[\"event.js\"] = "));
  CHECK(event_style().find(".felt") != std::string::npos);
}

TEST_CASE("a game for the page has its moves, scores for Black and times", "[report]") {
  SplitMix64 random(4);
  GameResult game = test::random_result(random, 7, 1, 0, 8, 3);
  game.detail = "<b>";
  const std::string text = event_json(game);
  CHECK(text.find('<') == std::string::npos);
  const Json json = Json::parse(text);
  CHECK(json["id"] == 7);
  CHECK(json["black"] == 1);
  CHECK(json["white"] == 0);
  CHECK(json["opening"] == 8);
  CHECK_FALSE(json.contains("start"));
  CHECK(json["ending"] == "played out");
  CHECK(json["detail"] == "<b>");
  std::size_t at = 0, moves = 0;
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const TimedMove& move = game.moves[i];
    if (move.square == Square::kPass) continue;
    ++moves;
    if (i < 8) continue;
    CHECK(json["scores"][at] == (move.color == Color::kBlack ? 0.5 : -0.5));
    CHECK(json["ms"][at] == std::lround(1000 * move.seconds));
    ++at;
  }
  CHECK(json["scores"].size() == at);
  CHECK(json["moves"].get<std::string>().size() == 2 * moves);

  game.start = start_position(6);
  game.moves.resize(1);
  game.opening_moves = 0;
  LiveGame live{game, {12.5, std::nullopt}, std::chrono::steady_clock::now()};
  const Json playing = Json::parse(event_json(live));
  CHECK(playing["size"] == 6);
  CHECK(playing["left"] == Json::array({12.5, nullptr}));
  CHECK(playing["thinking"] < 5);
  CHECK(playing["scores"] == Json::array({nullptr}));
  CHECK_FALSE(playing.contains("result"));
}
