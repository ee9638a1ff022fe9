// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/report/format.h"
#include "protocol/text/json_lines.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace sumi;
using namespace sumi::protocol;

namespace {

Candidate candidate(int lower, int upper, std::initializer_list<std::string_view> moves) {
  Candidate c;
  c.lower = {lower};
  c.upper = {upper};
  for (const std::string_view move : moves) c.line.push_back(*parse_square(move));
  return c;
}

SearchUpdate two_moves() {
  SearchUpdate update;
  static_cast<Candidate&>(update) = candidate(160, 160, {"d3", "c3"});
  update.depth = 14;
  update.selectivity = 73;
  update.nodes = 12'000;
  update.seconds = 0.5;
  update.others.push_back(candidate(-kInfinity.units, -64, {"f5"}));
  return update;
}

}  // namespace

TEST_CASE("values show bounds, and exact scores without decimals", "[report]") {
  CHECK(value_text(candidate(160, 160, {}), false) == "+1.25");
  CHECK(value_text(candidate(-64, -64, {}), false) == "-0.50");
  CHECK(value_text(candidate(0, 0, {}), false) == "0.00");
  CHECK(value_text(candidate(512, 512, {}), true) == "+4");
  CHECK(value_text(candidate(0, 0, {}), true) == "0");
  CHECK(value_text(candidate(-kInfinity.units, 512, {}), true) == "<= +4");
  CHECK(value_text(candidate(-64, kInfinity.units, {}), false) == ">= -0.50");
  CHECK(value_text(Candidate{}, false) == "?");
}

TEST_CASE("candidates are listed in a table", "[report]") {
  SearchUpdate update = two_moves();
  CHECK(candidates_table({}, update) ==
        "move  score             depth  exact  source  line of play\n"
        "d3    +1.25            14@73%  no     search  d3 c3\n"
        "f5    <= -0.50         14@73%  no     search  f5\n"
        "12000 nodes, 0.500 s, 24.0k nodes/s\n");
  update.measured_empties = 24;
  CHECK_THAT(
      candidates_table({}, update),
      Catch::Contains(fmt::format("\nd3    +1.25 ± {:.1f}      14@73%  no     search  d3 c3\n",
                                  likely_error(14, 73, 24))) &&
          Catch::Contains("\nf5    <= -0.50         14@73%"));
}

TEST_CASE("JSON has the likely error: 0 if exact, null if unknown", "[report]") {
  SearchUpdate update = two_moves();
  CHECK(candidates_json({}, update)["candidates"][0]["likely_error"].is_null());
  update.measured_empties = 24;
  const Json json = candidates_json({}, update);
  CHECK(std::abs(json["candidates"][0]["likely_error"].get<double>() - likely_error(14, 73, 24)) <
        0.051);
  CHECK(json["candidates"][1]["likely_error"].is_null());  // a bound
  update.exact = true;
  CHECK(candidates_json({}, update)["candidates"][0]["likely_error"] == 0);
}

TEST_CASE("published scores are in text and JSON", "[report]") {
  CHECK(published_text({}, Language::kEnglish) ==
        "Published: a draw with best play (H. Takizawa, 2023).\n");
  CHECK(published_text(start_position(6), Language::kEnglish) ==
        "Published: White wins by 4 with best play (J. Feinstein, 1993).\n");
  CHECK(published_text(start_position(4), Language::kEnglish).empty());
  const Json json = candidates_json(start_position(6), {});
  CHECK(json["published"] == Json{{"score", -4}, {"by", "J. Feinstein"}, {"year", 1993}});
  CHECK_FALSE(candidates_json(start_position(4), {}).contains("published"));
}

TEST_CASE("a candidate from the book shows the book's depth", "[report]") {
  SearchUpdate update = two_moves();
  update.book = true;
  update.book_moves = {{.move = update.move(), .value = update.value(), .depth = 23}};
  update.searched = {.depth = 4, .selectivity = 87};
  CHECK_THAT(candidates_table({}, update),
             Catch::Contains("d3    +1.25         1+22@100%  no     book    d3 c3\n") &&
                 Catch::Contains("4@87%  no     search  f5\n"));
  const Json json = candidates_json({}, update);
  CHECK(json["candidates"][0]["source"] == "book");
  CHECK(json["candidates"][0]["depth"] == 23);
  CHECK(json["candidates"][0]["book_plies"] == 1);
  CHECK(json["candidates"][1]["source"] == "search");
  CHECK(json["candidates"][1]["depth"] == 4);
}

TEST_CASE("the widest depth fits its column, and an unknown value is a dash", "[report]") {
  SearchUpdate update = two_moves();
  CHECK(depth_text(Basis{58, 100, false, true, 34}) == "34+24@100%");
  CHECK(depth_text(Basis{58, 100, false, true, 34}).size() == kDepthWidth);
  update.lower = -kInfinity;
  update.upper = kInfinity;
  update.nodes = 0;
  CHECK_THAT(candidates_table({}, update), Catch::Contains("d3    –                14@73%  no ") &&
                                               Catch::EndsWith("0 nodes, 0.500 s, – nodes/s\n"));
}

TEST_CASE("candidates can be written as JSON", "[report]") {
  SearchUpdate update = two_moves();
  const Json first = candidates_json({}, update)["candidates"][0];
  std::vector<std::string> keys;
  for (const auto& [key, value] : first.items()) keys.push_back(key);
  CHECK(keys == std::vector<std::string>{"move", "score", "depth", "selectivity", "exact",
                                         "likely_error", "source", "book_plies", "nodes", "seconds",
                                         "pv"});
  CHECK(
      first.dump() ==
      R"({"move":"d3","score":1.25,"depth":14,"selectivity":73,"exact":false,)"
      R"("likely_error":null,"source":"search","book_plies":0,"nodes":12000,"seconds":0.5,"pv":["d3","c3"]})");
  update.exact = true;
  update.lower = update.upper = to_value({-4});
  const Json exact = candidates_json({}, update);
  CHECK(exact["candidates"][0]["score"].dump() == "-4");
  CHECK(exact["candidates"][0]["exact"] == true);
  CHECK(exact["candidates"][1]["exact"] == false);  // only a bound
  CHECK(exact["position"] == to_text(Position{}));
}

TEST_CASE("moves have the square names of their board", "[report]") {
  SearchUpdate update;
  update.line.push_back(Square::kA1);
  update.line[0] = *parse_square("b1", 4);
  CHECK(moves_text(update.line, 4) == "b1");
  CHECK(candidates_json(start_position(4), update)["candidates"][0]["move"] == "b1");
  CHECK(candidates_json({}, {})["candidates"].empty());
}

TEST_CASE("outcomes are described in words", "[report]") {
  const auto outcome = [](const std::string& text) { return outcome_text(*parse_position(text)); };
  CHECK(outcome(std::string(64, 'X') + " X") == "Black wins by 64, 64 to 0");
  CHECK(outcome(std::string(40, 'X') + std::string(24, 'O') + " O") ==
        "Black wins by 16, 40 to 24");
  CHECK(outcome(std::string(32, 'X') + std::string(32, 'O') + " X") == "A draw, 32 to 32");
  CHECK(outcome("OOOOOOOOOOOXXX-- X") == "White wins by 10, 13 to 3");
}
