// SPDX-License-Identifier: MIT
#include "engine/base/machine.h"
#include "engine/base/random.h"
#include "tools/lab/train/nnue_model.h"

#include <algorithm>
#include <cmath>

namespace sumi::lab {
namespace {

// The file's integer for 1.0 (search_core.h); the largest number that the file can hold.
constexpr float kRowOne = 128, kMaxRow = 127 / kRowOne;
constexpr float kWeightOne = 64, kMaxWeight = 127 / kWeightOne;
constexpr float kHiddenOne = kRowOne * kWeightOne;
/// The file's integer for a value of 1.0: kModelDiscs discs in 1/NnueHead::kFine value units.
constexpr float kValueOne = kModelDiscs * Value::kPerDisc * NnueHead::kFine;
constexpr float kOutputOne = kValueOne / kHiddenOne, kSkipOne = kValueOne / kRowOne;
constexpr float kMaxStart = NnueLimits::kStart / kRowOne, kMaxHiddenBias = 1000;
constexpr float kMaxOutput = NnueLimits::kOutput / kOutputOne,
                kMaxDirect = NnueLimits::kDirect / kSkipOne,
                kMaxSkip = NnueLimits::kSkip / kSkipOne;
constexpr float kMaxBias = 7;
constexpr float kMaxUnit = 127 / kRowOne;  // activations are clipped here
constexpr float kMaxSum = NnueHead::kMaxSum / kRowOne;

/// Activation of a sum, rounded as in the evaluator.
float unit_of(float sum) {
  const float clipped = std::clamp(sum, 0.0f, kMaxUnit);
  return rounded_in_row(clipped * clipped);
}

float clip(float number, float most) { return std::clamp(number, -most, most); }

/// Calls each(number, integer, one) for the numbers of a head, except the bias, with their integers
/// in a file; `one` is the integer for 1.0.
template <class Model, class File, class Each>
void for_each_pair(Model& model, File& file, const Each& each) {
  for (std::size_t c = 0; c < kChannels; ++c) {
    each(model.start[c], file.start[c], kRowOne);
    for (std::size_t u = 0; u < kUnits; ++u) {
      each(model.hidden[c][u], file.hidden[c / 4][u][c % 4], kWeightOne);
    }
  }
  for (std::size_t u = 0; u < kUnits; ++u) {
    each(model.hidden_bias[u], file.hidden_bias[u], kHiddenOne);
    each(model.output[u], file.output[u], kOutputOne);
  }
  each(model.skip[0], file.direct, kSkipOne);
  for (std::size_t c = 1; c < kChannels; ++c) each(model.skip[c], file.skip[c], kSkipOne);
}

template <class Integer>
Integer round_to(float number) {
  return static_cast<Integer>(std::lround(number));
}

}  // namespace

std::vector<ChannelRow> zero_rows(std::size_t count) {
  std::vector<ChannelRow> rows;
  rows.reserve(count);
  prefer_large_pages(rows.data(), count * sizeof rows[0]);
  rows.resize(count);
  return rows;
}

NnueModel::NnueModel(std::uint32_t columns, std::uint64_t seed)
    : rows(zero_rows(kNnueTables * columns)), heads(NnueWeights::kHeads) {
  SplitMix64 random(seed);
  const auto draw = [&](float most) {
    constexpr int kFine = 1 << 20;
    return most * (static_cast<float>(random.below(2 * kFine)) / kFine - 1);
  };
  ModelHead first;
  first.start.fill(0.4f);
  first.start[0] = 0;
  for (auto& channel : first.hidden) {
    for (float& weight : channel) weight = draw(0.6f);
  }
  first.hidden_bias.fill(0.2f);
  for (float& output : first.output) output = draw(0.2f);
  for (float& skip : first.skip) skip = draw(0.02f);
  first.skip[0] = 0.25f;
  std::ranges::fill(heads, first);
}

NnueModel::NnueModel(const NnueFile& file, const NnueColumns& columns)
    : rows(zero_rows(kNnueTables * columns.count)), heads(NnueWeights::kHeads) {
  for (std::size_t first = 0; first < rows.size(); first += columns.count) {
    const std::int8_t* from_row = file.rows.data();
    if (file.tables() > 1) from_row += first / columns.count * NnueFile::kTableBytes;
    for (const std::uint32_t column : columns.of_row) {
      for (float& number : rows[first + column]) number = static_cast<float>(*from_row++) / kRowOne;
    }
  }
  for (std::size_t h = 0; h < heads.size(); ++h) {
    for_each_pair(heads[h], file.heads[h], [](float& number, auto integer, float one) {
      number = static_cast<float>(integer) / one;
    });
    heads[h].bias = static_cast<float>(file.heads[h].bias - NnueHead::kFine / 2) / kValueOne;
  }
}

ModelHead with_rounded_weights(const ModelHead& head) {
  ModelHead rounded = head;
  for (auto& channel : rounded.hidden) {
    for (float& weight : channel) weight = std::round(weight * kWeightOne) / kWeightOne;
  }
  return rounded;
}

float clamped_unit(float hidden) { return std::clamp(hidden, 0.0f, kMaxUnit); }

NnueForward forward(const ModelHead& head, const ChannelRow& sums) {
  NnueForward activations;
  activations.sums = sums;
  activations.hidden = head.hidden_bias;
  for (std::size_t c = 0; c < kChannels; ++c) {
    const float unit = unit_of(sums[c]);
    for (std::size_t u = 0; u < kUnits; ++u) activations.hidden[u] += unit * head.hidden[c][u];
  }
  float parts[8] = {};
  for (std::size_t u = 0; u < kUnits; u += 8) {
    for (std::size_t i = 0; i < 8; ++i) {
      parts[i] += std::clamp(activations.hidden[u + i], 0.0f, kMaxUnit) * head.output[u + i];
    }
  }
  activations.value = head.bias;
  for (std::size_t c = 0; c < kChannels; ++c) {
    activations.value += head.skip[c] * clip(sums[c], kMaxSum);
  }
  for (const float part : parts) activations.value += part;
  return activations;
}

ChannelRow backward(const ModelHead& head, const NnueForward& activations, float gradient,
                    float leak, ModelHead& head_gradient) {
  std::array<float, kUnits> unit_gradient;
  for (std::size_t u = 0; u < kUnits; ++u) {
    const float h = activations.hidden[u];
    head_gradient.output[u] += gradient * std::clamp(h, 0.0f, kMaxUnit);
    unit_gradient[u] = gradient * head.output[u] * (h > 0 && h < kMaxUnit ? 1 : leak);
    head_gradient.hidden_bias[u] += unit_gradient[u];
  }
  ChannelRow sum_gradient;
  for (std::size_t c = 0; c < kChannels; ++c) {
    const float a = std::clamp(activations.sums[c], 0.0f, kMaxUnit),
                unit = unit_of(activations.sums[c]);
    float parts[8] = {};
    for (std::size_t u = 0; u < kUnits; u += 8) {
      for (std::size_t i = 0; i < 8; ++i) {
        head_gradient.hidden[c][u + i] += unit_gradient[u + i] * unit;
        parts[i] += unit_gradient[u + i] * head.hidden[c][u + i];
      }
    }
    float by_square = 0;
    for (const float part : parts) by_square += part;
    const bool free = activations.sums[c] > 0 && activations.sums[c] < kMaxUnit;
    sum_gradient[c] = by_square * (free ? std::max(2 * a, leak) : leak) + gradient * head.skip[c];
    head_gradient.skip[c] += gradient * clip(activations.sums[c], kMaxSum);
  }
  head_gradient.bias += gradient;
  for (std::size_t c = 0; c < kChannels; ++c) head_gradient.start[c] += sum_gradient[c];
  return sum_gradient;
}

void clip_row(ChannelRow& row) {
  for (float& number : row) number = clip(number, kMaxRow);
}

void clip_head(ModelHead& head) {
  for (float& start : head.start) start = clip(start, kMaxStart);
  for (auto& channel : head.hidden) {
    for (float& weight : channel) weight = clip(weight, kMaxWeight);
  }
  for (float& bias : head.hidden_bias) bias = clip(bias, kMaxHiddenBias);
  for (float& output : head.output) output = clip(output, kMaxOutput);
  head.skip[0] = clip(head.skip[0], kMaxDirect);
  for (std::size_t c = 1; c < kChannels; ++c) head.skip[c] = clip(head.skip[c], kMaxSkip);
  head.bias = clip(head.bias, kMaxBias);
}

NnueFile rounded(const NnueModel& model, const NnueColumns& columns) {
  NnueFile file;
  file.rows.reserve(std::size_t{kNnueTables} * kNnueRows * kChannels);
  for (std::size_t first = 0; first < model.rows.size(); first += columns.count) {
    for (const std::uint32_t column : columns.of_row) {
      for (const float number : model.rows[first + column]) {
        file.rows.push_back(round_to<std::int8_t>(number * kRowOne));
      }
    }
  }
  for (const ModelHead& from : model.heads) {
    NnueHead& to = file.heads.emplace_back();
    for_each_pair(from, to, []<class Integer>(float number, Integer& integer, float one) {
      integer = round_to<Integer>(number * one);
    });
    // Adds half a value unit: the search rounds down.
    to.bias = round_to<std::int32_t>(from.bias * kValueOne) + NnueHead::kFine / 2;
  }
  return file;
}

}  // namespace sumi::lab
