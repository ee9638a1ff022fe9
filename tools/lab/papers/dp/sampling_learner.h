// SPDX-License-Identifier: MIT
/// Learning 4x4 from games of its own: Monte Carlo methods and temporal differences (R. Sutton and
/// A. Barto, "Reinforcement Learning", chapters 5 and 6), one policy playing both sides.
///
/// All of them move a value towards a target, what the game or the next state says. A value is the
/// mean of its targets, each counting less by the part `step` with every one that comes after it:
/// while the policy gets better old targets are wrong and must be forgotten. 0, the plain mean, is
/// the method of the book.
#pragma once

#include "engine/base/random.h"
#include "tools/lab/papers/dp/values.h"
#include "tools/lab/papers/learn/learner.h"

#include <array>
#include <span>

namespace sumi::lab {

enum class SamplingMethod {
  kPrediction,       ///< First-visit Monte Carlo: the values of a given policy.
  kExploringStarts,  ///< Each game begins with a random move in a random state, then is greedy.
  kSoftMonteCarlo,   ///< On-policy: epsilon-greedy play, evaluated as such.
  kOffPolicy,        ///< Epsilon-greedy play, the greedy policy evaluated (weighted importance).
  kSarsa,            ///< On-policy: the target is the value of the next move that is played.
  kQLearning,        ///< The target is the value of the best next move.
};

/// One row for each method: all that options and experiments know of them.
struct SamplingMethodRow {
  SamplingMethod method;
  std::string_view name;   ///< "exploring-starts"
  double epsilon, step;    ///< What serves it.
  std::uint64_t episodes;  ///< So many are enough.
  std::string_view finds;  ///< What its values tend to.
};
std::span<const SamplingMethodRow> sampling_methods();
const SamplingMethodRow& row_of(SamplingMethod method);

struct SamplingSetup {
  SamplingMethod method = SamplingMethod::kQLearning;
  double epsilon = 0.5;  ///< Of play; of kPrediction: of the policy, the optimal one made so soft.
  double step = 0.5;     ///< 0..1
  std::uint64_t seed = 1;
};

/// `graph` outlives it and begins with the start.
class SamplingLearner final : public Learner {
 public:
  SamplingLearner(const StateGraph& graph, const SamplingSetup& setup);

  /// By state, as the method means them: of the policy that it evaluates.
  StateValues values() const;
  /// What they should be.
  const StateValues& exact() const { return exact_; }
  /// The best move of each state by what was learned.
  Policy greedy() const;
  /// By state, how often in a game it should be met: of the policy that is evaluated, but of random
  /// play where that is greedy and would see next to nothing.
  const StateValues& weights() const { return weights_; }
  /// By edge; of kPrediction by state.
  const std::vector<std::uint64_t>& updates() const { return updates_; }

  std::string_view unit() const override { return "episodes"; }
  protocol::Json settings() const override;
  std::uint64_t steps() const override { return episodes_; }
  void advance(std::uint64_t steps, const std::stop_token& stop) override;
  std::vector<Metric> measure(const std::stop_token& stop) const override;
  std::string save() const override;
  Result<void> load(std::string_view state) override;
  std::string result() const override;
  std::string_view result_kind() const override { return "qtable"; }

 private:
  /// A state that was left by an edge, and how probable that was.
  struct Visit {
    std::uint32_t state, edge;
    double probability;
  };
  struct Episode {
    std::array<Visit, 40> visits;  ///< 12 moves, at most as many passes.
    int count = 0;
    double end = 0;  ///< For the side to move at the end.
  };

  void play(SplitMix64& random, Episode& episode);
  Visit choose(std::uint32_t state, SplitMix64& random) const;
  Visit choose_given(std::uint32_t state, SplitMix64& random) const;
  std::uint32_t best(std::uint32_t state) const;
  double soft_value(std::uint32_t state, double epsilon) const;
  void learn_returns(const Episode& episode);
  void learn_off_policy(const Episode& episode);
  void learn_differences(const Episode& episode);
  void update(std::uint32_t at, double target, double weight);
  double play_epsilon() const;    ///< Of its games.
  double target_epsilon() const;  ///< Of the policy that is evaluated.

  const StateGraph& graph_;
  SamplingSetup setup_;
  Policy given_;  ///< Of kPrediction, else empty.
  StateValues exact_, weights_;
  std::vector<std::uint32_t> owners_;  ///< By edge: the state it leaves.
  std::vector<double> values_;         ///< By edge; of kPrediction by state.
  std::vector<double> masses_;         ///< Weight of the targets that a value is the mean of.
  std::vector<std::uint64_t> updates_;
  std::uint64_t episodes_ = 0;
};

}  // namespace sumi::lab
