// SPDX-License-Identifier: MIT
/// A message is refused as soon as it exceeds every valid message.
#include "engine/formats/codecs.h"
#include "protocol/text/json_fields.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

using namespace sumi::protocol;

namespace {

constexpr std::size_t kMessageBytes = std::size_t{16} << 20;

/// `start`, then almost as many `piece`s as fit in a message.
std::string flood(std::string_view start, std::string_view piece) {
  std::string text(start), pieces;
  while (pieces.size() < 1000) pieces += piece;
  while (text.size() + pieces.size() <= kMessageBytes) text += pieces;
  return text;
}

JsonCost cost_of(std::string_view text, bool fits = false) {
  const JsonCost before = json_cost();
  CHECK(read_json(text).is_discarded() != fits);
  return {json_cost().bytes - before.bytes, json_cost().values - before.values};
}

std::string nested(std::size_t depth) {
  return R"({"a":)" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
}

}  // namespace

TEST_CASE("floods of values, keys or brackets are refused early") {
  for (const auto& text :
       {flood("[", R"("",)"), flood(R"({"a":[)", R"("",)"), flood(R"({"a":[)", "[],"),
        flood(R"({"a":[)", "{},"), flood(R"({"a":[)", "0,"), flood("{", R"("a":0,)"),
        flood(R"({"a":[)", "null,"), flood(R"({"a":[)", "[[0]],"), flood("[", "["),
        flood(R"({"a":)", R"({"a":)"), flood(R"({"a":[)", R"({"a":0},)")}) {
    INFO(text.substr(0, 20));
    const JsonCost cost = cost_of(text);
    CHECK(cost.bytes <= 6 * kMaxJsonValues);
    CHECK(cost.values <= kMaxJsonValues + 1);
  }
  CHECK(cost_of(flood("[", "[")).bytes <= kMaxJsonNesting + 2);
  CHECK(cost_of(flood("", "x")).bytes <= 2);
}

TEST_CASE("messages within the limits are read completely") {
  std::string values = R"({"id":1,"a":[0)", keys = R"({"k0":0)";
  for (std::size_t i = 3; i < kMaxJsonValues - 1; ++i) values += ",0";
  for (std::size_t i = 1; i < kMaxJsonKeys; ++i) keys += fmt::format(R"(,"k{}":0)", i);
  CHECK(read_json(values + "]}")["a"].size() == kMaxJsonValues - 3);
  CHECK(read_json(values + ",0,0]}").is_discarded());
  CHECK(read_json(keys + "}").size() == kMaxJsonKeys);
  CHECK(read_json(keys + R"(,"k":0})").is_discarded());
  CHECK(read_json(nested(kMaxJsonNesting)).is_object());
  CHECK(read_json(nested(kMaxJsonNesting + 1)).is_discarded());
  const std::string text = R"({"text":")" + std::string(1 << 20, 'x') + R"("})";
  CHECK(read_json(text)["text"].get<std::string>().size() == 1 << 20);
  const JsonCost cost = cost_of(text, true);
  CHECK(cost.bytes == text.size());
  CHECK(cost.values == 2);
}

TEST_CASE("messages are parsed as by the library's own parser") {
  for (const std::string_view text :
       {R"({})", R"({"id":"x","moves":["f5","d6"],"notes":[{},{"discs":-1.5}],"t":true,"n":null})",
        R"({"a":1,"b":[[],{"c":{}}],"a":18446744073709551615})",
        R"( {"a" : "\u00e9\ud83d\ude00"} )", R"({"a":-9223372036854775808,"b":1e400})",
        R"({"a":1e3})"}) {
    INFO(text);
    const Json known = Json::parse(text, nullptr, false), read = read_json(text);
    CHECK(read.is_discarded() == known.is_discarded());
    if (!known.is_discarded()) CHECK(read.dump() == known.dump());
  }
  for (const std::string_view text :
       {"", " ", "[]", "1", "\"x\"", "null", "{", "{}}", "{} {}", R"({"a"})", R"({"a":1,})",
        R"({"a":01})", R"({"a":"\ud800"})", "{\"a\":\"\xff\"}", "{\"a\":\"\n\"}", R"({"a":NaN})"}) {
    INFO(text);
    CHECK(read_json(text).is_discarded());
  }
}

using namespace sumi;

namespace {

std::string game_fault(std::string_view text) {
  const auto game = game_from_json(Json::parse(text));
  return game ? "none" : game.error().message;
}

}  // namespace

TEST_CASE("a game survives JSON with all its fields") {
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

TEST_CASE("passes are omitted from JSON and restored, with the notes in place") {
  // After c1 Black has no move; White plays a3.
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

TEST_CASE("errors of a game in JSON name the key and the value") {
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

TEST_CASE("a position becomes a game without moves, with its scores in the comment") {
  const auto line =
      parse_obf_line(
          "---------------------------OX------XO--------------------------- X; D3:+2; C4:0;")
          .value()
          .value();
  const Json json = game_json(line);
  CHECK(json["moves"].empty());
  CHECK(json["comment"] == "d3 +2; c4 +0");
}

TEST_CASE("base 64 matches RFC 4648's examples in both directions") {
  const std::pair<std::string, std::string> examples[] = {{"", ""},
                                                          {"f", "Zg=="},
                                                          {"fo", "Zm8="},
                                                          {"foo", "Zm9v"},
                                                          {"foob", "Zm9vYg=="},
                                                          {"fooba", "Zm9vYmE="},
                                                          {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : examples) {
    CHECK(encode_base64(bytes) == text);
    CHECK(decode_base64(text).value() == bytes);
  }
}

TEST_CASE("base 64 preserves all bytes") {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  CHECK(decode_base64(encode_base64(bytes)).value() == bytes);
}

TEST_CASE("invalid base 64 is refused") {
  for (const char* const text : {"Z", "Zg=", "Zg", "====", "Z===", "Zm9v\n", "Zm=v", "Zm9*"}) {
    INFO(text);
    CHECK_FALSE(decode_base64(text));
  }
}
