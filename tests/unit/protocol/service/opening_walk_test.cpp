// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/service/opening_walk.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;

namespace {

std::vector<std::string> names_found(std::string_view text) {
  std::vector<std::string> names;
  for (const auto* const name : find_openings(text)) names.emplace_back(name->english);
  return names;
}

std::string moves_found(std::string_view text) {
  const auto found = find_openings(text);
  return found.size() == 1 ? std::string(found[0]->moves) : std::to_string(found.size());
}

}  // namespace

TEST_CASE("openings are found by either name and by their moves", "[study][opening]") {
  CHECK(moves_found("Rose-Bill") == "f5d6c3d3c4f4c5b3c2");
  CHECK(moves_found("rose bill") == "f5d6c3d3c4f4c5b3c2");
  CHECK(moves_found("rosebill") == "f5d6c3d3c4f4c5b3c2");
  CHECK(moves_found("バナナ定石") == "f5d6c3d3c4f4c5b4b3c2d7c6e6b5a5");
  CHECK(moves_found("compoth") == "f5d6c3d3c4f4f6f3e6e7d7");  // the longer of two
  CHECK(moves_found("f5d6c3d3c4f4f6f3") == "f5d6c3d3c4f4f6f3");
  CHECK(moves_found("F5D6C3D3C4F4F6F3E6E7F7") == "f5d6c3d3c4f4f6f3e6e7f7");
}

TEST_CASE("a match of the whole name comes first, then of its beginning, then of a part",
          "[study][opening]") {
  CHECK(names_found("Banana") == std::vector<std::string>{"Banana"});
  const auto begun = names_found("bana");
  REQUIRE(begun.size() >= 2);
  for (const std::string& name : begun) CHECK(name.starts_with("Banana"));
  // The part before or inside the brackets is also a name.
  CHECK(names_found("tiger") == std::vector<std::string>{"Tiger (Tora)"});
  CHECK(names_found("Tora") == std::vector<std::string>{"Tiger (Tora)"});
  CHECK(names_found("tiger tora") == std::vector<std::string>{"Tiger (Tora)"});
  CHECK(names_found("ローズビル") == std::vector<std::string>{"Rose-Bill"});
  CHECK(names_found("花形") == std::vector<std::string>{"Rose-Bill"});
  CHECK(names_found("").empty());
  CHECK(names_found("  - ").empty());
  CHECK(names_found("no such opening").empty());
}

TEST_CASE("Japanese names are found in the forms that people write", "[study][opening]") {
  const std::string rabbit = "f5d6c5f4e3", cow = "f5f6e6f4e3", tiger = "f5d6c3d3c4";
  for (const char* const name : {"兎", "兎定石", "うさぎ", "ウサギ", "うさぎ定石", "兎 定石"}) {
    CAPTURE(name);
    CHECK(moves_found(name) == rabbit);
  }
  for (const char* const name : {"牛", "牛定石", "うし"}) CHECK(moves_found(name) == cow);
  for (const char* const name : {"虎", "虎定石", "とら"}) CHECK(moves_found(name) == tiger);
  for (const char* const name : {"鼠定石", "鼠", "ねずみ", "ネズミ定石", "mouse"}) {
    CAPTURE(name);
    CHECK(moves_found(name) == "f5f4e3f6d3c5d6c4e6");
  }
  CHECK(moves_found("ノーカン") == "f5d6c3d3c4f4f6g5");
  CHECK(moves_found("猫定石") == "f5d6c4d3c5f4");
  CHECK(moves_found("闘牛") == "f5f6e6f4g5");
}

TEST_CASE("a part of a name must be a whole word", "[study][opening]") {
  CHECK(find_openings("x").empty());
  CHECK(find_openings("e").empty());
  CHECK(find_openings("uffalo").empty());  // within "Buffalo"
  CHECK_FALSE(find_openings("wild strawberry").empty());
  CHECK(moves_found("strawberry") == moves_found("Wild Strawberry"));
}

TEST_CASE("squares without other words are moves, in any orientation and width",
          "[study][opening]") {
  for (const char* const text : {"rose", "tiger", "f", "f5d", "e7 buffalo", "", "  ", "f9", "i5"}) {
    CAPTURE(text);
    CHECK_FALSE(moves_meant(text));
  }
  const auto walked = [](std::string_view text) {
    return walk_moves(moves_meant(text).value().value(), nullptr);
  };
  const OpeningWalk tiger = walked("c4e3f6e6f5");
  REQUIRE(tiger.opening);
  CHECK(tiger.opening->english == "Tiger (Tora)");
  CHECK(tiger.moves == "c4e3f6e6f5");
  CHECK(tiger.steps.back().reached == tiger.opening);
  // Continuations are in the walk's orientation and as long as those of the table.
  const OpeningWalk usual = walked(" F5d6 ｃ３d3c4");
  CHECK(usual.opening == tiger.opening);
  CHECK(usual.moves == "f5d6c3d3c4");
  REQUIRE(tiger.continuations.size() == usual.continuations.size());
  for (const auto& [name, moves] : tiger.continuations) {
    CAPTURE(moves);
    CHECK(book::find_opening(parse_game(tiger.moves + moves).value()) == name);
  }
  CHECK(walked("c4c3d3c5b4").opening == find_openings("Tobidashi").front());
  CHECK_FALSE(walked("f5").opening);
  CHECK(walked("f5").steps.size() == 1);
  CHECK_FALSE(walked("f5").continuations.empty());
  // A game may continue after its named opening.
  CHECK(walked("f5f6e6f4e3c5").opening);
  const auto illegal = moves_meant("f5d6a1");
  REQUIRE(illegal);
  CHECK_THAT(illegal->error().message, Catch::Matchers::Contains("illegal move: 'a1'"));
}

TEST_CASE("for a typo the nearest opening is suggested", "[study][opening]") {
  const auto similar = similar_openings("Rose-Bil");
  REQUIRE_FALSE(similar.empty());
  CHECK(similar.size() <= 3);
  CHECK(std::ranges::find(similar, "Rose-Bill") != similar.end());
  CHECK(similar_openings("Scorpoin").front() == "Scorpion");
  CHECK(similar_openings("Tigre").front() == "Tiger");
}

TEST_CASE("a walk shows names, positions and the book's moves", "[study][opening]") {
  const auto book = book::open_opening_book("default", false).value();
  const auto* const opening = find_openings("Rose-Bill").front();
  const OpeningWalk walk = walk_moves(parse_game(opening->moves).value(), book.get());
  REQUIRE(walk.steps.size() == 9);
  Position position;
  std::vector<std::string> names;
  for (const WalkStep& step : walk.steps) {
    CHECK(step.before == position);
    position = step.after;
    CHECK(step.number == static_cast<int>(&step - walk.steps.data()) + 1);
    REQUIRE_FALSE(step.book.empty());
    REQUIRE(step.known());
    CHECK(step.known()->move == step.move);
    if (step.reached) names.emplace_back(step.reached->english);
  }
  CHECK(names == std::vector<std::string>{"Perpendicular (Tatedori)", "Tiger (Tora)", "Rose-Bill"});
  CHECK_FALSE(walk.next.empty());
  CHECK_FALSE(walk.continuations.empty());
  for (const auto& [name, moves] : walk.continuations) {
    CHECK(name->moves == std::string(opening->moves) + moves);
    CHECK_FALSE(moves.empty());
  }
}

TEST_CASE("every opening can be walked, with or without a book", "[study][opening]") {
  for (const book::OpeningName& name : book::opening_names()) {
    const OpeningWalk walk = walk_moves(parse_game(name.moves).value(), nullptr);
    CAPTURE(name.moves);
    REQUIRE(static_cast<int>(walk.steps.size()) == name.plies);
    CHECK(walk.next.empty());
    CHECK(walk.opening == &name);
    CHECK(walk.moves == name.moves);
    CHECK(walk.steps.back().reached == &name);
    const auto found = find_openings(name.moves);
    CHECK(std::ranges::find(found, &name) != found.end());
  }
}
