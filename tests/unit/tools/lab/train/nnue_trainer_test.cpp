// SPDX-License-Identifier: MIT
#include "engine/game/pattern_layout.h"
#include "tests/support/boards.h"
#include "tests/support/nnue_weights.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/train/nnue_model.h"
#include "tools/lab/train/nnue_trainer.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

using namespace sumi;
using namespace sumi::lab;

namespace {

/// No sum of patterns can express this score: a1 and g5 share no pattern.
int pair_score(const Board& b) {
  const auto colour = [&](Square s) { return (b.own & bit(s)) != 0 ? 1 : -1; };
  return 10 * colour(square_at(0, 0)) * colour(square_at(6, 4));
}

/// Variants of two positions with some discs flipped, so that training generalizes.
std::vector<Sample> pair_samples(int count) {
  SplitMix64 random(41);
  constexpr Bitboard kPair = bit(square_at(0, 0)) | bit(square_at(6, 4));
  Board models[2];
  for (int odd = 0; odd < 2; ++odd) {
    do {
      models[odd] = test::random_full(random, 20 + odd, 128);
    } while ((models[odd].empty() & kPair) != 0);
  }
  std::vector<Sample> samples;
  for (int i = 0; i < count; ++i) {
    const Board& model = models[i % 2];
    const Bitboard some = random.next() & random.next() & random.next() & random.next();
    const Bitboard turned = (some | (random.next() & kPair)) & ~model.empty();
    const Board b{model.own ^ turned, model.opp ^ turned};
    samples.push_back({b, static_cast<std::int16_t>(128 * pair_score(b)), i % 3 != 0, i % 7 == 0});
  }
  return samples;
}

NnueSetup quick_setup() {
  NnueSetup setup;
  setup.epochs = 12;
  setup.batch = 128;
  setup.learning_rate = 0.01;
  return setup;
}

bool same_numbers(const NnueFile& a, const NnueFile& b) {
  return a.rows == b.rows && a.heads.size() == b.heads.size() &&
         std::memcmp(a.heads.data(), b.heads.data(), a.heads.size() * sizeof a.heads[0]) == 0;
}

bool same_nets(const NnueTraining& a, const NnueTraining& b) {
  return same_numbers(a.weights, b.weights);
}

}  // namespace

TEST_CASE("gradients of the net equal those of its value", "[nnue_trainer]") {
  SplitMix64 random(43);
  NnueModel model(1, 47);
  ModelHead& head = model.heads[0];
  // Eighths, so squares are exact. Only the first two units are beyond the ends of their range.
  ChannelRow sums{};
  for (std::size_t c = 0; c < kChannels; ++c) sums[c] = c % 4 == 0 ? -0.25f : 0.25f * (c % 4);
  for (auto& channel : head.hidden) {
    for (float& weight : channel) weight /= 8;
  }
  head.hidden_bias.fill(0.5f);
  head.hidden_bias[0] = -3;
  head.hidden_bias[1] = 3;
  for (float& output : head.output) output = static_cast<float>(random.below(1000)) / 500 - 1;
  ModelHead head_gradient;
  const NnueForward activations = forward(head, sums);
  const ChannelRow sum_gradient = backward(head, activations, 1, 0, head_gradient);

  const auto check = [&](float& number, float found) {
    constexpr float kStep = 0.125f;
    const float before = number;
    number = before + kStep;
    const float above = forward(head, sums).value;
    number = before - kStep;
    const float below = forward(head, sums).value;
    number = before;
    CHECK(found == Approx((above - below) / (2 * kStep)).margin(2e-3));
  };
  for (std::size_t c = 0; c < kChannels; ++c) {
    check(sums[c], sum_gradient[c]);
    CHECK(head_gradient.start[c] == sum_gradient[c]);
  }
  for (std::size_t u = 0; u < kUnits; ++u) {
    check(head.output[u], head_gradient.output[u]);
    check(head.hidden_bias[u], head_gradient.hidden_bias[u]);
    check(head.hidden[u % kChannels][u], head_gradient.hidden[u % kChannels][u]);
  }
  for (std::size_t c = 0; c < kChannels; ++c) check(head.skip[c], head_gradient.skip[c]);
  check(head.bias, head_gradient.bias);
}

TEST_CASE("a rounded net equals the trained one", "[nnue_trainer]") {
  const NnueColumns columns = nnue_columns();
  NnueModel model(columns.count, 53);
  SplitMix64 random(59);
  for (ModelHead& head : model.heads) {
    for (float& output : head.output) output = static_cast<float>(random.below(1000)) / 500 - 1;
    head.bias = static_cast<float>(random.below(1000)) / 1000 - 0.5f;
  }
  for (ChannelRow& row : model.rows) {
    for (float& number : row) number = static_cast<float>(random.below(7) - 3) / 128;
  }
  for (ModelHead& head : model.heads) {
    for (auto& channel : head.hidden) {
      for (float& weight : channel) weight = std::round(weight * 64) / 64;
    }
  }
  const NnueFile file = rounded(model, columns);
  for (int i = 0; i < 100; ++i) {
    const Board b = test::random_game(random, random.below(60));
    const ModelHead& head = model.heads[static_cast<std::size_t>(b.empties())];
    ChannelRow sums = head.start;
    const std::uint32_t table = static_cast<std::uint32_t>(nnue_table(b.empties())) * columns.count;
    for (const std::uint32_t row : nnue_rows(b)) {
      const ChannelRow& numbers = model.rows[table + columns.of_row[row]];
      for (std::size_t c = 0; c < kChannels; ++c) sums[c] += numbers[c];
    }
    const double said = static_cast<double>(kModelDiscs * forward(head, sums).value);
    CHECK(to_discs(nnue_value(file, b)) == Approx(said).margin(0.6));
  }
}

TEST_CASE("training continues a file's net without changing it", "[nnue_trainer]") {
  SplitMix64 random(61);
  const NnueColumns columns = nnue_columns();
  const NnueFile file = test::drawn_nnue(random);
  CHECK(same_numbers(rounded(NnueModel(file, columns), columns), file));
}

TEST_CASE("the net learns what no sum of patterns can express", "[nnue_trainer]") {
  const std::vector<Sample> samples = pair_samples(6000);
  NnueSetup setup = quick_setup();
  setup.threads = 2;
  static const NnueTraining training = train_nnue(samples, setup).value();  // once for all sections
  REQUIRE(training.reports.size() == 20);
  for (std::size_t odd = 0; odd < 2; ++odd) {
    CHECK(training.rounded[odd].positions > 100);
    CHECK(training.rounded[odd].mean_absolute < 5);  // always predicting the mean gives 10
    CHECK(std::abs(training.rounded[odd].bias) < 1);
    CHECK(training.rounded[odd].root_mean_square >= training.rounded[odd].mean_absolute);
    CHECK(training.reports.back().held_out[odd].mean_absolute ==
          Approx(training.rounded[odd].mean_absolute).margin(0.2));
  }
  CHECK(training.reports.back().loss < training.reports.front().loss / 2);

  SECTION("the result does not depend on the number of threads") {
    setup.threads = 1;
    CHECK(same_nets(train_nnue(samples, setup).value(), training));
  }
  SECTION("the result does not depend on interruptions") {
    const test::TemporaryFolder folder;
    setup.checkpoint_folder = folder.path();
    NnueCallbacks callbacks;
    callbacks.batch = [](std::uint64_t batch, std::uint64_t) { return batch % 200 != 0; };
    int runs = 1;
    auto resumed = train_nnue(samples, setup, callbacks).value();
    for (; resumed.interrupted; ++runs) resumed = train_nnue(samples, setup, callbacks).value();
    CHECK(runs > 2);
    CHECK(same_nets(resumed, training));
    // The checkpoint remains until the weights are written.
    CHECK(same_nets(train_nnue(samples, setup, callbacks).value(), training));
    remove_nnue_checkpoint(setup.checkpoint_folder);
    CHECK(folder.files() == 0);
  }
  SECTION("training continues with the learned net") {
    setup.begin = std::make_shared<const NnueFile>(training.weights);
    setup.epochs = 1;
    setup.learning_rate = 1e-5;
    const NnueTraining more = train_nnue(samples, setup).value();
    CHECK(more.reports.front().loss < 2 * training.reports.back().loss);
    CHECK(more.rounded[0].mean_absolute == Approx(training.rounded[0].mean_absolute).margin(0.2));
    CHECK_FALSE(same_nets(more, training));
  }
  SECTION("another seed gives another net") {
    setup.seed = 2;
    CHECK_FALSE(same_nets(train_nnue(samples, setup).value(), training));
  }
}

TEST_CASE("a checkpoint of other samples or setups is ignored", "[nnue_trainer]") {
  const test::TemporaryFolder folder;
  const std::vector<Sample> samples = pair_samples(600);
  NnueSetup setup = quick_setup();
  setup.epochs = 2;
  const NnueTraining want = train_nnue(samples, setup).value();
  setup.checkpoint_folder = folder.path();
  NnueCallbacks stop;
  stop.batch = [](std::uint64_t, std::uint64_t) { return false; };
  NnueSetup other = setup;
  other.learning_rate *= 2;
  REQUIRE(train_nnue(samples, other, stop)->interrupted);
  CHECK(same_nets(train_nnue(samples, setup).value(), want));
  other = setup;
  other.begin = std::make_shared<const NnueFile>(want.weights);
  REQUIRE(train_nnue(samples, other, stop)->interrupted);
  CHECK(same_nets(train_nnue(samples, setup).value(), want));
  std::vector<Sample> others = samples;
  others.back().target ^= 1;
  REQUIRE(train_nnue(others, setup, stop)->interrupted);
  CHECK(same_nets(train_nnue(samples, setup).value(), want));
  folder.write("nnue.part", "damaged");
  CHECK(same_nets(train_nnue(samples, setup).value(), want));
}

TEST_CASE("training without positions is an error", "[nnue_trainer]") {
  CHECK_FALSE(train_nnue({}, {}).has_value());
  std::vector<Sample> samples = pair_samples(20);
  for (Sample& s : samples) s.exact = false;
  NnueSetup setup;
  setup.game_weight = 0;
  CHECK_FALSE(train_nnue(samples, setup).has_value());
}
