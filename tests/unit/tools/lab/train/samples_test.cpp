// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/game/rules.h"
#include "engine/game/score.h"
#include "tests/support/records.h"
#include "tools/lab/train/samples.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

using namespace sumi;
using namespace sumi::lab;

namespace {

/// A random game with exact scores for its last positions. Passes are not recorded.
struct RandomGame {
  std::vector<Record> records;
  std::vector<int> signs;  ///< [i]: 1 if a side had to pass between i and i + 1, otherwise -1.

  RandomGame(SplitMix64& random, std::uint16_t number) {
    Board b = kStartBoard;
    while (!rules::game_over(b)) {
      int sign = 1;
      if (rules::must_pass(b)) b = b.passed(), sign = -sign;
      if (!records.empty()) signs.push_back(-sign);
      Record r = test::record(b, ScoreSource::kGame, 0, number);
      r.value = Value{random.below(4001) - 2000};
      Bitboard legal = rules::legal_moves(b);
      for (int skip = random.below(std::popcount(legal)); skip > 0; --skip) legal &= legal - 1;
      const Square s = first_square(legal);
      r.move = static_cast<std::uint8_t>(index(s));
      records.push_back(r);
      b = b.played(s, rules::flips(b, s));
    }
    signs.push_back(0);
    int score = -final_score(b).discs;  // for the last mover
    for (std::size_t i = records.size(); i-- > 0;) {
      if (i + 1 < records.size()) score *= signs[i];
      records[i].score = DiscDiff{score};
      if (records[i].board.empties() <= 8) records[i].source = ScoreSource::kExact;
    }
  }
};

}  // namespace

TEST_CASE("whole games are held out, some of each file", "[samples]") {
  SampleSetup setup;
  int held_out = 0, moved = 0, reseeded = 0;
  SampleSetup seeded;
  seeded.seed = 2;
  for (std::uint16_t game = 0; game < 10'000; ++game) {
    const bool is = is_held_out(setup, "a.pos", game);
    held_out += is;
    moved += is != is_held_out(setup, "b.pos", game);
    reseeded += is != is_held_out(seeded, "a.pos", game);
  }
  CHECK(held_out > 400);
  CHECK(held_out < 600);
  CHECK(moved > 700);
  CHECK(reseeded > 700);

  std::vector<Record> records;
  for (int i = 0; i < 1000; ++i) {
    records.push_back(test::record(kStartBoard, i % 3 ? ScoreSource::kExact : ScoreSource::kGame, 2,
                                   static_cast<std::uint16_t>(i / 20)));
  }
  std::vector<Sample> samples;
  add_samples(records, "a.pos", setup, ValueShift(), samples);
  REQUIRE(samples.size() == records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    CHECK(samples[i].held_out == is_held_out(setup, "a.pos", records[i].game));
    CHECK(samples[i].exact == (i % 3 != 0));
  }
  setup.held_out_percent = 0;
  for (std::uint16_t game = 0; game < 1000; ++game) CHECK(!is_held_out(setup, "a.pos", game));
}

TEST_CASE("targets come from exact scores, results and values", "[samples]") {
  SampleSetup setup;
  setup.value_weight = 0.25;
  const auto target = [&](ScoreSource source, std::optional<Value> value) -> std::optional<int> {
    Record r = test::record(kStartBoard, source, 8);
    r.value = value;
    std::vector<Sample> samples;
    add_samples(std::vector{r}, "a.pos", setup, ValueShift(), samples);
    return samples.empty() ? std::nullopt : std::optional<int>(samples[0].target);
  };
  const Value value{-100};
  CHECK(target(ScoreSource::kNone, std::nullopt) == std::nullopt);
  CHECK(target(ScoreSource::kNone, value) == -100);
  CHECK(target(ScoreSource::kGame, std::nullopt) == 8 * 128);
  CHECK(target(ScoreSource::kGame, value) == 8 * 96 - 25);
  CHECK(target(ScoreSource::kExact, value) == 8 * 128);
}

TEST_CASE("later values replace the game result, ply by ply", "[samples]") {
  SplitMix64 random(271);
  SampleSetup setup;
  setup.value_weight = 0.25;
  int passes = 0;
  for (std::uint16_t number = 0; number < 200; ++number) {
    const RandomGame game(random, number);
    passes += static_cast<int>(std::ranges::count(game.signs, 1));
    for (const double td_lambda : {1.0, 0.75, 0.0}) {
      setup.td_lambda = td_lambda;
      std::vector<Sample> samples;
      add_samples(game.records, "a.pos", setup, ValueShift(), samples);
      REQUIRE(samples.size() == game.records.size());
      for (std::size_t i = 0; i < samples.size(); ++i) {
        const Record& r = game.records[i];
        // From here on: weighted values until the score is exact.
        double outcome = 0, weight = 1, sign = 1;
        std::size_t k = i;
        for (; game.records[k].source == ScoreSource::kGame && k + 1 < samples.size(); ++k) {
          sign *= game.signs[k];
          if (game.records[k + 1].source == ScoreSource::kExact) continue;
          outcome += sign * weight * (1 - td_lambda) * game.records[k + 1].value->units;
          weight *= td_lambda;
        }
        outcome += sign * weight * to_value(game.records[k].score).units;
        const double target = r.source == ScoreSource::kExact
                                  ? to_value(r.score).units
                                  : 0.25 * r.value->units + 0.75 * outcome;
        CAPTURE(td_lambda, i);
        REQUIRE(samples[i].target == Approx(target).margin(0.51));
      }
    }
  }
  CHECK(passes > 20);
}

TEST_CASE("near the end only game results count", "[samples]") {
  SplitMix64 random(281);
  const RandomGame game(random, 1);
  SampleSetup setup;
  setup.td_lambda = 0.5;
  const auto targets = [&] {
    std::vector<Sample> samples;
    add_samples(game.records, "a.pos", setup, ValueShift(), samples);
    return samples;
  };
  const std::vector<Sample> all = targets();
  setup.values_above = 30;
  const std::vector<Sample> some = targets();
  for (std::size_t i = 0; i < some.size(); ++i) {
    const int score = to_value(game.records[i].score).units;
    if (game.records[i].board.empties() <= 30) {
      CHECK(some[i].target == score);
      CHECK((game.records[i].source == ScoreSource::kExact || all[i].target != score));
    } else {
      CHECK(some[i].target != score);
    }
  }
  Record only_value = game.records[40];
  only_value.source = ScoreSource::kNone;
  std::vector<Sample> samples;
  add_samples(std::vector{only_value}, "a.pos", setup, ValueShift(), samples);
  CHECK(samples.at(0).target == only_value.value->units);
}

TEST_CASE("values of unrelated positions are not mixed", "[samples]") {
  SplitMix64 random(277);
  RandomGame game(random, 1);
  SampleSetup setup;
  setup.value_weight = 0;
  setup.td_lambda = 0.5;
  const auto target_of_third = [&] {
    std::vector<Sample> samples;
    add_samples(game.records, "a.pos", setup, ValueShift(), samples);
    return samples[2].target;
  };
  const int score = to_value(game.records[2].score).units;
  REQUIRE(target_of_third() != score);
  const Record third = game.records[2], fourth = game.records[3];
  game.records[3].game = 2;
  CHECK(target_of_third() == score);
  game.records[3] = fourth;
  game.records[3].board = third.board;
  CHECK(target_of_third() == score);
  game.records[3] = fourth;
  game.records[2].move = kNoMove;
  CHECK(target_of_third() == score);
}

TEST_CASE("a random move's record has its search value, and records before it do, too",
          "[samples]") {
  SplitMix64 random(271);
  RandomGame game(random, 1);
  SampleSetup setup;
  setup.value_weight = 0.25;
  setup.td_lambda = 0.75;
  const auto target = [&](std::size_t i) {
    std::vector<Sample> samples;
    add_samples(game.records, "a.pos", setup, ValueShift(), samples);
    return samples[i].target;
  };
  const std::int16_t later = target(9);
  Record& stray = game.records[8];
  stray.source = ScoreSource::kNone;
  stray.move = kNoMove;
  const double value = stray.value->units;
  CHECK(target(8) == value);
  CHECK(target(7) ==
        Approx(0.25 * game.records[7].value->units + 0.75 * game.signs[7] * value).margin(0.51));
  CHECK(target(9) == later);
}

TEST_CASE("values are corrected by their mean error, by parity", "[samples]") {
  ValueShift shift;
  Record even = test::record(kStartBoard, ScoreSource::kGame, 2), odd = even;
  even.value = Value{100};
  odd.board.own &= odd.board.own - 1;
  odd.value = Value{512};
  const std::vector<Record> some{even, odd, odd};
  for (int i = 0; i < 50'000; ++i) shift.count(some);
  CHECK(shift.at(24) == 0);  // too few samples
  CHECK(shift.at(23) == -256);
  for (int i = 0; i < 50'000; ++i) shift.count(some);
  CHECK(shift.at(24) == 156);
  even.source = ScoreSource::kExact;  // its value is ignored
  shift.count(std::vector<Record>(100'000, even));
  CHECK(shift.at(60) == 156);
  Record stray = odd, other_game = odd;
  stray.source = ScoreSource::kNone;
  other_game.game = 2;
  for (int i = 0; i < 50'000; ++i) shift.count(std::vector{odd, stray, other_game});
  CHECK(shift.at(23) == -256);

  SampleSetup setup;
  setup.value_weight = 0.5;
  std::vector<Sample> samples;
  add_samples(some, "a.pos", setup, shift, samples);
  CHECK(samples[0].target == 256);
  CHECK(samples[1].target == 256);
}
