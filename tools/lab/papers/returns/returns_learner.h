// SPDX-License-Identifier: MIT
/// S3: a network for the probability that the side to move wins, from Monte Carlo returns (draft of
/// 2021, made for 5x5 shogi). It sees what moves would turn, so that it need not learn the rules.
///
/// A game against itself gives the positions s_0..s_n. Backwards from the end, with V the network's
/// present output:
///     R_n = the result for the side to move at s_n: 1, 1/2, 0
///     R_i = 1 - ((1 - gamma) V(s_{i+1}) + gamma R_{i+1})
///     target(s_i) = (1 - alpha) V(s_i) + alpha R_i
/// without the "1 -" where the same side is to move at s_{i+1}, after a pass.
///
/// The paper writes target(s_i) into V(s_i), and may mean this new V(s_{i+1}) in R_i: with
/// ReturnsSettings::updated it is that. Then R_i is what it is with a gamma of
/// gamma + alpha (1 - gamma).
///
/// With the cross-entropy's gradient (the derivative of the output's sigmoid taken as 1, as in the
/// paper) a step goes by target - V = alpha (R - V): alpha does the same as a lower rate.
#pragma once

#include "engine/base/static_vector.h"
#include "tools/lab/papers/net/net_learner.h"

#include <vector>

namespace sumi::lab {

struct ReturnsSettings {
  NetSettings net{.rate = 0.05};
  std::vector<int> hidden{64};  ///< Units of each hidden layer; the paper states none.
  double alpha = 0.5;
  double gamma = 0.5;         ///< 0.8 teaches more slowly (tools/lab/papers/RESULTS.md).
  bool updated = false;       ///< V(s_{i+1}) in R_i is the target that was just made for it.
  bool cross_entropy = true;  ///< False: the squared error's gradient, which is the smaller one.
};

/// R_i from V and R of the next position. `same_mover`: there was a pass between.
constexpr double return_before(double value, double result, double gamma, bool same_mover) {
  const double next = (1 - gamma) * value + gamma * result;
  return same_mover ? next : 1 - next;
}

class ReturnsLearner final : public NetLearner {
 public:
  explicit ReturnsLearner(const ReturnsSettings& settings, int threads = 1);

  protocol::Json settings() const override;

 private:
  void play(SplitMix64& random) override;

  const ReturnsSettings returns_;
  const LearningRule rule_;
  StaticVector<Position, 64> states_;  ///< The states of a game: up to 60 with a move, and its end.
};

}  // namespace sumi::lab
