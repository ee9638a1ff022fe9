// SPDX-License-Identifier: MIT
/// Ridge regression over rows of ones.
#include "engine/base/random.h"
#include "tools/lab/train/regression.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

using namespace sumi;
using namespace sumi::lab;

namespace {

constexpr std::size_t kColumns = 300;

/// The weight of a column that the rows below are made with: -10..10.
float true_weight(std::uint32_t column) {
  return static_cast<float>(column * 37 % kColumns) / (kColumns / 20.0f) - 10;
}

/// Rows of four entries each; noise of up to that much is added to the targets.
SparseRows random_rows(std::size_t count, std::uint64_t seed, int noise = 0) {
  SplitMix64 random(seed);
  SparseRows rows;
  rows.width = 4;
  for (std::size_t i = 0; i < count; ++i) {
    float target = 0;
    for (std::size_t j = 0; j < rows.width; ++j) {
      const auto entry = static_cast<std::uint32_t>(random.below(kColumns));
      rows.entries.push_back(entry);
      target += true_weight(entry);
    }
    rows.targets.push_back(target + static_cast<float>(random.below(2 * noise + 1) - noise));
    rows.importances.push_back(1);
  }
  return rows;
}

RidgeSetup small_setup() {
  RidgeSetup setup;
  setup.columns = kColumns;
  return setup;
}

SparseRows rows_of(std::size_t width, std::vector<std::uint32_t> entries,
                   std::vector<float> targets, std::vector<float> importances) {
  return {width, std::move(entries), std::move(targets), std::move(importances)};
}

}  // namespace

TEST_CASE("A regression finds the weights that the data were made with", "[regression]") {
  RidgeSetup setup = small_setup();
  setup.lambda = 1e-3;
  setup.max_iterations = 200;
  const auto fit = fit_ridge(random_rows(20'000, 1), random_rows(1000, 2), setup);
  REQUIRE(fit);
  for (std::uint32_t k = 0; k < kColumns; ++k) {
    CHECK(fit->weights[k] == Approx(true_weight(k)).margin(0.01));
  }
  CHECK(fit->held_out_squares < 1e-3);
  CHECK(fit->iterations_run < 200);
}

TEST_CASE("A regression minimises what its header says", "[regression]") {
  RidgeSetup setup;
  setup.lambda = 3;
  setup.columns = 4;

  SECTION("importance and shrinkage of a single column") {
    // (c1 y1 + c2 y2) / (c1 + c2 + lambda)
    const auto fit = fit_ridge(rows_of(1, {2, 2}, {10, -5}, {4, 0.5f}), {}, setup);
    CHECK(fit->weights[2] == Approx((4 * 10 - 0.5 * 5) / 7.5));
    CHECK(fit->weights[0] == 0);
    CHECK(fit->weights[3] == 0);
  }
  SECTION("two columns that always come together share") {
    // w (2n + lambda) = n y
    const auto fit = fit_ridge(rows_of(2, {0, 1, 0, 1}, {8, 8}, {1, 1}), {}, setup);
    CHECK(fit->weights[0] == Approx(2 * 8 / 7.0));
    CHECK(fit->weights[1] == Approx(2 * 8 / 7.0));
  }
  SECTION("an entry that stands twice counts twice") {
    // minimum of (y - 2w)^2 + lambda w^2
    const auto fit = fit_ridge(rows_of(2, {3, 3}, {14}, {1}), {}, setup);
    CHECK(fit->weights[3] == Approx(2 * 14 / 7.0));
  }
  SECTION("no rows, no weights") {
    const auto fit = fit_ridge(rows_of(2, {}, {}, {}), {}, setup);
    CHECK(fit->weights == std::vector<float>(4));
    CHECK(fit->iterations_run == 0);
  }
}

TEST_CASE("A regression gives the same bits for any number of threads", "[regression]") {
  const SparseRows training = random_rows(50'000, 3, 9), held_out = random_rows(5000, 4, 9);
  RidgeSetup setup = small_setup();
  setup.max_iterations = 15;
  const auto one = fit_ridge(training, held_out, setup);
  REQUIRE(one);
  for (const int threads : {2, 3, 7, 40}) {
    setup.threads = threads;
    const auto many = fit_ridge(training, held_out, setup);
    REQUIRE(many);
    CHECK((many->weights == one->weights));
    CHECK(many->iterations == one->iterations);
    CHECK(many->held_out_squares == one->held_out_squares);
  }
}

TEST_CASE("A regression ends when held-out rows gain no more", "[regression]") {
  // Fewer rows than columns and much noise: every further step learns noise.
  const SparseRows training = random_rows(250, 5, 12), held_out = random_rows(3000, 6);
  RidgeSetup setup = small_setup();
  setup.lambda = 1e-3;
  setup.check_every = 2;
  const auto fit = fit_ridge(training, held_out, setup);
  REQUIRE(fit);
  CHECK(fit->iterations > 0);
  CHECK(fit->iterations_run == fit->iterations + setup.check_every * setup.patience);
  CHECK(fit->iterations_run < setup.max_iterations);

  SECTION("with the weights of the best look") {
    setup.max_iterations = fit->iterations;
    CHECK((fit_ridge(training, held_out, setup)->weights == fit->weights));
    setup.max_iterations = fit->iterations + setup.check_every;
    CHECK((fit_ridge(training, held_out, setup)->weights == fit->weights));
  }
  SECTION("and their error") {
    double squares = 0;
    const std::vector<float> said = predictions(held_out, fit->weights, 2);
    for (std::size_t i = 0; i < said.size(); ++i) {
      squares += std::pow(static_cast<double>(said[i] - held_out.targets[i]), 2);
    }
    CHECK(fit->held_out_squares == Approx(squares / 3000));
  }
  SECTION("without held-out rows it goes to the end") {
    setup.max_iterations = 31;
    const auto whole = fit_ridge(training, {}, setup);
    CHECK(whole->iterations == 31);
    CHECK(whole->iterations_run == 31);
  }
}

TEST_CASE("A gain on held-out rows renews the patience of a regression", "[regression]") {
  // Few held-out rows: their error goes up and down on its way to the best.
  RidgeSetup setup = small_setup(), hasty = setup;
  for (RidgeSetup* const each : {&setup, &hasty}) each->lambda = 1e-3, each->check_every = 1;
  setup.patience = 3;
  hasty.patience = 1;
  int renewed = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const SparseRows training = random_rows(300, seed, 2), held_out = random_rows(40, seed + 100);
    const auto fit = fit_ridge(training, held_out, setup);
    REQUIRE(fit);
    CHECK(fit->iterations_run == fit->iterations + setup.patience);
    renewed += fit_ridge(training, held_out, hasty)->iterations < fit->iterations ? 1 : 0;
  }
  CHECK(renewed > 0);
}

TEST_CASE("A regression is told to end", "[regression]") {
  std::vector<int> told;
  const auto fit = fit_ridge(random_rows(100, 7), {}, small_setup(), [&](int done) {
    told.push_back(done);
    return done < 3;
  });
  CHECK(!fit);
  CHECK(told == std::vector<int>{1, 2, 3});
}
