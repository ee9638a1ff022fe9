// SPDX-License-Identifier: MIT
/// The net of the evaluator `nnue` in floating point, as it is trained. What it computes stands in
/// engine/core/evaluators/nnue_evaluator.h; here a value of 1 is kModelDiscs discs.
#pragma once

#include "engine/game/pattern_layout.h"
#include "engine/search_core.h"
#include "engine/weights/nnue_file.h"

#include <array>
#include <cstdint>
#include <vector>

namespace sumi::lab {

inline constexpr int kChannels = NnueHead::kChannels, kUnits = NnueHead::kUnits;
inline constexpr float kModelDiscs = 16;

using ChannelRow = std::array<float, kChannels>;

/// What is computed from the channels' sums, for one number of empties.
struct ModelHead {
  ChannelRow start{};
  std::array<std::array<float, kUnits>, kChannels> hidden{};
  std::array<float, kUnits> hidden_bias{};
  std::array<float, kUnits> output{};
  ChannelRow skip{};  ///< The linear part.
  float bias = 0;
};
inline constexpr std::size_t kHeadNumbers = sizeof(ModelHead) / sizeof(float);

/// Rows of zeros. They are read and written in no order.
std::vector<ChannelRow> zero_rows(std::size_t count);

struct NnueModel {
  std::vector<ChannelRow> rows;  ///< [kNnueTables][column], NnueColumns
  std::vector<ModelHead> heads;  ///< [empties], NnueWeights::kHeads of them

  /// One to begin with: all rows are zeros, and stay so if no position has them; the hidden weights
  /// tell the channels apart.
  NnueModel(std::uint32_t columns, std::uint64_t seed);
  /// The numbers of a file, to go on from: rounded() gives them again.
  NnueModel(const NnueFile& file, const NnueColumns& columns);
};

/// A number of a row, rounded to 1/128 as the file has it.
inline float rounded_in_row(float number) {
  constexpr float kShift = 1.5f * (1 << 23) / 128;  // adding it leaves no bits below 1/128
  return (number + kShift) - kShift;
}

/// The head with its hidden weights rounded as the file has them.
ModelHead with_rounded_weights(const ModelHead& head);

/// The state of a computation, for what is learnt from it.
struct NnueForward {
  ChannelRow sums;
  std::array<float, kUnits> hidden;  ///< Before they are cut to 0..1.
  float value;
};
/// What of a hidden unit goes on to the value.
float clamped_unit(float hidden);
NnueForward forward(const ModelHead& head, const ChannelRow& sums);

/// Adds the gradient of a loss to `head_slope`, and returns the gradient by the sums. `slope` is
/// the derivative of the loss by the value. A unit at an end of its range, where its derivative is
/// 0, gets `leak` instead of 0 (in the range it would have 1), so that no unit stays dead.
ChannelRow backward(const ModelHead& head, const NnueForward& passed, float slope, float leak,
                    ModelHead& head_slope);

/// Cuts what has grown beyond the numbers that a file can hold.
void cut_row(ChannelRow& row);
void cut_head(ModelHead& head);

/// The numbers of the file, rounded.
NnueFile rounded(const NnueModel& model, const NnueColumns& columns);

}  // namespace sumi::lab
