// SPDX-License-Identifier: MIT
/// Trains the evaluator `nnue` on labelled positions.
///
/// Adam (D. Kingma, J. Ba, "Adam: A method for stochastic optimization", 2015) on shuffled batches.
/// The learning rate warms up over 200 batches (instead of bias correction), then decays along a
/// cosine to a hundredth. Loss: squared error, weighted by `game_weight` and `balance`. A batch
/// updates only the rows it uses.
///
/// Training is quantization-aware: the forward pass rounds rows, hidden weights and activations as
/// the evaluator does, and gradients pass through the rounding to unrounded parameters. All
/// parameters are clipped to the range of the file format.
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
  double epochs = 4;     ///< Above 0.
  double balance = 0.5;  ///< 0: equal weight for all positions; 1: for all numbers of empties.
  double learning_rate = 0.002;           ///< Peak.
  double epsilon = 1e-8;                  ///< Adam's; larger values damp updates of rarely used
                                          ///< rows.
  double leak = 0.02;                     ///< Derivative of clipped units, 0..1.
  std::size_t batch = 8192;               ///< Positions per batch.
  std::shared_ptr<const NnueFile> begin;  ///< Initial net; null: random, by `seed`.
};

/// Errors in discs on held-out positions with exact scores at 10..50 empties.
struct NnueError {
  std::size_t positions = 0;
  double bias = 0, mean_absolute = 0, root_mean_square = 0;
};

struct NnueReport {
  std::uint64_t trained = 0;          ///< Positions, once per epoch.
  double loss = 0;                    ///< Root mean loss since the last report, in discs.
  std::array<NnueError, 2> held_out;  ///< [0] at even numbers of empties, [1] at odd ones.
};

/// Inactive parts of a net, on the positions of NnueError.
struct InactiveUnits {
  int channels = 0;  ///< With a constant sum.
  int units = 0;     ///< Changing the value by less than 0.2 discs.
  int total_units = 0;
};

struct NnueTraining {
  bool interrupted = false;
  NnueFile weights;                  ///< Without error model and provenance.
  std::vector<NnueReport> reports;   ///< At most 20 per training.
  std::array<NnueError, 2> rounded;  ///< Error of the quantized weights.
  InactiveUnits inactive;
};

struct NnueCallbacks {
  /// After each batch; false ends the training. May be empty.
  std::function<bool(std::uint64_t batch, std::uint64_t batches)> batch;
  std::function<void(const NnueReport&)> report;  ///< May be empty.
};

/// Resumes from a checkpoint of the same samples and setup. Fails without training positions, or if
/// the checkpoint folder is unusable.
Result<NnueTraining> train_nnue(std::vector<Sample> samples, const NnueSetup& setup,
                                const NnueCallbacks& callbacks = {});

/// Removes the checkpoint. Call this after saving the weights.
void remove_nnue_checkpoint(const std::string& folder);

}  // namespace sumi::lab
