// SPDX-License-Identifier: MIT
/// Network learning step by step from the rules and network_inputs(): the learners' slow reference.
#pragma once

#include "engine/game/rules.h"
#include "tools/lab/papers/learn/measure.h"
#include "tools/lab/papers/systems/net_learner.h"

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace sumi::test {

class SlowNet {
 public:
  SlowNet(const NetworkFile& file, const lab::LearningRule& rule)
      : mlp_(file.layers), inputs_(file.inputs), rule_(rule) {}

  std::vector<NetworkLayer> layers() const { return mlp_.to_layers(); }

  std::vector<float> outputs(const Position& position) const {
    lab::MlpUnits units(mlp_);
    see(position, units);
    return {units.outputs(), units.outputs() + mlp_.units().back()};
  }

  void teach(const Position& position, std::span<const float> targets) {
    lab::MlpUnits units(mlp_);
    mlp_.learn(see(position, units), targets, rule_, units);
  }

 private:
  std::vector<NetworkInput> see(const Position& position, lab::MlpUnits& units) const {
    std::vector<NetworkInput> inputs = network_inputs(inputs_, position);
    mlp_.sum(inputs, units.layer(0));
    mlp_.activate(units);
    return inputs;
  }

  lab::Mlp mlp_;
  NetworkInputs inputs_;
  lab::LearningRule rule_;
};

/// The random numbers of a learner's game.
inline SplitMix64 lots_of_game(std::uint64_t seed, std::uint64_t game) {
  return SplitMix64(lab::mixed_seed(seed, 1, game));
}

inline Position after(const Position& position, Square s) {
  const Bitboard flips = rules::flips(position.board, s);
  return {position.board.played(s, flips), !position.to_move, position.size};
}

/// Whether the weights agree up to rounding of sums.
inline bool alike(const std::vector<NetworkLayer>& a, const std::vector<NetworkLayer>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < a[i].weights.size(); ++k) {
      if (std::abs(a[i].weights[k] - b[i].weights[k]) > 1e-5f) return false;
    }
  }
  return a.size() == b.size();
}

}  // namespace sumi::test
