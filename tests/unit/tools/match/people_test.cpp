// SPDX-License-Identifier: MIT
#include "engine/formats/codecs.h"
#include "tests/support/events.h"
#include "tests/support/results.h"
#include "tools/match/people.h"
#include "tools/match/report_text.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi;
using namespace sumi::match;
using Catch::Contains;
using test::event_of;
using test::finished;

namespace {

std::string entered(std::string_view text, std::string_view opening = "f5d6") {
  const auto result = entered_result({0, 0, 0, 0, 1, 0}, parse_game(opening).value(), text);
  return result ? result_text(*result) : "error: " + result.error().message;
}

}  // namespace

TEST_CASE("people report results in several forms", "[people]") {
  CHECK(entered("38-26") == "B+12");
  CHECK(entered("20-30") == "W+24");  // 14 empty squares
  CHECK(entered("32-32") == "0");
  CHECK(entered("30-30") == "0");
  CHECK(entered("B+12") == "B+12");
  CHECK(entered("w+4") == "W+4");
  CHECK(entered("0") == "0");
  CHECK(entered("W+resign") == "W+resign");
  CHECK(entered("B+time") == "B+fault");
  // The shortest game: Black wins by a wipe-out.
  CHECK(entered("e6f4e3f6g5d6e7f5c5", "e6f4") == "B+64");
}

TEST_CASE("a result that cannot be is refused", "[people]") {
  for (const auto& [text, part] :
       {std::pair("40-30", "at most 64 discs"), std::pair("1-0", "at least those of its opening"),
        std::pair("B+13", "an even number"), std::pair("B+66", "at most 64"),
        std::pair("f5d6c3", "do not finish"), std::pair("win", "neither 38-26"),
        std::pair("", "neither 38-26"), std::pair("e6f4e3f6g5d6e7f5c5", "begins with f5d6")}) {
    CAPTURE(text);
    CHECK_THAT(entered(text), Contains("error: result") && Contains(part));
  }
}

TEST_CASE("games of people wait in the open round", "[people]") {
  MatchConfig config = event_of(Format::kSwiss, 4, 1);
  config.engines[3] = parse_engine_spec("name=Anna player=person").value();
  CHECK(is_person(config.engines[3]));
  std::vector<GameResult> games;
  std::vector<Fixture> waiting = games_of_people(config, games);
  REQUIRE(waiting.size() == 1);
  games.push_back(finished(waiting[0], 2));
  CHECK(games_of_people(config, games).empty());  // the engines of this round play first
  for (const Fixture& f : schedule(config, 0, games)) {
    if (f.id != waiting[0].id) games.push_back(finished(f, 2));
  }
  waiting = games_of_people(config, games);
  REQUIRE(waiting.size() == 1);
  CHECK(waiting[0].round == 1);
  CHECK_THAT(parse_engine_spec("name=Anna player=person depth=3").error().message,
             Contains("player=person takes only a name"));
}
