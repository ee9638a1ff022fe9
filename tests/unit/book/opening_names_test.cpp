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

constexpr std::string_view kXotLines[] = {
    "f5d6c3f3c5b4a5g6", "f5d6c3f3c5c6f4g5", "f5d6c3f4c6c4f6d3", "f5d6c3f4d7c4c5f6",
    "f5d6c3f4e6c4d3f7", "f5d6c3f4e6d3g3f6", "f5d6c4b3d7e6c5f4", "f5d6c4d3c5b4b3b5",
    "f5d6c4d3c5b4c3e3", "f5d6c4d3c7d7c5b6", "f5d6c4f3d3f4d7c7", "f5d6c4f4c5b4g3f6",
    "f5d6c4f4c6g5e6d7", "f5d6c4f4g4e3d2h4", "f5d6c4g5d7c5b6d3", "f5d6c4g5d7e3f6c6",
    "f5d6c4g5e6c5c6e3", "f5d6c4g5e6c5f6g6", "f5d6c4g5e6d7g6e3", "f5d6c5b4c7f4g3g5",
    "f5d6c5b6c4g5a7c3", "f5d6c5f4e3c4b3d2", "f5d6c5f4e3c4b3g6", "f5d6c5f4e3d2g4d3",
    "f5d6c5f4e7g5g3d7", "f5d6c5f6c4b5a6g5", "f5d6c5f6c4g5e7d8", "f5d6c5f6d3e3f2g6",
    "f5d6c5f6d7g5g6h6", "f5d6c6b6c7e6c5f6", "f5d6c6b6c7f6c5d7", "f5d6c6f4e6c5b4g5",
    "f5d6c6f4e6e7g3c5", "f5d6c6f4e6g5f3e7", "f5d6c6f4e6g6e3d3", "f5d6c6f6c4e3f3b6",
    "f5d6c6f6e6d7g6f3", "f5d6c7d7c3f4f3e3", "f5d6c7f3e3f2c6e6", "f5d6c7f4e3d2g3g5",
    "f5d6c7f4e3f6g6h6", "f5d6c7f4e3g5g4h4", "f5d6c7f4f3g4c3f2", "f5d6c7f6c4c3f4d7",
    "f5d6c7f6c6d7c4f3", "f5d6c7f6e6d7g6g5", "f5d6c7g5c4e3f2b3", "f5d6c7g5e6f4d3c2",
    "f5d6c7g5f4e3d3c2", "f5f4c3c4d3e6g3g5", "f5f4c3c6c5e6f7g6", "f5f4c3c6d6c4e3f6",
    "f5f4c3c6g4f3f2g6", "f5f4c3e6f3g4e7e2", "f5f4c3e6f7g6f3f2", "f5f4c3f6g3f3g5h4",
    "f5f4d3c4g3d2c2g4", "f5f4d3f6g3c3b3d2", "f5f4e3d2c3f6g6c5", "f5f4e3d2d3e6f2c5",
    "f5f4e3d2g4g5e2c5", "f5f4e3d6c5d2g3e6", "f5f4e3d6f3e2c7g4", "f5f4e3f2d3c3c2d6",
    "f5f4e3f2d3c3d2e6", "f5f4e3f2g4e6d2c4", "f5f4e3f2g4e6d2c5", "f5f4e3f2g4e6d2g5",
    "f5f4e3f6c4d2g4d3", "f5f4e3f6c4d3g5b5", "f5f4e3f6g4d3c5h3", "f5f4e3f6g4f3d3h3",
    "f5f4e3f6g6d2f3g4", "f5f4f3d6c5f6e7d8", "f5f4f3g4c3d6f6e2", "f5f4f3g4c3e6f7f2",
    "f5f4f3g4h5d6c6b6", "f5f4f3g4h5g6e3f2", "f5f4g3c6c4g5h6b3", "f5f4g3e6c4b3c6e3",
    "f5f4g3e6d7g5g4c6", "f5f4g3e6d7g6f6c6", "f5f4g3e6f7g6g4e8", "f5f4g3f6d6c6d3c3",
    "f5f4g3g4g5g6e6c6", "f5f4g3g4g5h4f3e2", "f5f4g3g4h3f6f3d6", "f5f4g3g6g5g4e3e6",
    "f5f6c4c3d3e3f2d6", "f5f6c4c5e6d6b6b3", "f5f6c4c5f7d3c6g6", "f5f6c4e3f4c5b5g5",
    "f5f6c4g5e6d7e7c3", "f5f6d3c5d6e3b4d7", "f5f6d3e3f3e2d1c6", "f5f6d3f4g5d6e7c3",
    "f5f6e6d6c3f3c5c4", "f5f6e6d6c4g4f7c3", "f5f6e6d6f7g5h4f3", "f5f6f7c5e6g5c6e7",
};

std::string english_name(std::string_view moves, int plies = 60) {
  const OpeningName* name = find_opening(parse_game(moves).value(), plies);
  return name == nullptr ? "" : std::string(name->english);
}

GameRecord turned(GameRecord game, int symmetry) {
  game.start.board = symmetric(game.start.board, symmetry);
  for (Square& square : game.moves) square = symmetric(square, symmetry);
  return game;
}

}  // namespace

TEST_CASE("every line of the table of openings is legal", "[openings]") {
  const auto names = opening_names();
  REQUIRE(names.size() == 165);
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
    CHECK(std::ranges::all_of(name.english, [](char c) { return c >= ' ' && c <= '~'; }));
    CHECK(name.japanese.find_first_of("\t\r") == std::string_view::npos);
  }
}

TEST_CASE("a game has the name of its longest named opening", "[openings]") {
  CHECK(english_name("f5d6c3d3c4") == "Tiger (Tora)");
  CHECK(english_name("f5d6c3d3c4b3c6e6") == "Aubrey (Tanaka)");
  CHECK(english_name("f5d6c3d3c4", 4) == "Perpendicular (Tatedori)");
  CHECK(english_name("f5d6c3d3c4", 1) == "");
  CHECK(english_name("f5f4") == "Parallel (Naraidori)");
  CHECK(english_name("") == "");
}

TEST_CASE("an opening without a Japanese name uses the English one", "[openings]") {
  CHECK(find_opening(parse_game("f5d6c5f4e3c6d7").value())->japanese == "Bhagat");
}

TEST_CASE("an opening is the same in all eight orientations", "[openings]") {
  const GameRecord rose = parse_game("f5d6c5f4e3c6d3f6e6d7").value();
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    CAPTURE(symmetry);
    const OpeningName* name = find_opening(turned(rose, symmetry));
    REQUIRE(name != nullptr);
    CHECK(name->english == "Rose");
    CHECK(name->japanese == "ローズ");
  }
}

TEST_CASE("an opening is found by other move orders", "[openings]") {
  // Two listed orders have names of their own; any other order has the first name.
  CHECK(english_name("f5d6c3d3c4f4c5b5b4b3c2f6g4e3e6c6") == "Mako Tiger");
  CHECK(english_name("f5d6c3d3c4b5b4f4c5b3c2f6g4e3e6c6") == "Berg Tiger");
  CHECK(english_name("f5d6c3d3c4f4c5b5b4f6c2b3g4e3e6c6") == "Berg Tiger");
}

TEST_CASE("some names apply to one move order only", "[openings]") {
  CHECK(english_name("f5d6c4d3c3f4") == "Tiger by 3-c4");
  CHECK(english_name("f5d6c3d3c4f4") == "Tiger (Tora)");
  const GameRecord by_c4 = parse_game("f5d6c4d3c3f4").value();
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    CHECK(find_opening(turned(by_c4, symmetry))->english == "Tiger by 3-c4");
  }
}

TEST_CASE("XOT starts are recognised by the position and by their moves", "[openings]") {
  int without_name = 0;
  for (const std::string_view moves : kXotLines) {
    CAPTURE(moves);
    const GameRecord game = parse_game(moves).value();
    const Position start = game.replay().position();
    CHECK(is_xot_start(start));
    const OpeningName* const name = find_opening(game);
    CHECK((name == &xot_opening() || name->plies > 2));
    if (name == &xot_opening()) ++without_name;
    GameRecord from;
    from.start = start;
    CHECK(find_opening(from) == &xot_opening());
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      CHECK(find_opening(turned(game, symmetry)) == name);
    }
    CHECK_FALSE(is_xot_start({start.board, Color::kWhite}));
    CHECK_FALSE(is_xot_start(game.replay(7).position()));
  }
  CHECK(without_name > 50);
  CHECK_FALSE(is_xot_start(Position{}));
  CHECK(english_name("f5d6c3d3c4f4c5b3") == "Tiger (Tora)");  // also an XOT start
  CHECK(xot_opening().english == "XOT start");
}

TEST_CASE("every XOT start has a line", "[openings]") {
  const auto starts = xot_starts();
  CHECK(starts.size() == 10'784);  // as many as there are checksums
  std::set<std::pair<Bitboard, Bitboard>> different;
  for (const GameRecord& start : starts) {
    const Position position = start.replay().position();
    CHECK(is_xot_start(position));
    const Board same = canonical(position.board).board;
    different.emplace(same.own, same.opp);
  }
  CHECK(different.size() == starts.size());
  CHECK(to_transcript(starts[0]) == "f5f4c3c4b3b2a1d6");
  for (const std::string_view line : kXotLines) {
    const Board same = canonical(parse_game(line).value().replay().position().board).board;
    CHECK(different.contains({same.own, same.opp}));
  }
}

TEST_CASE("games from other starts have no opening name", "[openings]") {
  CHECK(find_opening(parse_game("b1", 4).value()) == nullptr);
  GameRecord late = parse_game("f5d6").value();
  late.start = late.replay(1).position();
  late.moves.erase(late.moves.begin());
  CHECK(find_opening(late) == nullptr);
}
