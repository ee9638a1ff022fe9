// SPDX-License-Identifier: MIT
#pragma once

#include "book/games/game_store.h"
#include "engine/formats/codecs.h"
#include "engine/game/symmetry.h"
#include "tests/support/book_work.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <memory>
#include <string>
#include <vector>

namespace sumi::test {

using book::GameImporter, book::GameStore, book::SimilarGames;

inline std::unique_ptr<GameImporter> adder_of(const std::string& path,
                                              SimilarGames similar = SimilarGames::kMerge,
                                              std::size_t batch = GameImporter::kBatch) {
  auto adder = GameImporter::open(path, similar, batch);
  REQUIRE(adder);
  return std::move(*adder);
}

inline std::unique_ptr<GameStore> store_of(const std::string& path) {
  auto store = GameStore::open(path);
  REQUIRE(store);
  return std::move(*store);
}

inline GameRecord game_of(const std::string& moves, const std::string& black = "A",
                          const std::string& white = "B", const std::string& date = "2001") {
  GameRecord game = parse_game(moves).value();
  game.black = black;
  game.white = white;
  game.date = date;
  return game;
}

inline std::vector<GameRecord> random_games(int count, std::uint64_t seed = 1) {
  SplitMix64 random(seed);
  std::vector<GameRecord> games;
  for (int i = 0; i < count; ++i) {
    GameRecord game = test::random_record(random);
    game.black = "player " + std::to_string(i % 7);
    game.white = "player " + std::to_string(i % 5);
    game.date = std::to_string(1990 + i % 4);
    game.event = i % 3 == 0 ? "" : "Open " + std::to_string(i % 3);
    games.push_back(game);
  }
  return games;
}

inline void add_all(const std::string& path, const std::vector<GameRecord>& games) {
  const auto adder = adder_of(path);
  for (const GameRecord& game : games) adder->add(game, "x/test.ggf", ":1");
  adder->commit();
}

inline GameRecord turned(GameRecord game, int s) {
  game.start.board = symmetric(game.start.board, s);
  for (Square& move : game.moves) move = symmetric(move, s);
  return game;
}

}  // namespace sumi::test
