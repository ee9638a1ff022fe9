// SPDX-License-Identifier: MIT
/// A network of sigmoid units in floats, to learn with: few inputs are not 0, so the first layer's
/// weights lie by input, and sums over inputs can be kept and changed from position to position.
/// Slow twin: network_value().
#pragma once

#include "engine/weights/network_file.h"
#include "tools/lab/papers/net/vector_math.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sumi::lab {

class Mlp;

/// The units of one network while it looks at one position, and their part in its error: memory to
/// work with, for one thread.
class MlpUnits {
 public:
  explicit MlpUnits(const Mlp& mlp);

  /// The units of layer 0..: sums before Mlp::activate(), values in 0..1 after it.
  float* layer(int number) { return values_.data() + begins_[static_cast<std::size_t>(number)]; }
  const float* layer(int number) const {
    return values_.data() + begins_[static_cast<std::size_t>(number)];
  }
  const float* outputs() const { return layer(static_cast<int>(begins_.size()) - 1); }

 private:
  friend class Mlp;
  float* error(int number) { return errors_.data() + begins_[static_cast<std::size_t>(number)]; }

  std::vector<std::size_t> begins_;
  std::vector<float> values_, errors_;
};

/// How it learns: the paper's way and its faults.
struct LearningRule {
  float rate = 0.1f;
  /// The derivative of the output's sigmoid is taken as 1: the gradient of the cross-entropy. Else
  /// that of half the squared error.
  bool cross_entropy = false;
  bool biases = true;  ///< Learn them too; false: they stay 0.
  /// Fault of S2: only the first so many units of the first layer learn, the others keep their
  /// weights. Negative: all learn.
  int first_units = -1;
  /// Fault of S2: a layer's weights are changed before they carry the error back.
  bool change_first = false;
};

class Mlp {
 public:
  /// Units of each layer, the inputs first; at least two numbers. All weights are 0.
  explicit Mlp(std::vector<int> units);
  explicit Mlp(const std::vector<NetworkLayer>& layers);

  const std::vector<int>& units() const { return units_; }
  int layers() const { return static_cast<int>(units_.size()) - 1; }

  /// Draws the weights of a layer, its biases aside, uniformly in [from, to). Layers are drawn
  /// apart, and the same however many there are.
  void draw(int layer, double from, double to, std::uint64_t seed);

  /// Floats of the first layer's sums: its units, filled up to whole blocks (vector_math.h).
  int first_stride() const { return strides_[0]; }

  /// to = from + what `inputs` add to the sums of the first layer; `to` may be `from`.
  void add(std::span<const NetworkInput> inputs, const float* from, float* to) const;

  /// The sums of the first layer.
  void sum(std::span<const NetworkInput> inputs, float* sums) const {
    add(inputs, biases_[0].data(), sums);
  }

  /// Goes from the sums of the first layer to the outputs.
  void activate(MlpUnits& units) const;

  /// One step of back-propagation towards `targets`, one for each output. Requires: `units` are
  /// those that activate() made of these inputs with the present weights.
  void learn(std::span<const NetworkInput> inputs, std::span<const float> targets,
             const LearningRule& rule, MlpUnits& units);

  std::vector<NetworkLayer> to_layers() const;

 private:
  friend class MlpUnits;

  /// Where the weights to an output of a layer but the first begin.
  std::size_t row_begin(int layer, int output) const {
    return static_cast<std::size_t>(output) *
           static_cast<std::size_t>(strides_[static_cast<std::size_t>(layer) - 1]);
  }
  /// Calls each(weight) for all weights of a layer, output by output; `self` is an
  /// Mlp, const or not.
  template <class Self, class Each>
  static void for_each_weight(Self& self, int layer, const Each& each);

  std::vector<int> units_;
  std::vector<int> strides_;    ///< Each layer's number of outputs, filled up to whole blocks.
  std::vector<float> columns_;  ///< [input][output]: the weights of layer 0.
  std::vector<std::vector<float>> rows_;  ///< [output][input]: those of the other layers.
  std::vector<std::vector<float>> biases_;
};

}  // namespace sumi::lab
