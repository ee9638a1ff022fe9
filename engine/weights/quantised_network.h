// SPDX-License-Identifier: MIT
/// A network in whole numbers, as the evaluator `mlp` computes with it.
///
/// Each layer's weights are scaled by the largest power of two with which they fit 16 bits and no
/// sum can leave 32. So a weight is off by at most 2^-15 of the largest of its layer or, behind
/// hidden units, 2^-19 of what the weights of an output add up to without signs, if that is more;
/// activations are off by 2^-13, the sigmoid by 2^-15. How far that carries, the tests measure.
#pragma once

#include "engine/base/error.h"
#include "engine/search_core.h"
#include "engine/weights/network_file.h"

#include <cstdint>
#include <vector>

namespace sumi {

/// Constant once made. Movable: what view() points to stays where it is.
class QuantisedNetwork {
 public:
  /// Fails if the weights of a layer are so large that they cannot be scaled: far beyond what
  /// sigmoids tell apart. Requires a network as parse_network() returns it.
  static Result<QuantisedNetwork> make(const NetworkFile& network);

  QuantisedNetwork(QuantisedNetwork&&) = default;
  QuantisedNetwork& operator=(QuantisedNetwork&&) = default;

  /// Valid as long as this is.
  MlpWeights view() const;

 private:
  struct Layer {
    std::vector<std::int16_t> weights;
    std::vector<std::int32_t> biases;
  };

  QuantisedNetwork() = default;

  bool sees_flips_ = false, mover_wins_ = false;
  std::vector<Layer> memory_;
  std::vector<MlpLayer> layers_;  ///< Point into `memory_`.
  std::vector<std::uint16_t> sigmoid_;
};

}  // namespace sumi
