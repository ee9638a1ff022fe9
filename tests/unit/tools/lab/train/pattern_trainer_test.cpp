// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/random.h"
#include "tests/support/boards.h"
#include "tests/support/pattern_weights.h"
#include "tests/support/records.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/train/pattern_trainer.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

using namespace sumi;
using namespace sumi::lab;

namespace {

constexpr std::size_t kColumns = 300;

/// The true weight of a column, -10..10.
float true_weight(std::uint32_t column) {
  return static_cast<float>(column * 37 % kColumns) / (kColumns / 20.0f) - 10;
}

/// Rows of four entries each; targets have noise of at most `noise`.
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
    rows.sample_weights.push_back(1);
  }
  return rows;
}

RidgeSetup small_ridge() {
  RidgeSetup setup;
  setup.columns = kColumns;
  return setup;
}

SparseRows rows_of(std::size_t width, std::vector<std::uint32_t> entries,
                   std::vector<float> targets, std::vector<float> sample_weights) {
  return {width, std::move(entries), std::move(targets), std::move(sample_weights)};
}

}  // namespace

TEST_CASE("a regression finds the weights behind the data", "[regression]") {
  RidgeSetup setup = small_ridge();
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

TEST_CASE("a regression minimises the sum in its header", "[regression]") {
  RidgeSetup setup;
  setup.lambda = 3;
  setup.columns = 4;

  SECTION("sample weights and lambda, with a single column") {
    // (c1 y1 + c2 y2) / (c1 + c2 + lambda)
    const auto fit = fit_ridge(rows_of(1, {2, 2}, {10, -5}, {4, 0.5f}), {}, setup);
    CHECK(fit->weights[2] == Approx((4 * 10 - 0.5 * 5) / 7.5));
    CHECK(fit->weights[0] == 0);
    CHECK(fit->weights[3] == 0);
  }
  SECTION("two columns that always occur together have equal weights") {
    // w (2n + lambda) = n y
    const auto fit = fit_ridge(rows_of(2, {0, 1, 0, 1}, {8, 8}, {1, 1}), {}, setup);
    CHECK(fit->weights[0] == Approx(2 * 8 / 7.0));
    CHECK(fit->weights[1] == Approx(2 * 8 / 7.0));
  }
  SECTION("a repeated entry counts twice") {
    // minimum of (y - 2w)^2 + lambda w^2
    const auto fit = fit_ridge(rows_of(2, {3, 3}, {14}, {1}), {}, setup);
    CHECK(fit->weights[3] == Approx(2 * 14 / 7.0));
  }
  SECTION("without rows all weights are 0") {
    const auto fit = fit_ridge(rows_of(2, {}, {}, {}), {}, setup);
    CHECK(fit->weights == std::vector<float>(4));
    CHECK(fit->iterations_run == 0);
  }
}

TEST_CASE("a regression gives the same bits for any number of threads", "[regression]") {
  const SparseRows training = random_rows(50'000, 3, 9), held_out = random_rows(5000, 4, 9);
  RidgeSetup setup = small_ridge();
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

TEST_CASE("a regression ends when held-out rows no longer improve", "[regression]") {
  // Fewer rows than columns and much noise: each further iteration overfits.
  const SparseRows training = random_rows(250, 5, 12), held_out = random_rows(3000, 6);
  RidgeSetup setup = small_ridge();
  setup.lambda = 1e-3;
  setup.check_every = 2;
  const auto fit = fit_ridge(training, held_out, setup);
  REQUIRE(fit);
  CHECK(fit->iterations > 0);
  CHECK(fit->iterations_run == fit->iterations + setup.check_every * setup.patience);
  CHECK(fit->iterations_run < setup.max_iterations);

  SECTION("with the best weights") {
    setup.max_iterations = fit->iterations;
    CHECK((fit_ridge(training, held_out, setup)->weights == fit->weights));
    setup.max_iterations = fit->iterations + setup.check_every;
    CHECK((fit_ridge(training, held_out, setup)->weights == fit->weights));
  }
  SECTION("with their error") {
    double squares = 0;
    const std::vector<float> predicted = predictions(held_out, fit->weights, 2);
    for (std::size_t i = 0; i < predicted.size(); ++i) {
      squares += std::pow(static_cast<double>(predicted[i] - held_out.targets[i]), 2);
    }
    CHECK(fit->held_out_squares == Approx(squares / 3000));
  }
  SECTION("without held-out rows it uses all iterations") {
    setup.max_iterations = 31;
    const auto whole = fit_ridge(training, {}, setup);
    CHECK(whole->iterations == 31);
    CHECK(whole->iterations_run == 31);
  }
}

TEST_CASE("an improvement on held-out rows renews a regression's patience", "[regression]") {
  // With few held-out rows, their error fluctuates on its way to the minimum.
  RidgeSetup setup = small_ridge(), hasty = setup;
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

TEST_CASE("a regression ends on request", "[regression]") {
  std::vector<int> told;
  const auto fit = fit_ridge(random_rows(100, 7), {}, small_ridge(), [&](int done) {
    told.push_back(done);
    return done < 3;
  });
  CHECK(!fit);
  CHECK(told == std::vector<int>{1, 2, 3});
}

using namespace sumi;

namespace {

constexpr Bitboard kCorners = 0x8100000000000081;

std::int16_t units(int discs) { return static_cast<std::int16_t>(128 * discs); }

/// Patterns can express this score.
int corner_score(const Board& b) {
  return 10 * (std::popcount(b.own & kCorners) - std::popcount(b.opp & kCorners)) + 4;
}

/// Positions with `empties` empty squares, a tenth held out: variants of one position with some
/// discs flipped, so that training generalizes.
std::vector<Sample> corner_samples(int count, int empties, std::uint64_t seed) {
  SplitMix64 random(seed), fixed(static_cast<std::uint64_t>(empties));
  Board model = test::random_full(fixed, empties, 128);
  while ((model.empty() & kCorners) != 0) model = test::random_full(fixed, empties, 128);
  std::vector<Sample> samples;
  for (int i = 0; i < count; ++i) {
    const Bitboard some = random.next() & random.next() & random.next() & random.next();
    const Bitboard turned = (some | (random.next() & kCorners)) & ~model.empty();
    const Board b{model.own ^ turned, model.opp ^ turned};
    samples.push_back({b, units(corner_score(b)), true, i % 10 == 0});
  }
  return samples;
}

std::vector<Sample> operator+(std::vector<Sample> a, const std::vector<Sample>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TrainingSetup small_setup() {
  TrainingSetup setup;
  setup.min_positions = 1;
  setup.reach = 0;
  setup.max_iterations = 10;
  return setup;
}

/// In discs.
double value(const std::vector<std::int16_t>& values, const Board& b) {
  return test::pattern_units(values, b) / 128.0;
}

TrainingResult train(const std::vector<Sample>& samples, const TrainingSetup& setup) {
  auto result = train_pattern(samples, setup);
  REQUIRE(result);
  REQUIRE(result->stages.size() == kPatternStages);
  return std::move(*result);
}

std::vector<int> resumed_stages(const TrainingResult& result) {
  std::vector<int> stages;
  for (const StageReport& r : result.stages) {
    if (r.resumed) stages.push_back(r.stage);
  }
  return stages;
}

}  // namespace

TEST_CASE("training learns what patterns can express", "[pattern_trainer]") {
  TrainingSetup setup = small_setup();
  setup.max_iterations = 30;
  const int stage = pattern_stage(20);
  const TrainingResult result = train(corner_samples(3000, 20, 1), setup);
  const StageReport& report = result.stages[static_cast<std::size_t>(stage)];
  CHECK(report.trained());
  CHECK(report.positions == 2700);
  CHECK(report.held_out == 300);
  CHECK(report.exact_held_out == 300);
  CHECK(report.baseline.mean_absolute > 7);
  CHECK(report.baseline.root_mean_square > report.baseline.mean_absolute);
  CHECK(report.error.mean_absolute < 4);
  CHECK(report.error.root_mean_square < 5);
  CHECK(report.iterations > 0);

  SECTION("all images of a position have equal values, and mirrored weights are equal") {
    SplitMix64 random(9);
    const Board b = test::random_full(random, 20, 128);
    Board image{0, 0};
    for (int s = 0; s < 64; ++s) {
      const Bitboard to = bit(square_at(s / 8, 7 - s % 8));
      if (b.own >> s & 1) image.own |= to;
      if (b.opp >> s & 1) image.opp |= to;
    }
    CHECK(value(result.values, image) == value(result.values, b));
  }
  SECTION("stages without positions take the weights of the closest stage") {
    for (const StageReport& r : result.stages) {
      CHECK(r.weights_of == stage);
      CHECK(r.trained() == (r.stage == stage));
    }
    const auto weights = static_cast<std::ptrdiff_t>(kStageWeights);
    const auto first = result.values.begin();
    const auto trained = first + stage * weights;
    CHECK(std::equal(first, first + weights, trained, trained + weights));
    CHECK(std::any_of(first, first + weights, [](std::int16_t w) { return w != 0; }));
  }
}

TEST_CASE("the closest trained stage gives its weights, the later of two", "[pattern_trainer]") {
  TrainingSetup setup = small_setup();
  setup.max_iterations = 1;
  const int early = pattern_stage(20), late = pattern_stage(12);
  setup.min_positions = 18;
  const TrainingResult result = train(
      corner_samples(20, 20, 1) + corner_samples(20, 12, 2) + corner_samples(5, 16, 3), setup);
  for (const StageReport& r : result.stages) {
    CHECK(r.weights_of == (2 * r.stage < early + late ? early : late));
  }
  setup.min_positions = 19;
  const auto none = train_pattern(corner_samples(20, 20, 1), setup);
  REQUIRE(!none);
  CHECK(none.error().message == "no stage of the game has 19 positions with a score to train on");
}

TEST_CASE("training gives the same bits for any number of threads", "[pattern_trainer]") {
  const std::vector<Sample> samples = corner_samples(9500, 20, 4) + corner_samples(600, 18, 5);
  TrainingSetup setup = small_setup();
  setup.reach = 2;
  setup.max_iterations = 5;
  const TrainingResult one = train(samples, setup);
  for (const int threads : {2, 3}) {
    setup.threads = threads;
    CHECK((train(samples, setup).values == one.values));
  }
}

TEST_CASE("held-out positions are not trained on", "[pattern_trainer]") {
  TrainingSetup setup = small_setup();
  setup.max_iterations = 1;
  const std::vector<Sample> all = corner_samples(400, 20, 6);
  std::vector<Sample> kept, other = all;
  for (Sample& s : other) {
    if (!s.held_out) kept.push_back(s);
    if (s.held_out) ++s.target;
  }
  const TrainingResult result = train(all, setup);
  CHECK(result.stages[static_cast<std::size_t>(pattern_stage(20))].iterations == 1);
  CHECK((train(kept, setup).values == result.values));
  CHECK((train(other, setup).values == result.values));
}

TEST_CASE("held-out positions end the training", "[pattern_trainer]") {
  std::vector<Sample> samples = corner_samples(600, 20, 7);
  SplitMix64 random(7);
  for (Sample& s : samples) {
    if (!s.held_out) s.target = units(random.below(129) - 64);
  }
  TrainingSetup setup = small_setup();
  setup.lambda = 1e-3;
  setup.max_iterations = 60;
  const StageReport report =
      train(samples, setup).stages[static_cast<std::size_t>(pattern_stage(20))];
  CHECK(report.iterations < report.iterations_run);
  CHECK(report.iterations_run < 60);
}

TEST_CASE("game results and positions of other stages count less", "[pattern_trainer]") {
  SplitMix64 random(8);
  const Board b = test::random_full(random, 20, 128);
  TrainingSetup setup = small_setup();
  setup.lambda = 1e-3;

  SECTION("game results") {
    const std::vector<Sample> samples{{b, units(10), true, false}, {b, units(-20), false, false}};
    setup.game_weight = 0.5;
    CHECK(value(train(samples, setup).values, b) == Approx(0).margin(0.5));
    setup.game_weight = 1;
    CHECK(value(train(samples, setup).values, b) == Approx(-5).margin(0.5));
    setup.game_weight = 0;
    const TrainingResult exact = train(samples, setup);
    CHECK(value(exact.values, b) == Approx(10).margin(0.5));
    CHECK(exact.stages[static_cast<std::size_t>(pattern_stage(20))].positions == 1);
  }
  SECTION("positions of neighbouring stages") {
    // The other position has one more empty square; most of its fillings are equal.
    const Bitboard removed = bit(first_square(~b.empty()));
    const Board fewer{b.own & ~removed, b.opp & ~removed};
    REQUIRE(fewer.empties() == 21);
    std::vector<Sample> samples{{b, units(10), true, false}, {fewer, units(-20), true, false}};
    // A stage has two numbers of empties; they determine which board is farther.
    const int stage = pattern_stage(20);
    if (pattern_stage(21) == stage) {
      samples[1].board.own &= samples[1].board.own - 1;
      REQUIRE(pattern_stage(samples[1].board.empties()) != stage);
    }
    const double alone = value(train(samples, setup).values, b);
    setup.reach = 8;
    const double together = value(train(samples, setup).values, b);
    CHECK(alone == Approx(10).margin(0.5));
    CHECK(together == Approx(10).margin(0.5));
    setup.lambda = 100;
    setup.reach = 0;
    const double shrunk = value(train(samples, setup).values, b);
    setup.reach = 2;
    const double pulled = value(train(samples, setup).values, b);
    setup.reach = 8;
    const double pulled_more = value(train(samples, setup).values, b);
    CHECK(pulled < shrunk);
    CHECK(pulled_more < pulled);
  }
}

TEST_CASE("training resumes after a stop", "[pattern_trainer]") {
  const test::TemporaryFolder folder;
  const int late = pattern_stage(12), early = pattern_stage(20);
  std::vector<Sample> samples = corner_samples(300, 20, 1) + corner_samples(300, 12, 2);
  TrainingSetup setup = small_setup();
  setup.checkpoint_folder = folder.file("deep/work");

  // End it in the later stage.
  const auto ended = train_pattern(
      samples, setup,
      {[&](int stage, int iteration) { return stage == early || iteration < 2; }, {}});
  REQUIRE(ended);
  CHECK(ended->interrupted);
  CHECK(ended->values.empty());

  int next = 0;
  const TrainingResult whole = train_pattern(samples, setup,
                                             {[&](int, int iteration) {
                                                if (next == 0) next = iteration;
                                                return true;
                                              },
                                              {}})
                                   .value();
  CHECK(next == 3);
  CHECK(!whole.interrupted);
  CHECK(resumed_stages(whole) == std::vector{early});
  CHECK_FALSE(
      std::filesystem::exists(setup.checkpoint_folder + fmt::format("/stage-{:02}.part", late)));
  setup.checkpoint_folder = "";
  const TrainingResult direct = train(samples, setup);
  CHECK((whole.values == direct.values));
  setup.checkpoint_folder = folder.file("deep/work");

  SECTION("finished stages are not repeated, and keep their errors") {
    setup.threads = 2;
    const TrainingResult again = train(samples, setup);
    CHECK(resumed_stages(again) == std::vector{early, late});
    CHECK((again.values == whole.values));
    for (std::size_t i = 0; i < kPatternStages; ++i) {
      CHECK(again.stages[i].error.root_mean_square == whole.stages[i].error.root_mean_square);
      CHECK(again.stages[i].baseline.mean_absolute == whole.stages[i].baseline.mean_absolute);
      CHECK(again.stages[i].iterations == whole.stages[i].iterations);
      CHECK(again.stages[i].positions == whole.stages[i].positions);
    }
  }
  SECTION("with other samples only their stage is repeated") {
    ++samples.back().target;
    CHECK(resumed_stages(train(samples, setup)) == std::vector{early});
  }
  SECTION("one more board") {
    CHECK(resumed_stages(train(samples + corner_samples(1, 20, 3), setup)) == std::vector{late});
  }
  SECTION("other settings") {
    setup.lambda *= 2;
    CHECK(resumed_stages(train(samples, setup)).empty());
  }
  SECTION("damaged files are rewritten") {
    for (const int how : {0, 1, 2}) {
      const std::string path = folder.file(fmt::format("deep/work/stage-{:02}.fit", early));
      std::string bytes = read_file(path).value();
      if (how == 0) bytes[bytes.size() / 2] ^= 1;
      if (how == 1) bytes.resize(bytes.size() / 2);
      if (how == 2) bytes[20] ^= 1;
      REQUIRE(write_file(path, bytes));
      const TrainingResult again = train(samples, setup);
      CHECK(resumed_stages(again) == std::vector{late});
      CHECK((again.values == whole.values));
    }
  }
  SECTION("a folder that cannot be created is an error") {
    folder.write("file", "");
    setup.checkpoint_folder = folder.file("file/work");
    const auto result = train_pattern(samples, setup);
    REQUIRE(!result);
    CHECK(result.error().code == ErrorCode::kBadFile);
    CHECK(result.error().message.find("cannot be made") != std::string::npos);
  }
}

TEST_CASE("training files are read, and bad ones give readable errors", "[pattern_trainer]") {
  const test::TemporaryFolder folder;
  const TrainingSetup setup;
  SplitMix64 random(10);
  std::vector<Record> records;
  for (std::uint16_t i = 0; i < 30; ++i) {
    records.push_back(test::record(test::random_full(random, 20, 128),
                                   i < 10 ? ScoreSource::kNone : ScoreSource::kExact, 4, i));
  }
  folder.write("b.pos", write_records(records));
  folder.write("a.pos", write_records({records.data(), 15}));
  folder.write("notes.txt", "no positions");

  SECTION("each file once, whatever the order of names") {
    const std::vector<std::string> named{folder.file("b.pos"), folder.file("."),
                                         folder.file("./a.pos")};
    const auto files = training_files(named);
    REQUIRE(files);
    CHECK(*files == std::vector<std::string>{folder.file("a.pos"), folder.file("b.pos")});
    std::vector<std::size_t> told;
    const auto samples = read_samples(*files, setup, [&](std::size_t, std::size_t count) {
      told.push_back(count);
      return true;
    });
    REQUIRE(samples);
    CHECK(samples->size() == 25);  // those with a score
    CHECK(told == std::vector<std::size_t>{5, 25});
    CHECK(samples->front().board == records[10].board);
  }
  SECTION("a file of another type") {
    const std::vector<std::string> files{folder.file("a.pos"), folder.file("notes.txt")};
    const auto samples = read_samples(files, setup);
    REQUIRE(!samples);
    CHECK(samples.error().code == ErrorCode::kBadFile);
    CHECK(samples.error().message.find("notes.txt") != std::string::npos);
  }
  SECTION("an impossible score") {
    records[12].score = {65};
    folder.write("b.pos", write_records(records));
    const auto samples = read_samples(std::vector{folder.file("b.pos")}, setup);
    REQUIRE(!samples);
    CHECK(samples.error().code == ErrorCode::kBadFile);
    CHECK(samples.error().message.find("record 12 is damaged") != std::string::npos);
  }
  SECTION("a missing file") {
    CHECK(!read_samples(std::vector{folder.file("none.pos")}, setup));
    std::filesystem::create_directories(folder.file("empty"));
    CHECK(training_files(std::vector{folder.file("empty")}).error().code == ErrorCode::kNotFound);
  }
}
