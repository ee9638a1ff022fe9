// SPDX-License-Identifier: MIT
#include "book/games/game_past.h"
#include "book/games/game_search.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "tests/support/game_database.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <map>

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

TEST_CASE("counts of positions equal a slow count in all eight orientations", "[game_search]") {
  const TemporaryFolder folder;
  std::vector<GameRecord> games = random_games(60);
  for (std::size_t i = 0; i < games.size(); i += 2) games[i] = turned(games[i], i % 8);
  add_all(folder.file("g"), games);
  const auto store = store_of(folder.file("g"));
  REQUIRE(store->facts().size() == games.size());
  // Canonical position and successor; the latter is empty at the end.
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  const auto key = [](const Board& board) {
    const Board same = canonical(board).board;
    return Key{same.own, same.opp};
  };
  std::map<Key, std::map<Key, int>> counts;
  std::map<Key, Board> boards;
  for (const GameRecord& game : games) {
    Game board(game.start);
    for (const Square move : game.moves) {
      const Board before = board.position().board;
      REQUIRE(board.play(move));
      boards.emplace(key(before), before);
      ++counts[key(before)][key(board.position().board)];
    }
  }
  int checked = 0;
  for (const auto& [position, moves] : counts) {
    if (moves.size() == 1 && ++checked % 20 != 0) continue;
    for (int s = 0; s < kSymmetries; ++s) {
      const Board board = symmetric(boards.at(position), s);
      const PositionGames found = games_at(*store, board);
      std::map<Key, int> told;
      for (const PlayedHere& played : found.moves) {
        const Board after = played.move == Square::kPass
                                ? board.passed()
                                : board.played(played.move, rules::flips(board, played.move));
        told[key(after)] += static_cast<int>(played.tally.games);
      }
      CHECK(told == moves);
    }
  }
  const PositionGames start = games_at(*store, kStartBoard);
  CHECK(start.moves.size() == 1);
  CHECK(to_text(start.moves.front().move) == "f5");
  CHECK(start.moves.front().squares == rules::legal_moves(kStartBoard));
  CHECK(start.tally.games == games.size());
  CHECK(games_at(*store, Board{1, 2}).tally.games == 0);
}

TEST_CASE("games are found by any combination of conditions", "[game_search]") {
  const TemporaryFolder folder;
  GameRecord won = game_of("f5d6c3d3c4", "Tastet Marc", "Shaman David", "1998");
  won.result = "40-24";
  won.event = "Open de Cannes";
  GameRecord lost = game_of("f5d6c5", "Tastet Marc", "Leader Imre", "1999");
  lost.result = "24-40";
  GameRecord drawn = game_of("f5f6e6", "Shaman David", "Tastet Marc", "2000");
  drawn.result = "32-32";
  add_all(folder.file("g"), {won, lost, drawn, game_of("f5d6c3", "", "", "")});
  const auto store = store_of(folder.file("g"));
  using Ids = std::vector<std::uint32_t>;
  const auto find = [&](auto set) {
    GameFilter filter;
    set(filter);
    return find_games(*store, filter);
  };
  using enum GameFilter::PlayerResult;
  CHECK(find([](auto&) {}) == Ids{1, 2, 3, 4});
  CHECK(find([](auto& f) { f.player = "tastet"; }) == Ids{1, 2, 3});
  CHECK(find([](auto& f) { f.player = "tastet", f.opponent = "shaman"; }) == Ids{1, 3});
  CHECK(find([](auto& f) { f.black = "tas"; }) == Ids{1, 2});
  CHECK(find([](auto& f) { f.white = "tastet"; }) == Ids{3});
  CHECK(find([](auto& f) { f.event = "cannes"; }) == Ids{1});
  CHECK(find([](auto& f) { f.from = 1999; }) == Ids{2, 3});
  CHECK(find([](auto& f) { f.to = 1999; }) == Ids{1, 2});
  CHECK(find([](auto& f) { f.outcome = Outcome::kDraw; }) == Ids{3});
  CHECK(find([](auto& f) { f.player = "tastet", f.player_result = kWon; }) == Ids{1});
  CHECK(find([](auto& f) { f.player = "tastet", f.player_result = kLost; }) == Ids{2});
  CHECK(find([](auto& f) { f.player = "leader", f.player_result = kWon; }) == Ids{2});
  CHECK(find([](auto& f) { f.player = "nobody"; }).empty());
  const Board perpendicular = parse_game("d3c5").value().replay().position().board;
  CHECK(find([&](auto& f) {
          f.position = parse_game("d3c5").value().replay().position().board;
        }).size() == games_at(*store, perpendicular).tally.games);
  CHECK(find([](auto& f) {
          f.position = parse_game("f5d6c3").value().replay().position().board;
          f.to = 2000;
        }) == Ids{1});
  const OpeningName* const tiger = find_opening(won);
  REQUIRE(tiger);
  CHECK(find([&](auto& f) { f.openings = std::vector{tiger}; }) == Ids{1});
}

TEST_CASE("the first new move of a game leads to a position that no other game has",
          "[game_search]") {
  const TemporaryFolder folder;
  add_all(folder.file("g"), {game_of("f5d6c3d3c4f4"), game_of("f5d6c3d3c4b3", "C"),
                             game_of("f5d6c4d3c3f4", "D"), game_of("f5d6c3g5", "E")});
  const auto store = store_of(folder.file("g"));
  const auto found = first_new_move(*store, turned(game_of("f5d6c3d3c4b5"), 2));
  REQUIRE(found);
  CHECK(found->number == 6);
  CHECK(found->side == Color::kWhite);
  CHECK(found->move == symmetric(parse_square("b5").value(), 2));
  CHECK(found->games == std::vector<std::uint32_t>{1, 2, 3});
  // A stored game with the same moves counts as the same game.
  CHECK(first_new_move(*store, game_of("f5d6c3g5", "X"))->number == 4);
  CHECK_FALSE(first_new_move(*store, game_of("f5d6c3d3c4f4", "X")));
  CHECK(first_new_move(*store, game_of("f5f4"))->games.size() == 4);
}

TEST_CASE("the best-known games are those between players with many games", "[game_search]") {
  const TemporaryFolder folder;
  std::vector<GameRecord> games;
  const auto add = [&](const char* black, const char* white, const char* year) {
    games.push_back(game_of("f5d6c3", black, white, year));
    games.back().round = std::to_string(games.size());
  };
  for (int i = 0; i < 3; ++i) add("Often", "#812", "1990");
  add("Often", "Once", "2015");
  add("Twice", "Often", "1980");
  add("Twice", "#812", "1970");
  for (int i = 0; i < 5; ++i) add("???", "", "2014");
  add("", "Often", "2014");
  games[0].event = games[1].event = "Open";
  games[3].event = "Cup";
  add_all(folder.file("g"), games);
  const auto store = store_of(folder.file("g"));
  std::vector<std::uint32_t> all(games.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i + 1;
  using Ids = std::vector<std::uint32_t>;
  CHECK(best_known_games(*store, all, 7) == Ids{3, 2, 1, 5, 6, 4, 12});
  CHECK(best_known_games(*store, {4, 6, 7}, 2) == Ids{6, 4});
  const auto events = tournament_counts(*store, store->event_index().complete(""));
  REQUIRE(events.size() == 2);
  CHECK(store->events()[events[0].name] == "Open");
  CHECK(events[0].games == 2);
  CHECK(events[1].games == 1);
}

TEST_CASE("a game is oriented to match the position", "[game_search]") {
  const GameRecord game = game_of("f5d6c3d3c4f4c5b3c2");
  const auto board_of = [](const char* moves) {
    return parse_game(moves).value().replay().position().board;
  };
  for (int s = 0; s < kSymmetries; ++s) {
    const Board wanted = symmetric(board_of("f5d6c4d3c3"), s);
    const auto met = meeting_at(game, wanted);
    REQUIRE(met);
    CHECK(met->moves == 5);
    GameRecord head = met->game;
    head.moves.resize(5);
    CHECK(head.replay().position().board == wanted);
  }
  CHECK(meeting_at(game, kStartBoard)->game == game);
  CHECK(meeting_at(game, board_of("f5d6c3d3c4f4c5b3c2"))->moves == 9);
  CHECK_FALSE(meeting_at(game, board_of("f5f4")));
}
