// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/console/saved_game.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::protocol;

namespace {

void check_round_trip(const Game& game, Humans humans, int level) {
  const std::string text = to_text(SavedGame{game, humans, level, 5});
  CAPTURE(text);
  CHECK(is_saved_game(text));
  const auto back = parse_saved_game(text, 8);
  REQUIRE(back.has_value());
  CHECK(back->game.start() == game.start());
  CHECK(back->game.position() == game.position());
  CHECK(back->game.moves() == game.moves());
  CHECK(back->humans == humans);
  CHECK(back->level == level);
  CHECK(back->strength == 5);
}

}  // namespace

TEST_CASE("a game survives saving with all its fields", "[console]") {
  check_round_trip(Game(), {true, true}, 0);

  Game passes(*parse_position("OX------OX------" + std::string(48, '-') + "X"));
  REQUIRE(passes.play(Square::kPass).has_value());
  REQUIRE(passes.play(*parse_square("c1")).has_value());
  REQUIRE(passes.play(Square::kPass).has_value());
  check_round_trip(passes, {false, false}, 60);

  for (const int size : {4, 6, 8}) {
    Game game(start_position(size));
    while (!game.over()) {
      const Bitboard legal = game.legal_moves();
      REQUIRE(game.play(legal != 0 ? first_square(legal) : Square::kPass).has_value());
      if (game.moves().size() % 5 == 0) check_round_trip(game, {false, true}, size);
    }
    check_round_trip(game, {true, false}, 7);
  }
}

TEST_CASE("files of other programs can be loaded", "[console]") {
  const auto moves = parse_saved_game("% level of the players: high\nf5 d6 c3", 8);
  REQUIRE(moves.has_value());
  CHECK(moves->game.moves().size() == 3);
  CHECK_FALSE(moves->humans.has_value());
  CHECK_FALSE(moves->level.has_value());
  CHECK_FALSE(moves->strength.has_value());
  const auto small = parse_saved_game("", 6);
  REQUIRE(small.has_value());
  CHECK(small->game.start().size == 6);
}

TEST_CASE("a saved game is recognised by the start of its first line", "[console]") {
  const std::string saved = to_text(SavedGame{Game(), Humans{}, 3, 0});
  CHECK(is_saved_game(saved));
  CHECK(is_saved_game("% A game of sumi play: as version 0.1 wrote it\n% color black\n"));
  CHECK_FALSE(is_saved_game("% another program's file\nf5"));
}

TEST_CASE("different kinds of bad files have different errors", "[console]") {
  const std::string good = to_text(SavedGame{Game(), Humans{}, 3, 0});
  for (const auto& [from, to] :
       {std::pair("% level 3", "% level 61"), std::pair("% strength 0", "% strength 16"),
        std::pair("% color black", "% color red"), std::pair("OX", "O")}) {
    std::string text = good;
    text.replace(text.find(from), std::string_view(from).size(), to);
    CAPTURE(text);
    CHECK_FALSE(parse_saved_game(text, 8).has_value());
  }
  CHECK_FALSE(parse_saved_game("f5 f5", 8).has_value());
  CHECK_FALSE(parse_saved_game(std::string("\0\xFF", 2), 8).has_value());
}
