// SPDX-License-Identifier: MIT
#include "tests/support/players.h"
#include "tests/support/results.h"
#include "tools/lab/papers/systems/qtable_learner.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

namespace {

QSetup small_setup(unsigned faults = kNoQFault) {
  QSetup setup = repaired_setup(4);
  setup.faults = faults;
  setup.opponents = {"random"};
  setup.measured_games = 20;
  return setup;
}

std::unique_ptr<QTableLearner> learned(const QSetup& setup, std::uint64_t rounds) {
  auto learner = QTableLearner::make(setup).value();
  learner->advance(rounds, {});
  return learner;
}

QReads all_reads(const QTableLearner& learner) {
  QReads all;
  for (const QReads& reads : learner.reads()) {
    all.all += reads.all;
    all.found += reads.found;
  }
  return all;
}

/// Whether the table has a move to an occupied square.
bool has_taken_squares(const QTable& table) {
  return std::ranges::any_of(
      table.sorted(), [](const QEntry& e) { return (e.board.empty() & bit(e.square)) == 0; });
}

}  // namespace

TEST_CASE("qtable learner: without faults it finds the value of 4x4 and plays it", "[qlearn]") {
  const auto learner = learned(small_setup(), 20'000);
  CHECK(learner->value(kStartBoard) == Approx(-1).margin(0.01));
  GamesSetup games;
  games.games = 200;
  games.size = 4;
  const auto random = make_move_player("random", 4).value();
  CHECK(measure(*learner->player(), *random, games).as_white.lost <= 4);
  const QReads reads = all_reads(*learner);
  CHECK(reads.found > reads.all / 2);
}

TEST_CASE("qtable learner: each fault has its effect", "[qlearn]") {
  SECTION("identity-keys: no lookup succeeds, so nothing is learned") {
    const auto learner = learned(small_setup(kIdentityKeys), 500);
    CHECK(all_reads(*learner).found == 0);
    CHECK(learner->value(kStartBoard) == kUnknownValue);
    CHECK(learner->table().size() > 0);
    // Each update adds an entry of its own.
    CHECK(learner->entries() > learner->table().size());
    const auto other = learned(small_setup(), 500);
    CHECK(other->entries() == other->table().size());
  }
  SECTION("values are stored under the board after the move") {
    const auto learner = learned(small_setup(kWrittenAfter), 500);
    CHECK(all_reads(*learner).found == 0);
    CHECK(learner->value(kStartBoard) == kUnknownValue);
    CHECK(has_taken_squares(learner->table()));
    CHECK_FALSE(has_taken_squares(learned(small_setup(), 500)->table()));
  }
  SECTION("no reward if the opponent ends the game: last-move losses are not seen") {
    const auto lost = [](const QTableLearner& learner) {
      return std::ranges::count_if(learner.table().sorted(),
                                   [](const QEntry& e) { return e.value < -0.5; });
    };
    CHECK(lost(*learned(small_setup(kNoLossReward), 2000)) < lost(*learned(small_setup(), 2000)));
  }
  SECTION("no update on passes or after exploring: less is learned") {
    const auto updates = [](const QTableLearner& learner) {
      std::uint64_t all = 0;
      for (const QEntry& e : learner.table().sorted()) all += e.updates;
      return all;
    };
    // With epsilon 1 every move explores.
    QSetup setup = small_setup();
    setup.epsilon = 1;
    const auto all = updates(*learned(setup, 200));
    setup.faults = kNothingOnPasses;
    CHECK(updates(*learned(setup, 200)) < all);
    setup.faults = kNothingOnExploring;
    CHECK(updates(*learned(setup, 200)) == 0);
  }
  SECTION("replies that leave no move count as 0") {
    CHECK(learned(small_setup(kDeadReplies), 500)->result() !=
          learned(small_setup(), 500)->result());
  }
  SECTION("draws count against Black") {
    CHECK(learned(small_setup(kDrawsAgainstBlack), 2000)->result() !=
          learned(small_setup(), 2000)->result());
  }
  SECTION("ties of two: the first move is played while nothing is known") {
    const auto learner = learned(small_setup(kIdentityKeys | kTwoWayTies), 50);
    CHECK(learner->rounds_csv() != learned(small_setup(kIdentityKeys), 50)->rounds_csv());
    SplitMix64 random(5);
    Position p;
    do {
      p = test::random_position(random, 4, 8);
    } while (std::popcount(rules::legal_moves(p.board, 4)) != 2);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      CHECK(learner->player()->choose(p, seed, {}) == first_square(rules::legal_moves(p.board, 4)));
    }
  }
  SECTION("mean of the replies: the value against random moves, not against the best") {
    const auto learner = learned(small_setup(kMeanOfReplies), 20'000);
    CHECK(learner->value(kStartBoard) > -0.9);
  }
}

TEST_CASE("qtable learner: actual continuations beat an opponent after few games", "[qlearn]") {
  QSetup setup = repaired_setup(6);
  setup.opponents = {"nmost:2"};
  setup.measured_games = 20;
  const auto won = [&](bool met) {
    setup.learn_actual = met;
    setup.eta = met ? 0.5 : 1;
    return learned(setup, 150)->measure({}).front().value;
  };
  CHECK(won(true) > won(false) + 30);
}

TEST_CASE("qtable learner: with the article's faults it learns nothing on 8x8", "[qlearn]") {
  QSetup setup = article_setup(8);
  REQUIRE(setup.opponents.size() == 5);
  setup.opponents = {"random"};
  const auto learner = learned(setup, 5);
  CHECK(learner->value(kStartBoard) == kUnknownValue);
  CHECK(all_reads(*learner).found == 0);
  CHECK(learner->table().size() > 100);
}

TEST_CASE("qtable learner: a checkpoint resumes", "[qlearn]") {
  for (const bool met : {false, true}) {
    QSetup setup = small_setup(met ? kNoQFault : kArticleFaults);
    setup.learn_actual = met;
    const auto whole = learned(setup, 60), first = learned(setup, 25);
    const auto second = QTableLearner::make(setup).value();
    REQUIRE(second->load(first->save()));
    second->advance(35, {});
    CHECK(second->save() == whole->save());
    CHECK(second->result() == whole->result());
    CHECK(second->rounds_csv() == whole->rounds_csv());
    CHECK(second->measure({}).front().value == whole->measure({}).front().value);
    CHECK_FALSE(second->load("junk"));
    CHECK_FALSE(second->load("{\"rounds\": 3}\nboard,square,value,updates\n"));
  }
}

TEST_CASE("qtable learner: rounds have a CSV form, and faults are listed", "[qlearn]") {
  const auto learner = learned(small_setup(), 3);
  const std::string csv = learner->rounds_csv();
  CHECK_THAT(
      csv, Catch::Matchers::StartsWith("round,random_black_discs,random_white_discs,won,lost\n1,"));
  CHECK(std::ranges::count(csv, '\n') == 4);
  CHECK(learner->games().size() == 6);
  QSetup setup = small_setup();
  setup.opponents = {"nobody"};
  CHECK_THAT(QTableLearner::make(setup).error().message, Contains("nobody"));
  setup.opponents.clear();
  CHECK_FALSE(QTableLearner::make(setup));
}
