// SPDX-License-Identifier: MIT
/// Rows are filled up to whole blocks. What fills them must never be heard of: activations there
/// are kept at 0, so that weights and errors there stay 0 by themselves.
#include "tools/lab/papers/learn/episode.h"
#include "tools/lab/papers/net/mlp.h"

#include <algorithm>
#include <cassert>

namespace sumi::lab {
namespace {

std::size_t size_of(int count) { return static_cast<std::size_t>(count); }

std::vector<int> units_of(const std::vector<NetworkLayer>& layers) {
  std::vector<int> units{layers.front().inputs};
  for (const NetworkLayer& layer : layers) units.push_back(layer.outputs);
  return units;
}

}  // namespace

MlpUnits::MlpUnits(const Mlp& mlp) {
  std::size_t size = 0;
  for (const int stride : mlp.strides_) {
    begins_.push_back(size);
    size += size_of(stride);
  }
  values_.resize(size);
  errors_.resize(size);
}

Mlp::Mlp(std::vector<int> units) : units_(std::move(units)) {
  assert(units_.size() >= 2);
  for (int i = 0; i < layers(); ++i) {
    const int outputs = units_[size_of(i) + 1], stride = kBlock * blocks_of(outputs);
    strides_.push_back(stride);
    biases_.emplace_back(size_of(stride));
    // Layer 0 has no rows, but columns.
    rows_.emplace_back(i == 0 ? 0 : size_of(outputs) * size_of(strides_[size_of(i) - 1]));
  }
  columns_.resize(size_of(units_[0]) * size_of(strides_[0]));
}

template <class Self, class Each>
void Mlp::for_each_weight(Self& self, int layer, const Each& each) {
  const auto i = size_of(layer);
  for (int out = 0; out < self.units_[i + 1]; ++out) {
    for (int in = 0; in < self.units_[i]; ++in) {
      each(layer == 0 ? self.columns_[size_of(in) * size_of(self.strides_[0]) + size_of(out)]
                      : self.rows_[i][self.row_begin(layer, out) + size_of(in)]);
    }
  }
}

Mlp::Mlp(const std::vector<NetworkLayer>& layers) : Mlp(units_of(layers)) {
  for (int i = 0; i < this->layers(); ++i) {
    const NetworkLayer& layer = layers[size_of(i)];
    std::copy(layer.biases.begin(), layer.biases.end(), biases_[size_of(i)].begin());
    const float* from = layer.weights.data();
    for_each_weight(*this, i, [&](float& weight) { weight = *from++; });
  }
}

void Mlp::draw(int layer, double from, double to, std::uint64_t seed) {
  SplitMix64 random(seed ^ SplitMix64(static_cast<std::uint64_t>(layer)).next());
  for_each_weight(*this, layer, [&](float& weight) {
    weight = static_cast<float>(from + (to - from) * uniform(random));
  });
}

void Mlp::add(std::span<const NetworkInput> inputs, const float* from, float* to) const {
  constexpr int kAtOnce = 5;  // S2's 40 units in one go: ten registers of SSE2's sixteen
  const int blocks = strides_[0] / kBlock;
  for (int block = 0; block < blocks;) {
    const float* const columns = columns_.data() + kBlock * block;
    const auto row = [&](int index) { return columns + size_of(index) * size_of(strides_[0]); };
    const float* const old = from + kBlock * block;
    float* const sums = to + kBlock * block;
    if (blocks - block >= kAtOnce) {
      add_terms<kAtOnce>(sums, old, inputs, row);
      block += kAtOnce;
    } else {
      add_terms<1>(sums, old, inputs, row);
      ++block;
    }
  }
}

void Mlp::activate(MlpUnits& units) const {
  for (int i = 0; i < layers(); ++i) {
    const int count = units_[size_of(i) + 1], stride = strides_[size_of(i)];
    float* const values = units.layer(i);
    if (i > 0) {
      const float* const below = units.layer(i - 1);
      const int blocks = strides_[size_of(i) - 1] / kBlock;
      for (int out = 0; out < count; ++out) {
        values[out] = biases_[size_of(i)][size_of(out)] +
                      dot(rows_[size_of(i)].data() + row_begin(i, out), below, blocks);
      }
      std::fill(values + count, values + stride, 0.0f);
    }
    apply_sigmoid(values, stride / kBlock);
    std::fill(values + count, values + stride, 0.0f);
  }
}

void Mlp::learn(std::span<const NetworkInput> inputs, std::span<const float> targets,
                const LearningRule& rule, MlpUnits& units) {
  const int last = layers() - 1;
  assert(targets.size() == size_of(units_.back()));
  float* const top = units.error(last);
  const float* const outputs = units.layer(last);
  std::fill(top, top + strides_[size_of(last)], 0.0f);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    top[i] = targets[i] - outputs[i];
    if (!rule.cross_entropy) top[i] *= outputs[i] * (1 - outputs[i]);
  }

  for (int layer = last; layer > 0; --layer) {
    const float* const errors = units.error(layer);
    const float* const below = units.layer(layer - 1);
    float* const carried = units.error(layer - 1);
    const int stride = strides_[size_of(layer) - 1], blocks = stride / kBlock;
    std::fill(carried, carried + stride, 0.0f);
    for (int out = 0; out < units_[size_of(layer) + 1]; ++out) {
      float* const weights = rows_[size_of(layer)].data() + row_begin(layer, out);
      const float step = rule.rate * errors[out];
      if (rule.change_first) add_scaled(weights, below, step, blocks);
      add_scaled(carried, weights, errors[out], blocks);
      if (!rule.change_first) add_scaled(weights, below, step, blocks);
      if (rule.biases) biases_[size_of(layer)][size_of(out)] += step;
    }
    for (int i = 0; i < stride; ++i) carried[i] *= below[i] * (1 - below[i]);
  }

  float* const first = units.error(0);
  const int learning = rule.first_units < 0 ? units_[1] : std::min(rule.first_units, units_[1]);
  std::fill(first + learning, first + strides_[0], 0.0f);
  for (const NetworkInput& input : inputs) {
    float* const weights = columns_.data() + size_of(input.index) * size_of(strides_[0]);
    add_scaled(weights, first, rule.rate * input.value, strides_[0] / kBlock);
  }
  if (rule.biases) add_scaled(biases_[0].data(), first, rule.rate, strides_[0] / kBlock);
}

std::vector<NetworkLayer> Mlp::to_layers() const {
  std::vector<NetworkLayer> all;
  for (int i = 0; i < layers(); ++i) {
    NetworkLayer layer{units_[size_of(i)], units_[size_of(i) + 1], {}, {}};
    for_each_weight(*this, i, [&](float weight) { layer.weights.push_back(weight); });
    const auto biases = biases_[size_of(i)].begin();
    layer.biases.assign(biases, biases + layer.outputs);
    all.push_back(std::move(layer));
  }
  return all;
}

}  // namespace sumi::lab
