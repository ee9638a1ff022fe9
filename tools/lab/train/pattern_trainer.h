// SPDX-License-Identifier: MIT
/// From labelled positions to weights of the evaluator `pattern`.
///
/// Each stage (pattern_stage()) is fitted by itself, as RidgeSetup says: a row is a position, its
/// entries the canonical fillings of its features and that of its mobility, its target discs for
/// the side to move: the score if that is exact; else a mixture of it and of the value of a search,
/// or what there is of the two. Weights of fillings that mirror each other are one column, so a
/// position is used once and stands for all of its images. The importance of a position is
///
///   (1 if its score is exact, else game_weight) * (1 - d / (reach + 1))
///
/// where d is how many empties it is outside the stage; those with d > reach do not take part.
/// Some games are held out: their positions are never trained on and say when to end.
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

// Linear regression over sparse rows of ones: knows nothing of Othello.
//
// Row i has a target y_i, an importance c_i and the same number of entries x_ij as every other,
// each the number of a column; an entry that stands twice counts twice. The prediction for a row
// is the sum of the weights of its entries. A fit looks for the weights w that make
//
//   sum over rows i of  c_i (y_i - sum over j of w[x_ij])^2   +   lambda * sum over k of w_k^2
//
// smallest. The second term draws to 0 what few rows speak for: a column of total importance n
// behaves as if lambda more rows had said 0. A column in no row gets 0 exactly.
//
// The method is conjugate gradients from w = 0 with the diagonal as preconditioner. Ending early
// is a regularisation too, so rows that are held out say when to end.
//
// The weights do not depend on the number of threads: rows are split into shards by their number
// alone, and what shards sum is added up in their order.

struct SparseRows {
  std::size_t width = 0;               ///< Entries of a row.
  std::vector<std::uint32_t> entries;  ///< The first row's, then the second row's...
  std::vector<float> targets;
  std::vector<float> importances;  ///< Above 0.

  std::size_t size() const { return targets.size(); }
  std::span<const std::uint32_t> row(std::size_t i) const {
    return {entries.data() + i * width, width};
  }
};

struct RidgeSetup {
  std::size_t columns = 0;  ///< Every entry is below.
  double lambda = 1;        ///< Above 0.
  int max_iterations = 100;
  int check_every = 5;  ///< Iterations between looks at the held-out rows.
  int patience = 3;     ///< Looks without a better error before it ends.
  int threads = 1;
};

struct RidgeFit {
  std::vector<float>
      weights;  ///< [column], from the best look, or the last iteration if no rows are held out.
  int iterations = 0;           ///< How many iterations made those weights.
  int iterations_run = 0;       ///< How many were made until the fit ended.
  double held_out_squares = 0;  ///< Mean squared error of held-out rows by importance; 0 if none.
};

/// Lets a fit go on in another process.
struct RidgeCheckpoints {
  std::string begin;                      ///< The bytes saved last; empty: the fit begins anew.
  std::function<bool()> due;              ///< Asked after each iteration whether to save.
  std::function<void(std::string)> save;  ///< Gets the bytes to go on from.
};

/// `go_on` gets the number of iterations done after each; nothing is returned once it says false.
/// It may be empty. With `checkpoints` it is saved when due and when `go_on` says false, and a fit
/// that goes on gives the same weights as one that was not ended. Bytes that do not fit `setup` are
/// as none. Requires: both sets of rows fit `setup`, and are those with which `begin` was saved.
std::optional<RidgeFit> fit_ridge(const SparseRows& training, const SparseRows& held_out,
                                  const RidgeSetup& setup,
                                  const std::function<bool(int)>& go_on = {},
                                  const RidgeCheckpoints& checkpoints = {});

/// The prediction for each row by `weights`, in order.
std::vector<float> predictions(const SparseRows& rows, std::span<const float> weights, int threads);

struct TrainingSetup : SampleSetup {
  double lambda = 5;                 ///< Above 0.
  double game_weight = 0.5;          ///< 0..1; 0: only exact scores.
  int reach = 1;                     ///< 0..8.
  int max_iterations = 60;           ///< All are made if nothing is held out.
  std::size_t min_positions = 1000;  ///< A stage with fewer gets the weights of one close by.
  std::string work;                  ///< Folder that keeps finished work; empty: none is kept.
  int threads = 1;                   ///< Any number gives the same weights.
};

/// Errors over held-out positions with exact scores, in discs; predictions are cut at -64 and 64.
struct TrainingError {
  double mean_absolute = 0, root_mean_square = 0;
};

struct StageReport {
  int stage = 0;
  int min_empties = 0, max_empties = 0;
  std::size_t positions = 0;  ///< Positions of this stage to train on.
  std::size_t held_out = 0;   ///< Positions of this stage that are held out.
  std::size_t exact_held_out = 0;
  TrainingError before;  ///< The error of always predicting the mean target.
  TrainingError after;
  int iterations = 0;  ///< How many iterations made the weights.
  int iterations_run = 0;
  bool resumed = false;  ///< The stage was taken from the work folder.
  int weights_of = 0;    ///< The stage that was trained: this one if it has positions enough.

  bool trained() const { return weights_of == stage; }
};

struct TrainingResult {
  bool interrupted = false;
  std::vector<StageReport> stages;   ///< All of them, unless interrupted.
  std::vector<std::int16_t> values;  ///< Those of PatternWeightsFile; empty if interrupted.
};

struct TrainingNews {
  /// Called when so many iterations of the stage are done, 0 before it begins. Ends the training by
  /// returning false. May be empty.
  std::function<bool(int stage, int iteration)> iteration;
  /// Called for each stage in order, when it is done or gets the weights of another. May be empty.
  std::function<void(const StageReport&)> stage;
};

/// Fails if no stage has enough positions, or the work folder cannot be used. Finished stages are
/// taken from there if samples and setup were the same for them. The stage at work is saved there
/// when `news` ends the training, and each ten seconds (up to a minute where writing it takes more
/// than a twentieth of that): a kill costs no more, and reading and sorting the samples again.
Result<TrainingResult> train_pattern(std::vector<Sample> samples, const TrainingSetup& setup,
                                     const TrainingNews& news = {});

}  // namespace sumi::lab
