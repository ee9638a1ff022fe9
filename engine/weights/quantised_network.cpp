// SPDX-License-Identifier: MIT
#include "engine/weights/quantised_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace sumi {
namespace {

static_assert(kMaxNetworkUnits <= MlpWeights::kMaxUnits);

constexpr int kMaxScaleBits = 20;     // Reached by weights close to zero.
constexpr int kFlipBits = 3;          // kFlipUnit is 2^-3.
constexpr int kStrideStep = 16;       // Fills whole vectors on every level.
constexpr double kMaxWeight = 32767;  // The largest number of 16 bits.
constexpr double kMaxSum = 2147483647;

int filled_up(int length) { return (length + kStrideStep - 1) / kStrideStep * kStrideStep; }

/// The largest whole numbers that the inputs of a layer can be, and the bits behind their point.
struct InputRange {
  std::vector<double> most;
  int bits = 0;
};

InputRange network_range(NetworkInputs inputs) {
  InputRange range;
  range.most.assign(static_cast<std::size_t>(input_count(inputs)), 1);
  if (inputs == NetworkInputs::kDiscs) return range;
  constexpr double kMostInAll = 19, kMostOfDirection = 6, kWhole = 1 << kFlipBits;
  range.bits = kFlipBits;
  std::ranges::fill(range.most, kWhole);
  for (const bool own : {true, false}) {
    for (int s = 0; s < 64; ++s) {
      for (int d = 0; d <= kFlipDirections; ++d) {
        range.most[static_cast<std::size_t>(flip_input(own, static_cast<Square>(s), d))] =
            d == 0 ? kMostInAll : kMostOfDirection;
      }
    }
  }
  return range;
}

InputRange hidden_range(const NetworkLayer& layer) {
  return {
      std::vector<double>(static_cast<std::size_t>(layer.inputs), 1 << MlpWeights::kActivationBits),
      MlpWeights::kActivationBits};
}

double scaled(float number, int bits) { return std::round(std::ldexp(double{number}, bits)); }

/// Whether weights scaled by 2^bits fit.
bool fits(const NetworkLayer& layer, const InputRange& range, int bits) {
  const auto inputs = static_cast<std::size_t>(layer.inputs);
  for (std::size_t out = 0; out < layer.biases.size(); ++out) {
    double sum = std::abs(scaled(layer.biases[out], bits + range.bits));
    for (std::size_t in = 0; in < inputs; ++in) {
      const double weight = std::abs(scaled(layer.weights[out * inputs + in], bits));
      if (weight > kMaxWeight) return false;
      sum += weight * range.most[in];
    }
    if (sum > kMaxSum) return false;
  }
  return true;
}

std::optional<int> scale_bits(const NetworkLayer& layer, const InputRange& range) {
  for (int bits = kMaxScaleBits; bits >= 0; --bits) {
    if (fits(layer, range, bits)) return bits;
  }
  return std::nullopt;
}

std::vector<std::uint16_t> sigmoid_table() {
  std::vector<std::uint16_t> table;
  for (int i = 0; i <= MlpWeights::kSigmoidSteps; ++i) {
    const double x = std::ldexp(i, -MlpWeights::kSigmoidStepBits) - MlpWeights::kSigmoidReach;
    const double one = 1 << MlpWeights::kSigmoidBits;
    table.push_back(static_cast<std::uint16_t>(std::lround(one / (1 + std::exp(-x)))));
  }
  return table;
}

}  // namespace

Result<QuantisedNetwork> QuantisedNetwork::make(const NetworkFile& network) {
  QuantisedNetwork made;
  made.sees_flips_ = network.inputs == NetworkInputs::kFlips;
  made.mover_wins_ = network.output == NetworkOutput::kMoverWins;
  made.sigmoid_ = sigmoid_table();
  for (const NetworkLayer& layer : network.layers) {
    const bool first = made.layers_.empty();
    const InputRange range = first ? network_range(network.inputs) : hidden_range(layer);
    const std::optional<int> bits = scale_bits(layer, range);
    if (!bits) {
      return Error{ErrorCode::kBadFile,
                   fmt::format("layer {} has weights too large to search with: whole numbers of "
                               "them fit neither 16 bits nor their sums 32",
                               made.layers_.size() + 1)};
    }
    const int stride = filled_up(first ? layer.outputs : layer.inputs);
    const auto row = static_cast<std::size_t>(stride);
    const auto inputs = static_cast<std::size_t>(layer.inputs);
    const auto outputs = static_cast<std::size_t>(layer.outputs);
    Layer memory{std::vector<std::int16_t>(row * (first ? inputs : outputs)),
                 std::vector<std::int32_t>(first ? row : outputs)};
    for (std::size_t out = 0; out < outputs; ++out) {
      memory.biases[out] = static_cast<std::int32_t>(scaled(layer.biases[out], *bits + range.bits));
      for (std::size_t in = 0; in < inputs; ++in) {
        memory.weights[first ? in * row + out : out * row + in] =
            static_cast<std::int16_t>(scaled(layer.weights[out * inputs + in], *bits));
      }
    }
    made.layers_.push_back({layer.inputs, layer.outputs, stride, memory.weights.data(),
                            memory.biases.data(), *bits + range.bits});
    made.memory_.push_back(std::move(memory));
  }
  return made;
}

MlpWeights QuantisedNetwork::view() const {
  MlpWeights weights;
  weights.layers = layers_.data();
  weights.depth = static_cast<int>(layers_.size());
  weights.sigmoid = sigmoid_.data();
  weights.sees_flips = sees_flips_;
  weights.mover_wins = mover_wins_;
  return weights;
}

}  // namespace sumi
