// SPDX-License-Identifier: MIT
#include "tools/lab/papers/learn/episode.h"
#include "tools/lab/papers/learn/measure.h"
#include "tools/lab/papers/returns/returns_learner.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace sumi::lab {
namespace {

constexpr std::uint64_t kFirstWeights = 0x53;  ///< The purpose of these lots, for mixed_seed().

/// Weights as small as X. Glorot and Y. Bengio (2010) recommend; biases 0.
Mlp first_network(const ReturnsSettings& settings) {
  std::vector<int> units{input_count(NetworkInputs::kFlips)};
  units.insert(units.end(), settings.hidden.begin(), settings.hidden.end());
  units.push_back(output_count(NetworkOutput::kMoverWins));
  Mlp mlp(units);
  for (int layer = 0; layer < mlp.layers(); ++layer) {
    const auto i = static_cast<std::size_t>(layer);
    const double limit = std::sqrt(6.0 / (units[i] + units[i + 1]));
    mlp.draw(layer, -limit, limit, mixed_seed(settings.net.seed, kFirstWeights));
  }
  return mlp;
}

LearningRule rule_of(const ReturnsSettings& settings) {
  LearningRule rule;
  rule.rate = static_cast<float>(settings.net.rate);
  rule.cross_entropy = settings.cross_entropy;
  return rule;
}

}  // namespace

ReturnsLearner::ReturnsLearner(const ReturnsSettings& settings, int threads)
    : NetLearner("returns", settings.net, threads, NetworkInputs::kFlips, NetworkOutput::kMoverWins,
                 first_network(settings)),
      returns_(settings),
      rule_(rule_of(settings)) {}

protocol::Json ReturnsLearner::settings() const {
  protocol::Json json = net_settings();
  json["alpha"] = returns_.alpha;
  json["gamma"] = returns_.gamma;
  json["updated"] = returns_.updated;
  json["gradient"] = returns_.cross_entropy ? "cross-entropy" : "squared";
  return json;
}

void ReturnsLearner::play(SplitMix64& random) {
  states_.clear();
  const GameEnd end = play_episode(
      start(),
      [&](const Position& position, Bitboard legal) {
        view().look_ahead(position, legal, seen());
        return seen().squares[static_cast<std::size_t>(draw_move(seen(), net().epsilon, random))];
      },
      [&](const Position& position, Square) { states_.push_back(position); });
  states_.push_back(end.position);

  const int own = end.position.to_move == Color::kBlack ? end.black.discs : -end.black.discs;
  double result = own > 0 ? 1 : own == 0 ? 0.5 : 0;
  double next_value = 0;
  for (std::size_t i = states_.size(); i-- > 0;) {
    const Position& state = states_[i];
    if (i + 1 < states_.size()) {
      const bool same_mover = state.to_move == states_[i + 1].to_move;
      result = return_before(next_value, result, returns_.gamma, same_mover);
    }
    const double value = view().look(state)[0];
    const double target = (1 - returns_.alpha) * value + returns_.alpha * result;
    mlp().learn(view().inputs(), std::array{static_cast<float>(target)}, rule_, view().units());
    next_value = returns_.updated ? target : value;
  }
}

}  // namespace sumi::lab
