// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/formats/codecs.h"
#include "engine/game/rules.h"
#include "protocol/session/game_learner.h"
#include "tests/support/fake_book.h"
#include "tests/support/results.h"
#include "tests/support/small_engine.h"

#include <catch2/catch.hpp>

#include <bit>
#include <set>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;
using test::FakeShelf;

namespace {

/// A finished random game, with explicit or implied passes.
Game random_game(std::uint64_t seed, bool with_passes = false) {
  SplitMix64 random(seed);
  Game game;
  while (!game.over()) {
    const Position& now = game.position();
    Bitboard moves = game.legal_moves();
    if (moves == 0) {
      moves = rules::legal_moves(now.passed().board, now.size);
      if (with_passes) game.play(Square::kPass).value();
    }
    for (int skip = random.below(std::popcount(moves)); skip > 0; --skip) moves &= moves - 1;
    game.play(first_square(moves)).value();
  }
  return game;
}

Game begun(const Game& game, std::size_t moves) {
  Game before(game.start());
  for (std::size_t i = 0; i < moves; ++i) {
    before.play(game.moves()[i].color, game.moves()[i].square).value();
  }
  return before;
}

class Session {
 public:
  /// As White. The first `from` moves arrive at once.
  void play(const Game& game, std::size_t from = 0, Color ours = Color::kWhite) {
    learner.on_position(begun(game, from));
    for (std::size_t i = from + 1; i <= game.moves().size(); ++i) {
      const PlayedMove& move = game.moves()[i - 1];
      const Game now = begun(game, i);
      move.color == ours&& move.square != Square::kPass ? learner.on_own_move(now)
                                                        : learner.on_position(now);
    }
  }
  void show(const Game& game, std::size_t from = 0) {
    for (std::size_t i = from; i <= game.moves().size(); ++i) learner.on_position(begun(game, i));
  }
  std::size_t learned() const { return shelf.mine->added.size(); }

  FakeShelf shelf;
  std::vector<std::string> told;

 private:
  static EngineOptions options() {
    EngineOptions options = test::small_engine();
    options.book = "mine";
    options.book_learn = true;
    return options;
  }
  Engine engine_{options(), shelf.opener()};

 public:
  GameLearner learner{engine_, [this](std::string_view text) { told.emplace_back(text); }};
};

}  // namespace

TEST_CASE("a game in which we play is learned once", "[game-learner]") {
  const Color ours = GENERATE(Color::kBlack, Color::kWhite);
  Session session;
  const Game game = random_game(1);
  session.play(begun(game, game.moves().size() - 1), 0, ours);
  CHECK(session.learned() == 0);
  session.show(game, game.moves().size() - 1);
  REQUIRE(session.learned() == 1);
  CHECK(to_transcript(session.shelf.mine->added[0]) == to_transcript(record_of(game)));
  CHECK_FALSE(session.shelf.mine->added[0].date.empty());
  session.show(game, game.moves().size() - 5);
  session.learner.on_own_move(game);
  session.show(game);
  CHECK(session.learned() == 1);
  CHECK(session.told.empty());
}

TEST_CASE("a restarted game is new, even with the same moves", "[game-learner]") {
  Session session;
  const Game game = random_game(2);
  const std::size_t from = GENERATE(0, 1);  // as the second player we may never see the start
  for (int i = 0; i < 3; ++i) session.play(game, from);
  REQUIRE(session.learned() == 3);
  std::set<std::string> dates;
  for (const GameRecord& record : session.shelf.mine->added) dates.insert(record.date);
  CHECK(dates.size() == 3);  // otherwise the book would merge them
}

TEST_CASE("games in which we do not play are not learned", "[game-learner]") {
  Session session;
  const Game game = random_game(3);
  const std::size_t all = game.moves().size();
  session.show(game);
  session.learner.on_position(game);  // in one step
  CHECK(session.learned() == 0);
  // Our only move follows a set-up position.
  session.learner.on_position(Game());
  session.learner.on_position(begun(game, all - 1));
  session.learner.on_own_move(game);
  CHECK(session.learned() == 0);
  session.play(game, kMaxOpeningMoves + 1);
  CHECK(session.learned() == 0);
  session.play(game, kMaxOpeningMoves);  // an opening
  CHECK(session.learned() == 1);
}

TEST_CASE("a game with moves taken back is not learned", "[game-learner]") {
  Session session;
  const Game game = random_game(4);
  session.play(begun(game, 40));
  session.show(begun(game, 38), 38);
  session.play(game, 39);
  CHECK(session.learned() == 0);
  session.play(game);
  CHECK(session.learned() == 1);
}

TEST_CASE("a game is learned with or without explicit passes", "[game-learner]") {
  std::uint64_t seed = 5;
  const auto passes = [](const Game& game) {
    return std::ranges::count(game.moves(), Square::kPass, &PlayedMove::square);
  };
  while (passes(random_game(seed)) < 2) ++seed;
  const Game sent = random_game(seed, true), left_out = random_game(seed);
  REQUIRE(to_transcript(record_of(sent)) == to_transcript(record_of(left_out)));
  REQUIRE(sent.moves() != left_out.moves());
  Session session;
  session.play(sent);
  session.show(left_out, left_out.moves().size());
  CHECK(session.learned() == 1);
  // Clients may omit positions in which we must pass.
  Game game;
  session.learner.on_position(game);
  for (const PlayedMove& move : left_out.moves()) {
    if (move.square == Square::kPass) continue;
    game.play(move.color, move.square).value();
    const Position& now = game.position();
    if (move.color == Color::kWhite) {
      session.learner.on_own_move(game);
    } else if (now.to_move == Color::kWhite && (game.legal_moves() != 0 || game.over())) {
      session.learner.on_position(game);
    }
  }
  CHECK(session.learned() == 2);
  Game end = left_out;
  for (int i = 0; i < 2; ++i) {
    end.play(Square::kPass).value();
    session.learner.on_position(end);
  }
  CHECK(session.learned() == 2);
}

TEST_CASE("games from other starts are not learned", "[game-learner]") {
  Session session;
  Game game(
      parse_position("OX--------------OX---------------------------------------------- O").value());
  session.learner.on_position(game);
  for (const char* const move : {"c1", "c3"}) {
    game.play(parse_square(move).value()).value();
    session.learner.on_own_move(game);
  }
  REQUIRE(game.over());
  CHECK(session.learned() == 0);
}
