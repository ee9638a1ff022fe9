// SPDX-License-Identifier: MIT
/// From labelled positions to weights of the evaluator `nnue`.
///
/// Gradient descent by Adam (D. Kingma, J. Ba, "Adam: A method for stochastic optimization", 2015),
/// without its correction of the first steps: the rate rises over the first 200 batches instead. It
/// goes over batches of positions in an order drawn by chance. The loss of a position is the square
/// of what its value is off, times its importance: 1 if its score is exact, else `game_weight`, and
/// more where positions of its number of empties are few. Only the rows that a batch has are
/// changed by it. The rate falls from its highest to a hundredth along half a cosine.
///
/// Rows, hidden weights and activations are rounded as the evaluator has them wherever something is
/// computed of them, while what is learnt is added to numbers that are not, as if there were no
/// rounding: so the net learns to do with less exact ones. All numbers are kept within what a file
/// can hold.
#pragma once

#include "engine/base/error.h"
#include "engine/weights/nnue_file.h"
#include "tools/lab/train/samples.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sumi::lab {

struct NnueSetup : SampleSetup {
  double passes = 4;         ///< How often each position is trained on; above 0.
  double game_weight = 0.5;  ///< 0..1; 0: only exact scores.
  double balance = 0.5;      ///< 0: all positions count alike; 1: all numbers of empties do.
  double rate = 0.002;       ///< The highest rate of learning.
  double damping = 1e-8;     ///< Adam's epsilon: rows of few positions change less by it.
  double leak = 0.02;        ///< 0..1: derivative of a unit at the ends of its range.
  std::size_t batch = 8192;  ///< Positions of a batch.
  std::shared_ptr<const NnueFile> begin;  ///< The net to go on from; null: one drawn by `seed`.
  std::string work;  ///< Folder that keeps unfinished work; empty: none is kept.
  int threads = 1;   ///< Any number gives the same weights.
};

/// Errors in discs on held-out positions with exact scores, of at least 10 and at most 50 empties.
struct NnueError {
  std::size_t positions = 0;
  double bias = 0, mean_absolute = 0, root_mean_square = 0;
};

struct NnueReport {
  std::uint64_t trained = 0;          ///< Positions, each as often as it was trained on.
  double loss = 0;                    ///< Root of the mean loss since the last report, in discs.
  std::array<NnueError, 2> held_out;  ///< [0] at even numbers of empties, [1] at odd ones.
};

/// Parts of a net that do nothing, on the positions of NnueError.
struct NnueIdle {
  int channels = 0;  ///< Of NnueHead::kChannels: their sum is the same for all.
  int units = 0;  ///< Of all heads that have positions: they move the value by less than 0.2 discs.
  int all_units = 0;
};

struct NnueTraining {
  bool interrupted = false;
  NnueFile weights;                  ///< Without error model and provenance.
  std::vector<NnueReport> reports;   ///< At most 20 over the whole training.
  std::array<NnueError, 2> rounded;  ///< Of the weights as the file has them.
  NnueIdle idle;
};

struct NnueNews {
  /// Called after each batch. Ends the training by returning false. May be empty.
  std::function<bool(std::uint64_t batch, std::uint64_t batches)> batch;
  std::function<void(const NnueReport&)> report;  ///< May be empty.
};

/// Fails if there are no positions to train on, or the work folder cannot be used. Unfinished work
/// there is gone on with if samples and setup were the same.
Result<NnueTraining> train_nnue(std::vector<Sample> samples, const NnueSetup& setup,
                                const NnueNews& news = {});

/// Removes what train_nnue() keeps in its work folder, the finished work too, once the weights are
/// in their file.
void forget_nnue_work(const std::string& folder);

}  // namespace sumi::lab
