// SPDX-License-Identifier: MIT
/// From labelled positions to weights of the evaluator `pattern`.
///
/// Each stage (pattern_stage()) is fitted by itself, as regression.h says: a row is a position, its
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
