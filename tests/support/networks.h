// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/random.h"
#include "engine/weights/network_file.h"

#include <cstddef>
#include <vector>

namespace sumi::test {

/// Weights and biases are uniform in [-most, most]; `hidden`: sizes of the hidden layers.
inline NetworkFile random_network(SplitMix64& random, NetworkInputs inputs, NetworkOutput output,
                                  const std::vector<int>& hidden, float most) {
  const auto draw = [&] {
    return most * static_cast<float>(random.below(20'001) - 10'000) / 10'000;
  };
  NetworkFile network;
  network.inputs = inputs;
  network.output = output;
  std::vector<int> units{input_count(inputs)};
  units.insert(units.end(), hidden.begin(), hidden.end());
  units.push_back(output_count(output));
  for (std::size_t i = 0; i + 1 < units.size(); ++i) {
    NetworkLayer layer;
    layer.inputs = units[i];
    layer.outputs = units[i + 1];
    const auto count =
        static_cast<std::size_t>(layer.inputs) * static_cast<std::size_t>(layer.outputs);
    for (std::size_t w = 0; w < count; ++w) layer.weights.push_back(draw());
    for (int out = 0; out < layer.outputs; ++out) layer.biases.push_back(draw());
    network.layers.push_back(layer);
  }
  return network;
}

}  // namespace sumi::test
