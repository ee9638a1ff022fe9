// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/game/notation.h"
#include "protocol/study/opening_walk.h"

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
  CHECK(moves_found("compoth") == "f5d6c3d3c4f4f6f3e6e7d7");  // the longer one of two
  CHECK(moves_found("f5d6c3d3c4f4f6f3") == "f5d6c3d3c4f4f6f3");
  CHECK(moves_found("F5D6C3D3C4F4F6F3E6E7F7") == "f5d6c3d3c4f4f6f3e6e7f7");
}

TEST_CASE("a whole name goes before a beginning, and that before a part", "[study][opening]") {
  CHECK(names_found("Banana") == std::vector<std::string>{"Banana"});
  const auto begun = names_found("bana");
  REQUIRE(begun.size() >= 2);
  for (const std::string& name : begun) CHECK(name.starts_with("Banana"));
  // The part before the brackets, or inside them, is a name.
  CHECK(names_found("tiger") == std::vector<std::string>{"Tiger (Tora)"});
  CHECK(names_found("Tora") == std::vector<std::string>{"Tiger (Tora)"});
  CHECK(names_found("tiger tora") == std::vector<std::string>{"Tiger (Tora)"});
  CHECK(names_found("ローズビル") == std::vector<std::string>{"Rose-Bill"});
  CHECK(names_found("花形") == std::vector<std::string>{"Rose-Bill"});
  CHECK(names_found("").empty());
  CHECK(names_found("  - ").empty());
  CHECK(names_found("no such opening").empty());
}

TEST_CASE("a mistyped opening is guessed", "[study][opening]") {
  const auto similar = similar_openings("Rose-Bil");
  REQUIRE_FALSE(similar.empty());
  CHECK(similar.size() <= 3);
  CHECK(std::ranges::find(similar, "Rose-Bill") != similar.end());
  CHECK(similar_openings("Scorpoin").front() == "Scorpion");
}

TEST_CASE("a walk tells names, positions and what the book says", "[study][opening]") {
  const auto book = book::open_opening_book("default", false).value();
  const auto* const opening = find_openings("Rose-Bill").front();
  const OpeningWalk walk = walk_opening(*opening, book.get());
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
  for (const auto* const next : walk.continuations) {
    CHECK(next->moves.starts_with(opening->moves));
    CHECK(next->plies > opening->plies);
  }
}

TEST_CASE("every opening can be walked through, with a book and without", "[study][opening]") {
  for (const book::OpeningName& name : book::opening_names()) {
    const OpeningWalk walk = walk_opening(name, nullptr);
    CAPTURE(name.moves);
    REQUIRE(static_cast<int>(walk.steps.size()) == name.plies);
    CHECK(walk.next.empty());
    CHECK(walk.steps.back().reached == &name);
    const auto found = find_openings(name.moves);
    REQUIRE(found.size() >= 1);
  }
}
