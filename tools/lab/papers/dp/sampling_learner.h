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
  double epsilon, step;    ///< Defaults that suit the method.
  std::uint64_t episodes;  ///< How many are enough.
  std::string_view finds;  ///< The limit of its values, in words.
};
std::span<const SamplingMethodRow> sampling_methods();
const SamplingMethodRow& row_of(SamplingMethod method);

struct SamplingSetup {
  SamplingMethod method = SamplingMethod::kQLearning;
  /// How often play explores. kPrediction: how soft the given policy is, made from the optimal one.
  double epsilon = 0.5;
  double step = 0.5;  ///< 0..1
  std::uint64_t seed = 1;
};

/// Requires: `graph` outlives the learner and begins with the start.
class SamplingLearner final : public Learner {
 public:
  SamplingLearner(const StateGraph& graph, const SamplingSetup& setup);

  /// The value of each state under the policy that the method evaluates.
  StateValues values() const;
  /// The true values(), which the method should find.
  const StateValues& exact() const { return exact_; }
  /// The policy that takes the best move of each state by what was learned.
  Policy greedy() const;
  /// How often a game comes through each state under the policy that is evaluated. Where that
  /// policy is greedy, and would see next to nothing, these are the numbers for random play.
  const StateValues& weights() const { return weights_; }
  /// How often each edge, or with kPrediction each state, was updated.
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
    double end = 0;  ///< The result for the side to move at the end.
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
  double play_epsilon() const;    ///< How often its games explore.
  double target_epsilon() const;  ///< How soft the policy is that is evaluated.

  const StateGraph& graph_;
  SamplingSetup setup_;
  Policy given_;  ///< The policy that kPrediction evaluates, else empty.
  StateValues exact_, weights_;
  std::vector<std::uint32_t> owners_;  ///< For each edge the state that it leaves.
  std::vector<double> values_;         ///< One for each edge, or with kPrediction for each state.
  std::vector<double> masses_;         ///< The total weight of the targets behind each value.
  std::vector<std::uint64_t> updates_;
  std::uint64_t episodes_ = 0;
};

}  // namespace sumi::lab
