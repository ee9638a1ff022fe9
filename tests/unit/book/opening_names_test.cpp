// SPDX-License-Identifier: MIT
#include "book/opening_names.h"
#include "engine/formats/codecs.h"
#include "engine/game/symmetry.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <string>

using namespace sumi;
using namespace sumi::book;

namespace {

std::string english_name(std::string_view moves, int plies = 60) {
  const OpeningName* name = find_opening(parse_game(moves).value(), plies);
  return name == nullptr ? "" : std::string(name->english);
}

/// The game seen in another of the eight directions.
GameRecord turned(GameRecord game, int symmetry) {
  game.start.board = symmetric(game.start.board, symmetry);
  for (Square& square : game.moves) square = symmetric(square, symmetry);
  return game;
}

}  // namespace

TEST_CASE("every line of the table of openings", "[openings]") {
  const auto names = opening_names();
  REQUIRE(names.size() == 112);
  CHECK(std::ranges::is_sorted(names, {}, &OpeningName::moves));
  std::set<std::string> moves;
  for (const OpeningName& name : names) {
    CAPTURE(name.moves);
    const GameRecord game = parse_game(name.moves).value();
    CHECK(to_transcript(game) == name.moves);
    CHECK(name.plies == static_cast<int>(game.moves.size()));
    CHECK(name.moves.starts_with("f5"));
    CHECK(moves.insert(std::string(name.moves)).second);
    const OpeningName* found = find_opening(game);
    REQUIRE(found != nullptr);
    CHECK(found->plies == name.plies);
    // No English name has letters that only a Japanese reader can read.
    CHECK(std::ranges::all_of(name.english, [](char c) { return c >= ' ' && c <= '~'; }));
    CHECK(name.japanese.find_first_of("\t\r") == std::string_view::npos);
  }
}

TEST_CASE("the longest named opening of a game", "[openings]") {
  CHECK(english_name("f5d6c3d3c4") == "Tiger (Tora)");
  // A move that no name has, then none at all.
  CHECK(english_name("f5d6c3d3c4b3c6e6") == "Tiger (Tora)");
  CHECK(english_name("f5d6c3d3c4", 4) == "Perpendicular (Tatedori)");
  CHECK(english_name("f5d6c3d3c4", 1) == "");
  CHECK(english_name("f5f4") == "Parallel (Naraidori)");
  CHECK(english_name("") == "");
}

TEST_CASE("an opening is one in all eight directions", "[openings]") {
  const GameRecord rose = parse_game("f5d6c5f4e3c6d3f6e6d7").value();
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    CAPTURE(symmetry);
    const OpeningName* name = find_opening(turned(rose, symmetry));
    REQUIRE(name != nullptr);
    CHECK(name->english == "Rose");
    CHECK(name->japanese == "ローズ");
  }
}

TEST_CASE("an opening is found by other orders of its moves", "[openings]") {
  // The same position after sixteen plies; the first name of the table is the one.
  CHECK(english_name("f5d6c3d3c4f4c5b5b4b3c2f6g4e3e6c6") == "Berg Tiger");
  CHECK(english_name("f5d6c3d3c4b5b4f4c5b3c2f6g4e3e6c6") == "Berg Tiger");
}

TEST_CASE("games from other starts have no opening", "[openings]") {
  CHECK(find_opening(parse_game("b1", 4).value()) == nullptr);
  GameRecord late = parse_game("f5d6").value();
  late.start = late.replay(1).position();
  late.moves.erase(late.moves.begin());
  CHECK(find_opening(late) == nullptr);
}
