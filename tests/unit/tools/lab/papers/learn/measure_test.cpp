// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "tools/lab/papers/learn/measure.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <memory>
#include <set>
#include <utility>
#include <vector>

using namespace sumi::lab;

TEST_CASE("a proportion has Wilson's interval", "[learn]") {
  const Estimate half = proportion_of(50, 100);
  CHECK(half.value == 0.5);
  CHECK(half.lower == Approx(0.4038).margin(0.0001));
  CHECK(half.upper == Approx(0.5962).margin(0.0001));
  const Estimate none = proportion_of(0, 10);
  CHECK(none.lower == 0);
  CHECK(none.upper == Approx(0.2775).margin(0.0001));
  CHECK(proportion_of(10, 10).upper == 1);
  CHECK(proportion_of(0, 0).upper == 1);
}

TEST_CASE("a mean has Student's interval", "[learn]") {
  const Estimate mean = mean_of({1, 2, 3, 4});
  CHECK(mean.value == 2.5);
  CHECK(mean.upper - mean.value == Approx(3.182446 * 1.290994 / 2).epsilon(1e-5));
  CHECK(mean_of({7}).lower == 7);
  CHECK(mean_of({}).value == 0);
}

using namespace sumi;

namespace {

/// Plays the legal move with the lowest or the highest square.
class EndPlayer final : public MovePlayer {
 public:
  explicit EndPlayer(bool last) : last_(last) {}
  Square choose(const Position& p, std::uint64_t, const std::atomic<bool>&) const override {
    const Bitboard legal = rules::legal_moves(p.board, p.size);
    return last_ ? static_cast<Square>(63 - std::countl_zero(legal)) : first_square(legal);
  }

 private:
  bool last_;
};

const EndPlayer kFirstPlayer(false), kLastPlayer(true);

}  // namespace

TEST_CASE("episode: a game is legal and complete, and on_move gets all states but passes",
          "[learn]") {
  for (const int size : {4, 6, 8}) {
    int discs = 4, states = 0;
    bool legal_always = true;
    const GameEnd end = play_episode(
        start_position(size),
        [&](const Position& p, Bitboard legal) {
          legal_always = legal_always && legal == rules::legal_moves(p.board, size);
          return first_square(legal);
        },
        [&](const Position& p, Square move) {
          ++states;
          legal_always = legal_always && rules::flips(p.board, move, size) != 0 &&
                         std::popcount(p.board.own | p.board.opp) == discs;
          ++discs;
        });
    CHECK(legal_always);
    CHECK(states == discs - 4);
    CHECK(rules::game_over(end.position.board, size));
    CHECK(end.discs_black + end.discs_white == discs);
    const int difference = end.discs_black - end.discs_white;
    CHECK((end.black.discs > 0) == (difference > 0));
    CHECK(std::abs(end.black.discs) >= std::abs(difference));
  }
}

TEST_CASE("openings: depend on the seed, and have a legal move", "[learn]") {
  const auto openings = random_openings(50, 8, 3);
  CHECK(openings == random_openings(50, 8, 3));
  CHECK(openings != random_openings(50, 8, 4));
  std::set<std::pair<Bitboard, Bitboard>> different;
  for (const Position& p : openings) {
    CHECK(p.board.empties() == 52);
    CHECK(rules::legal_moves(p.board) != 0);
    different.insert({p.board.own, p.board.opp});
  }
  CHECK(different.size() > 40);
}

TEST_CASE("measure: games are counted by colour, and the opponent's results mirror them",
          "[learn]") {
  GamesSetup setup;
  setup.games = 20;
  setup.openings = random_openings(20, 6, 1);
  const Measured one = measure(kFirstPlayer, kLastPlayer, setup);
  const Measured other = measure(kLastPlayer, kFirstPlayer, setup);
  CHECK(one.as_black.games() == 20);
  CHECK(one.as_white.games() == 20);
  CHECK(one.as_black.won == other.as_white.lost);
  CHECK(one.as_white.won == other.as_black.lost);
  CHECK(one.all().discs == -other.all().discs);
  CHECK(one.all().points() + other.all().points() == Approx(1));
  // Against itself, with colours swapped, the sum is 0.
  CHECK(measure(kFirstPlayer, kFirstPlayer, setup).all().discs == 0);
}

namespace {

/// A random player that notes the side to move in each first position of a game.
class BeginPlayer final : public MovePlayer {
 public:
  Square choose(const Position& p, std::uint64_t seed,
                const std::atomic<bool>& stop) const override {
    if (p.board.empties() == 60) begun_.push_back(p.to_move);
    return random_->choose(p, seed, stop);
  }
  std::vector<Color> take() const { return std::exchange(begun_, {}); }

 private:
  const std::unique_ptr<MovePlayer> random_ = make_move_player("random", 8).value();
  mutable std::vector<Color> begun_;
};

}  // namespace

TEST_CASE("measure: with keep_turn the side to move at the end of a game begins the next",
          "[learn]") {
  const BeginPlayer begins;
  GamesSetup setup;
  setup.games = 60;
  CHECK(measure(begins, begins, setup).all().games() == 120);
  const std::vector<Color> usual = begins.take();
  CHECK(std::ranges::count(usual, Color::kBlack) == 120);

  setup.keep_turn = true;
  CHECK(measure(begins, begins, setup).all().games() == 120);
  const std::vector<Color> kept = begins.take();
  REQUIRE(kept.size() == 120);
  // One job after the other: the first game of each colour begins as usual. With passes the turn
  // changes hands.
  CHECK(kept[0] == Color::kBlack);
  CHECK(kept[60] == Color::kBlack);
  CHECK(std::ranges::count(kept, Color::kWhite) > 20);
  CHECK(std::ranges::count(kept, Color::kBlack) > 20);

  const auto random = make_move_player("random", 8).value();
  const Measured one = measure(*random, *random, setup);
  setup.threads = 2;
  const Measured two = measure(*random, *random, setup);
  CHECK(one.as_black == two.as_black);
  CHECK(one.as_white == two.as_white);
}

TEST_CASE("measure: results depend on the seed, but not on the number of threads", "[learn]") {
  const auto random = make_move_player("random", 8).value();
  GamesSetup setup;
  setup.games = 100;
  const Measured one = measure(*random, *random, setup);
  setup.threads = 3;
  const Measured three = measure(*random, *random, setup);
  CHECK(one.as_black == three.as_black);
  CHECK(one.as_white == three.as_white);
  // Games as Black and as White differ; otherwise their sums would mirror each other.
  CHECK(one.as_black.discs != -one.as_white.discs);
  setup.seed = 2;
  CHECK_FALSE(measure(*random, *random, setup).as_black == one.as_black);
}

TEST_CASE("measure: an interruption ends it early", "[learn]") {
  const auto random = make_move_player("random", 8).value();
  GamesSetup setup;
  setup.games = 1'000'000;
  const Measured part = measure(*random, *random, setup, [] { return true; });
  CHECK(part.all().games() < 1'000'000);
}
