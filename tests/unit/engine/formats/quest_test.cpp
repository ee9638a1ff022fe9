// SPDX-License-Identifier: MIT
/// JSON of Othello Quest and similar sites.
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>
#include <string_view>

using namespace sumi;

namespace {

const std::string kQuest =
    R"({"id":"x1","created":"2024-05-06T07:08:09Z","players":[{"id":"anna","name":"Anna \u68ee",)"
    R"("oldR":1812.5},{"id":"bert","oldR":1700}],"position":{"moves":[{"m":"f5","t":1234},)"
    R"({"m":"d6","t":500},{"m":"c3"},{"s":"RESIGN"}]}})";

std::string summary(std::string_view text) {
  const Result<GameRecord> game = parse_quest(text);
  if (!game) return "error: " + game.error().message;
  std::string out;
  for (const Square s : game->moves) out += (out.empty() ? "" : " ") + to_text(s);
  return out;
}

}  // namespace

TEST_CASE("JSON from Othello Quest is read", "[quest]") {
  const GameRecord game = parse_quest(kQuest).value();
  CHECK(to_transcript(game) == "f5d6c3");
  CHECK(game.black == "Anna \xE6\xA3\xAE");
  CHECK(game.white == "bert");
  CHECK(game.black_rating == "1812.5");
  CHECK(game.white_rating == "1700");
  CHECK(game.date == "2024-05-06T07:08:09Z");
  REQUIRE(game.notes.size() == 3);
  CHECK(game.notes[0].seconds == 1.234);
  CHECK_FALSE(game.notes[2].seconds);
}

TEST_CASE("JSON with moves is read in all known forms", "[quest]") {
  const std::string head = R"("d3","c3","b3","b2","f5","a3","a1","c1",)";
  const std::string passing = "d3 c3 b3 b2 f5 a3 a1 c1 pass e3";
  struct Case {
    std::string text, want;
  };
  const Case cases[] = {
      {R"(["f5","d6"])", "f5 d6"},
      {R"( {"kifu" : "f5d6c3" } )", "f5 d6 c3"},
      {R"({"data":[{"m":"f5"},{"m":"d6"}]})", "f5 d6"},
      {R"({"a":["c4"],"moves":["F5","D6"],"b":["d3","c3","b3"]})", "f5 d6"},
      {R"({"a":["d3"],"b":["f5","d6"]})", "f5 d6"},
      {"[" + head + R"("pass","e3"])", passing},
      {"[" + head + R"("--","e3"])", passing},
      {"[" + head + R"("-","e3"])", passing},
      {"[" + head + R"(null,"e3"])", passing},
      {"[" + head + R"("e3"])", passing},
      {"[" + head + R"({"m":"-"},{"m":"e3"}])", passing},
      {"\xEF\xBB\xBF[\"f5\",]", "f5"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(summary(c.text) == c.want);
  }
  const GameRecord names =
      parse_quest(R"({"black":"a","white":{"name":"b","rating":7},"moves":["f5"]})").value();
  CHECK(names.black == "a");
  CHECK(names.white == "b");
  CHECK(names.white_rating == "7");
}

TEST_CASE("games of Othello Quest begin at startPos", "[quest]") {
  const auto game = [](std::string_view start, std::string_view moves) {
    return parse_quest(
        fmt::format(R"({{"id":"x","position":{{"startPos":{},"moves":[{}]}}}})", start, moves));
  };
  SECTION("a startPos with an XOT opening prepends its moves") {
    const GameRecord xot =
        game(R"("F5D6C3D3C4F4F6G5")", R"({"m":"e3","t":250},{"m":"f3"})").value();
    CHECK(to_transcript(xot) == "f5d6c3d3c4f4f6g5e3f3");
    CHECK(xot.start == Position{});
    REQUIRE(xot.notes.size() == 10);
    CHECK_FALSE(xot.notes[0].seconds);
    CHECK(xot.notes[8].seconds == 0.25);
  }
  SECTION("a startPos with a board is the start position") {
    const GameRecord board =
        game(R"("--------------------X-----OXX------XO--------------------------- O")",
             R"({"m":"f4"})")
            .value();
    CHECK(to_text(board.start).starts_with("--------------------X-----OXX"));
    CHECK(to_transcript(board) == "f4");
  }
  SECTION("without a startPos the start is the usual one") {
    for (const char* const none : {R"("")", "null"}) {
      CHECK(to_transcript(game(none, R"({"m":"f5"})").value()) == "f5");
    }
  }
  SECTION("any other startPos is an error") {
    CHECK(game(R"("xot 12")", R"({"m":"f5"})").error().message ==
          "json: startPos: 'xot 12' is neither moves (f5d6c4) nor a board");
    CHECK_THAT(game(R"("f5d6c3d3")", R"({"m":"f5"})").error().message,
               Catch::StartsWith("illegal move: 'f5' for black") && Catch::EndsWith("at move 5"));
  }
}

TEST_CASE("an unfinished game of Othello Quest has a result", "[quest]") {
  struct Case {
    std::string moves, result;
  };
  const Case cases[] = {
      {R"({"m":"f5"},{"m":"d6"},{"m":"c3"},{"s":"RESIGN"})", "B+Resign"},
      {R"({"m":"f5"},{"m":"d6"},{"s":"LOSE:RESIGN"})", "W+Resign"},
      {R"({"m":"f5"},{"m":"d6","s":"LOSE:TIMEUP"})", "W+Time"},
      {R"({"m":"f5"},{"m":"d6"},{"s":"WIN:DISCONNECT"})", "B+Forfeit"},
      {R"({"m":"f5"},{"m":"d6"})", ""},
  };
  for (const Case& c : cases) {
    CAPTURE(c.moves);
    CHECK(parse_quest(R"({"position":{"moves":[)" + c.moves + "]}}").value().result == c.result);
  }
  CHECK(parse_quest(R"({"finalStatus":"LOSE:RESIGN","moves":["f5"]})").value().result ==
        "B+Resign");
}

TEST_CASE("errors in JSON name the fault", "[quest]") {
  struct Case {
    std::string text, part;
  };
  const Case cases[] = {
      {"", "json: '' is not JSON"},
      {"f5d6", "json: 'f5d6' is not JSON"},
      {"{}", "json: no list of moves is there"},
      {R"({"moves":[]})", "json: no list of moves"},
      {R"(["f5",)", "json: the text ends inside the game"},
      {R"(["f5)", "has no closing quote"},
      {R"({"moves" ["f5"]})", "is not a colon"},
      {R"({moves:["f5"]})", "is not a key"},
      {R"(["f5" ; "d6"])", "is not a value"},
      {R"(["f5","f5"])", "illegal move: 'f5' for white (legal: f4 d6 f6) at move 2"},
      {std::string(1000, '['), "json: nested 65 deep"},
      {std::string(2'000'000, ' '), "is longer than 1048576 bytes"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text.substr(0, 100));
    CHECK_THAT(summary(c.text), Catch::StartsWith("error: ") && Catch::Contains(c.part));
  }
}

TEST_CASE("no text crashes the JSON reader", "[quest]") {
  test::check_bad_input([](std::string_view text) { return parse_quest(text); },
                        {kQuest, R"({"kifu":"f5d6","x":[1e9,-2.5,null,true]})"},
                        "{}[]\",:\\un0123f5d6m ");
}
