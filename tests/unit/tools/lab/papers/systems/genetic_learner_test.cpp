// SPDX-License-Identifier: MIT
#include "engine/weights/table_file.h"
#include "tests/support/results.h"
#include "tools/lab/papers/systems/genetic_learner.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <array>

using namespace sumi;
using namespace sumi::lab;

namespace {

constexpr S6Values kOther{1, 90, 90, 0, 90, 0, 0, 0, 0};

GeneticSetup small_setup() {
  GeneticSetup setup;
  setup.population = 3;
  setup.fitness_games = setup.elite_games = setup.measure_games = 2;
  return setup;
}

}  // namespace

TEST_CASE("genetic: points are the paper's", "[genetic]") {
  CHECK(genetic_points({0, 20, 0, 0}) == 320);
  CHECK(genetic_points({20, 0, 0, 20 * 64}) == 16 * 20 + 640);
  CHECK(genetic_points({1, 0, 1, 8}) == 16 + (128 + 8) / 4.0);
}

TEST_CASE("genetic: parents are drawn in proportion to fitness", "[genetic]") {
  SplitMix64 random(7);
  const std::vector<double> fitness{1, 0, 3};
  std::array<int, 3> drawn{};
  for (int i = 0; i < 4000; ++i) ++drawn[roulette(fitness, random)];
  CHECK(drawn[0] == Approx(1000).margin(120));  // four standard deviations
  CHECK(drawn[1] == 0);
}

TEST_CASE("genetic: playing the trunk with one table changes no game", "[genetic]") {
  // Both tables continue from the random moves and from the trunk's end; in between, the
  // conditional table has no effect.
  const auto one = make_s6_player({kS6General, kOther}), other = make_s6_player({});
  const std::atomic<bool> never = false;
  const std::vector<Position> trunks = s6_openings(3, 5, 1, {});
  for (std::size_t i = 0; i < trunks.size(); ++i) {
    CHECK(60 - trunks[i].board.empties() == kTrunkMoves);
    // A game that ends early, whose opening is redrawn, is too rare to occur here.
    const Position start = random_openings(1, kS6RandomMoves, mixed_seed(5, i, 0))[0];
    CHECK(60 - start.board.empties() == kS6RandomMoves);
    CHECK(play_measured(*one, *other, start, Color::kBlack, 0, never) ==
          play_measured(*one, *other, trunks[i], Color::kBlack, 0, never));
  }
}

TEST_CASE("genetic: games end as if played to the end", "[genetic]") {
  // A slow reference for play_tables(). Equal to the disc: no game here ends with empty squares.
  const std::atomic<bool> never = false;
  const auto one = make_s6_player({kS6General, kOther}), other = make_s6_player({});
  const auto fast = play_tables({{kOther, kS6General}}, 6, true, 5, 2, {})[0];
  const std::vector<Position> openings = s6_openings(3, 5, 1, {});
  Tally slow;
  for (std::size_t game = 0; game < 6; ++game) {
    const Color color = game % 2 == 0 ? Color::kBlack : Color::kWhite;
    slow += tally_of(play_measured(*one, *other, openings[game / 2], color, 0, never));
  }
  CHECK(fast.tally.won == slow.won);
  CHECK(fast.tally.drawn == slow.drawn);
  CHECK(fast.tally.discs == slow.discs);
}

TEST_CASE("genetic: pairs cancel the opening, and equal tables score equally", "[genetic]") {
  const auto matches =
      play_tables({{kS6General, kS6General}, {kOther, kS6General}}, 4, true, 1, 2, {});
  REQUIRE(matches.size() == 2);
  CHECK(matches[0].tally.games() == 4);
  CHECK(matches[0].points == std::vector<double>(2, 0.5));
  CHECK(matches[0].tally.discs == 0);
  CHECK(matches[1].points.size() == 2);
  const auto mirrored = play_tables({{kS6General, kOther}}, 4, true, 1, 1, {})[0];
  CHECK(mirrored.tally.won == matches[1].tally.lost);
  CHECK(mirrored.tally.discs == -matches[1].tally.discs);
  CHECK(play_tables({{kOther, kS6General}}, 2, false, 1, 1, {})[0].points.size() == 2);
}

TEST_CASE("genetic: generations do not depend on threads or checkpoints", "[genetic]") {
  GeneticSetup setup = small_setup();
  GeneticLearner whole(setup);
  CHECK(whole.elite() == setup.human);
  whole.advance(2, {});
  CHECK(whole.steps() == 2);
  setup.threads = 2;
  GeneticLearner first(setup);
  CHECK(first.settings() == whole.settings());
  first.advance(1, {});
  GeneticLearner second(setup);
  CHECK(second.load(first.save()));
  second.advance(1, {});
  CHECK(second.save() == whole.save());

  const auto metrics = whole.measure({});
  REQUIRE(metrics.size() == 4);
  CHECK(metrics[0].name == "win_rate_percent");
  CHECK(whole.measure({})[0].value == metrics[0].value);
  CHECK(whole.steps() == 2);

  const TableFile table = parse_table(whole.result()).value();
  REQUIRE(table.decided);
  CHECK(table.decided->squares == class_squares(whole.elite()));
  CHECK(table.squares == class_squares(kS6General));
  CHECK(table.mobility == 50);
}

TEST_CASE("genetic: the seed determines the population; crossover mixes, mutation draws",
          "[genetic]") {
  GeneticSetup setup = small_setup();
  const GeneticLearner born(setup);
  setup.seed = 2;
  CHECK(GeneticLearner(setup).save() != born.save());
  setup.crossover = setup.mutation = 0;
  GeneticLearner still(setup);
  const std::string before = still.save();
  still.advance(1, {});
  std::string rows = still.save();
  rows = rows.substr(rows.find("\"population\":[") + 14);
  for (std::size_t at = rows.find('['); at != rows.npos; at = rows.find('[', at + 1)) {
    CHECK(before.find(rows.substr(at, rows.find(']', at) - at)) != before.npos);
  }
  setup.mutation = 1;
  GeneticLearner wild(setup);
  wild.advance(1, {});
  CHECK(wild.save() != still.save());
}

TEST_CASE("genetic: a stop changes nothing, and damaged states are refused", "[genetic]") {
  std::stop_source source;
  source.request_stop();
  GeneticLearner learner(small_setup());
  const std::string before = learner.save();
  learner.advance(1, source.get_token());
  CHECK(learner.save() == before);
  for (const std::string& junk :
       {std::string(), std::string("[]"), std::string("{}"), before.substr(0, before.size() - 9),
        std::string(R"({"generation":1,"best-fitness":0,"mean-fitness":0,"population":[[1]]})"),
        std::string(R"({"generation":-1,"best-fitness":0,"mean-fitness":0,"population":[]})")}) {
    CAPTURE(junk);
    CHECK_FALSE(learner.load(junk));
    CHECK(learner.save() == before);
  }
}
