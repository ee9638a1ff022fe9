// SPDX-License-Identifier: MIT
/// Trains the evaluator `pattern` on labelled positions.
///
/// Each stage (pattern_stage()) is a ridge regression. A row is a position; its entries are the
/// canonical fillings of its features and its mobility; samples.h defines its target. Symmetric
/// fillings share a column, so a row represents all its symmetric images. Weight of a row:
///
///   (1 if its score is exact, else game_weight) * (1 - d / (reach + 1))
///
/// where d <= reach is the distance of its empties from the stage. Held-out games serve early
/// stopping only.
#pragma once

#include "engine/base/error.h"
#include "engine/game/pattern_layout.h"
#include "tools/lab/train/samples.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

// Ridge regression over sparse rows of ones, independent of Othello.
//
// Row i has a target y_i, a weight c_i and entries x_ij, which are column numbers. All rows have
// the same number of entries; a repeated entry counts twice. A row's prediction is the sum of its
// entries' weights. A fit minimizes
//
//   sum over rows i of  c_i (y_i - sum over j of w[x_ij])^2   +   lambda * sum over k of w_k^2
//
// Method: conjugate gradients from w = 0 with Jacobi preconditioning, and early stopping on
// held-out rows. The sums of a fixed number of shards of rows are added in order, so weights do not
// depend on the number of threads.

struct SparseRows {
  std::size_t width = 0;               ///< Entries per row.
  std::vector<std::uint32_t> entries;  ///< Row by row.
  std::vector<float> targets;
  std::vector<float> sample_weights;  ///< Above 0.

  std::size_t size() const { return targets.size(); }
  std::span<const std::uint32_t> row(std::size_t i) const {
    return {entries.data() + i * width, width};
  }
};

struct RidgeSetup {
  std::size_t columns = 0;  ///< Greater than every entry.
  double lambda = 1;        ///< Above 0.
  int max_iterations = 100;
  int check_every = 5;  ///< Iterations between held-out evaluations.
  int patience = 3;     ///< Held-out evaluations without improvement before stopping.
  int threads = 1;
};

struct RidgeFit {
  std::vector<float> weights;  ///< [column]
  int iterations = 0;          ///< Of the returned weights, which are the best on held-out rows.
  int iterations_run = 0;
  double held_out_squares = 0;  ///< Weighted mean squared error.
};

struct RidgeCheckpoints {
  std::string begin;          ///< The last saved state; empty: a new fit.
  std::function<bool()> due;  ///< Whether to save after an iteration.
  std::function<void(std::string)> save;
};

/// After each iteration calls `proceed` with the number of iterations; if it returns false, returns
/// std::nullopt. Saves the state then, and when checkpoints.due(). Resuming gives the same weights.
/// Ignores a state of another length. Requires: checkpoints.begin was saved with these rows.
std::optional<RidgeFit> fit_ridge(const SparseRows& training, const SparseRows& held_out,
                                  const RidgeSetup& setup,
                                  const std::function<bool(int)>& proceed = {},
                                  const RidgeCheckpoints& checkpoints = {});

std::vector<float> predictions(const SparseRows& rows, std::span<const float> weights, int threads);

struct TrainingSetup : SampleSetup {
  double lambda = 5;                 ///< Of the ridge regression; above 0.
  int reach = 1;                     ///< 0..8.
  int max_iterations = 60;           ///< Without held-out positions, exactly this many.
  std::size_t min_positions = 1000;  ///< Stages with fewer positions use the weights of a nearby
                                     ///< stage.
};

/// Errors on held-out positions with exact scores, in discs; predictions are clipped to -64..64.
struct TrainingError {
  double mean_absolute = 0, root_mean_square = 0;
};

struct StageReport {
  int stage = 0;
  int min_empties = 0, max_empties = 0;
  std::size_t positions = 0;  ///< In training.
  std::size_t held_out = 0;
  std::size_t exact_held_out = 0;
  TrainingError baseline;  ///< Of always predicting the mean target.
  TrainingError error;
  int iterations = 0;  ///< Of the returned weights.
  int iterations_run = 0;
  bool resumed = false;  ///< Taken from the checkpoint folder.
  int weights_of = 0;    ///< The stage whose weights this one uses.

  bool trained() const { return weights_of == stage; }
};

struct TrainingResult {
  bool interrupted = false;
  std::vector<StageReport> stages;
  std::vector<std::int16_t> values;  ///< For PatternWeightsFile; empty if interrupted.
};

struct TrainingCallbacks {
  /// Before a stage with 0, and after each iteration; false ends the training. May be empty.
  std::function<bool(int stage, int iteration)> iteration;
  /// When a stage is done, in order. May be empty.
  std::function<void(const StageReport&)> stage;
};

/// Fails if no stage has enough positions or the checkpoint folder is unusable. Reuses finished
/// stages of the same samples and setup. Saves the current stage when a callback ends the training,
/// and when CheckpointTimer::due().
Result<TrainingResult> train_pattern(std::vector<Sample> samples, const TrainingSetup& setup,
                                     const TrainingCallbacks& callbacks = {});

}  // namespace sumi::lab
