// SPDX-License-Identifier: MIT
/// Floating-point model of the evaluator `nnue` (engine/core/evaluators/nnue_evaluator.h), for
/// training. A value of 1 is kModelDiscs discs.
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

/// The layers after the channel sums, for one number of empties.
struct ModelHead {
  ChannelRow start{};
  std::array<std::array<float, kUnits>, kChannels> hidden{};
  std::array<float, kUnits> hidden_bias{};
  std::array<float, kUnits> output{};
  ChannelRow skip{};  ///< Linear part.
  float bias = 0;
};
inline constexpr std::size_t kHeadNumbers = sizeof(ModelHead) / sizeof(float);

/// Zeros, if possible in large pages.
std::vector<ChannelRow> zero_rows(std::size_t count);

struct NnueModel {
  std::vector<ChannelRow> rows;  ///< [kNnueTables][column], see NnueColumns
  std::vector<ModelHead> heads;  ///< [empties]

  /// Rows are 0; hidden weights are random, to break the symmetry of channels.
  NnueModel(std::uint32_t columns, std::uint64_t seed);
  /// Continues the training of a file; rounded() returns the file again.
  NnueModel(const NnueFile& file, const NnueColumns& columns);
};

/// Rounds to 1/128, as in the file.
inline float rounded_in_row(float number) {
  constexpr float kShift = 1.5f * (1 << 23) / 128;  // adding it drops lower bits
  return (number + kShift) - kShift;
}

/// Hidden weights are rounded as in the file.
ModelHead with_rounded_weights(const ModelHead& head);

struct NnueForward {
  ChannelRow sums;
  std::array<float, kUnits> hidden;  ///< Before clipping to 0..1.
  float value;
};
float clamped_unit(float hidden);
NnueForward forward(const ModelHead& head, const ChannelRow& sums);

/// Backpropagation: adds the gradient of a loss to `head_gradient`, and returns the gradient with
/// respect to the sums. `gradient`: derivative of the loss with respect to the value. Clipped units
/// have derivative `leak` instead of 0, so that none dies.
ChannelRow backward(const ModelHead& head, const NnueForward& activations, float gradient,
                    float leak, ModelHead& head_gradient);

/// Clip to the range of the file format.
void clip_row(ChannelRow& row);
void clip_head(ModelHead& head);

/// Quantizes to the integers of a file.
NnueFile rounded(const NnueModel& model, const NnueColumns& columns);

}  // namespace sumi::lab
