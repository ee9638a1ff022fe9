// SPDX-License-Identifier: MIT
/// S1: 4x4 Othello as a Markov decision process, solved by dynamic programming (Sugita 2002; R.
/// Sutton, A. Barto, "Reinforcement Learning", chapter 4).
///
/// One policy plays both sides. Values are for the side to move: 1 won, 0 drawn, -1 lost, otherwise
/// the negated value of the successor. Passes are edges of the StateGraph, so sides alternate along
/// every edge and one rule covers all states. A discount gamma below 1 multiplies the value of each
/// successor but an end: the reward comes with the last move (the survey's return, its equation
/// 2.1).
#pragma once

#include "engine/base/random.h"
#include "engine/game/state_graph.h"
#include "engine/players/qtable.h"
#include "tools/lab/papers/learn/learner.h"

#include <array>
#include <span>
#include <vector>

namespace sumi::lab {

/// Per state.
using StateValues = std::vector<double>;

/// Probability of each edge; those of a state sum to 1.
using Policy = std::vector<double>;

/// For the side to move, by discs on the board.
double end_value(const StateGraph& graph, std::uint32_t state);

/// What a move to the state is worth to the side that makes it.
double move_value(const StateGraph& graph, std::uint32_t to, const StateValues& values,
                  double gamma);

/// The best edge by move_value(), the first of equals. Requires: the game is not over.
std::uint32_t best_edge(const StateGraph& graph, std::uint32_t state, const StateValues& values,
                        double gamma = 1);

Policy uniform_policy(const StateGraph& graph);
Policy greedy_policy(const StateGraph& graph, const StateValues& values, double gamma = 1);
/// Epsilon-greedy.
Policy soft_policy(const StateGraph& graph, const StateValues& values, double epsilon,
                   double gamma = 1);

/// Affects only the number of sweeps.
enum class SweepOrder {
  kForward,   ///< From the start: each sweep propagates values by one ply.
  kBackward,  ///< From the end: one sweep suffices, as states never repeat.
};

/// Computes a state's value from its successors.
enum class Backup {
  kPolicy,       ///< Expectation under a policy: iterative policy evaluation.
  kOptimal,      ///< Maximum: value iteration.
  kSoftOptimal,  ///< Value of the best epsilon-soft policy.
  kPrinted,      ///< The formula as printed: -max V(s'), with final values for Black.
};

struct SweepRule {
  Backup backup = Backup::kOptimal;
  SweepOrder order = SweepOrder::kForward;
  double epsilon = 0;              ///< For kSoftOptimal.
  const Policy* policy = nullptr;  ///< For kPolicy.
  double gamma = 1;                ///< Not for kPrinted.
};

/// Updates all values once, in place. Returns the largest change.
double sweep(const StateGraph& graph, const SweepRule& rule, StateValues& values);

/// Exact values by one backward sweep.
StateValues policy_values(const StateGraph& graph, const Policy& policy, double gamma = 1);
StateValues optimal_values(const StateGraph& graph, double gamma = 1);
StateValues soft_optimal_values(const StateGraph& graph, double epsilon, double gamma = 1);

/// Worst-case result of `player` under `policy`. Requires: a deterministic policy.
double guaranteed_value(const StateGraph& graph, const Policy& policy, Color player,
                        std::uint32_t start);

/// Probability that a game from `start` visits each state if `policy` plays both sides.
StateValues visit_probabilities(const StateGraph& graph, const Policy& policy, std::uint32_t start);

/// Root of the weighted mean square difference.
double weighted_error(const StateValues& values, const StateValues& exact,
                      const StateValues& weights);

/// A row per move, without passes. `values` (for the side that moves) and `updates` are per edge.
/// Of two states with the same board, keeps the row with more updates.
QTable action_table(const StateGraph& graph, const std::vector<double>& values,
                    const std::vector<std::uint64_t>& updates);

/// The value of a move is its move_value().
QTable action_table(const StateGraph& graph, const StateValues& values, double gamma = 1);

// Dynamic programming over all 4x4 states.

enum class SweepMethod {
  kPolicyEvaluation,  ///< Values of a given policy.
  kPolicyIteration,   ///< Alternates evaluation and greedy improvement.
  kValueIteration,
  kPrinted,  ///< Value iteration with Backup::kPrinted.
};

struct SweepSetup {
  SweepMethod method = SweepMethod::kValueIteration;
  SweepOrder order = SweepOrder::kForward;
  double theta = 0.01;  ///< Convergence threshold for changes in a sweep; above 0.
  double epsilon = 1;   ///< kPolicyEvaluation: of the epsilon-soft optimal policy; 1: random play.
  double gamma = 1;     ///< Discount, 0..1; not for kPrinted.
};

/// Requires: `graph` outlives the learner and its first state is the start.
class SweepLearner final : public Learner {
 public:
  SweepLearner(const StateGraph& graph, const SweepSetup& setup);

  const StateValues& values() const { return values_; }
  bool done() const { return done_; }  ///< Converged.
  int improvements() const { return improvements_; }
  /// The values that the method should find.
  const StateValues& exact() const { return exact_; }

  std::string_view unit() const override { return "sweeps"; }
  protocol::Json settings() const override;
  std::uint64_t steps() const override { return sweeps_; }
  void advance(std::uint64_t steps, const std::stop_token& stop) override;
  std::vector<Metric> measure(const std::stop_token& stop) const override;
  std::string save() const override;
  Result<void> load(std::string_view state) override;
  std::string result() const override;
  std::string_view result_kind() const override { return "qtable"; }

 private:
  void step();

  const StateGraph& graph_;
  SweepSetup setup_;
  StateValues exact_, values_;
  Policy policy_;  ///< Being evaluated.
  std::uint64_t sweeps_ = 0;
  int improvements_ = 0;
  double change_ = 0;  ///< In the last sweep.
  bool done_ = false;
};

std::string_view name_of(SweepMethod method);

// Learning 4x4 from self-play by Monte Carlo and temporal-difference methods (R. Sutton, A. Barto,
// "Reinforcement Learning", chapters 5 and 6); one policy plays both sides.
//
// All methods move a value towards a target: the game's result or the value of a later state. A
// value is a mean of its targets. Each new target reduces the weight of older ones, which come from
// worse policies, by the fraction `step`; 0 gives the book's plain mean.

enum class SamplingMethod {
  kPrediction,       ///< First-visit Monte Carlo: values of a given policy.
  kTdPrediction,     ///< TD(0): values of a given policy, from those of the next states.
  kExploringStarts,  ///< Random first state and move, then greedy play.
  kSoftMonteCarlo,   ///< On-policy: evaluates epsilon-greedy play.
  kOffPolicy,        ///< Evaluates the greedy policy by weighted importance sampling.
  kSarsa,            ///< On-policy: the target is the value of the next move played.
  kQLearning,        ///< The target is the value of the best next move.
};

struct SamplingMethodRow {
  SamplingMethod method;
  std::string_view name;   ///< "exploring-starts"
  double epsilon, step;    ///< Defaults.
  std::uint64_t episodes;  ///< Enough to converge.
  std::string_view finds;  ///< The values it converges to.
};
std::span<const SamplingMethodRow> sampling_methods();
const SamplingMethodRow& row_of(SamplingMethod method);

struct SamplingSetup {
  SamplingMethod method = SamplingMethod::kQLearning;
  /// Exploration rate. Predictions evaluate the epsilon-soft optimal policy.
  double epsilon = 0.5;
  double step = 0.5;  ///< 0..1
  std::uint64_t seed = 1;
  double gamma = 1;  ///< Discount, 0..1.
};

/// Requires: `graph` outlives the learner and its first state is the start.
class SamplingLearner final : public Learner {
 public:
  SamplingLearner(const StateGraph& graph, const SamplingSetup& setup);

  /// Learned values under the evaluated policy.
  StateValues values() const;
  /// The values that the method should find.
  const StateValues& exact() const { return exact_; }
  Policy greedy() const;
  /// Probability that a game visits each state under the evaluated policy, or under random play if
  /// that policy is greedy and visits few states.
  const StateValues& weights() const { return weights_; }
  /// Per edge (predictions: per state).
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
  struct Visit {
    std::uint32_t state, edge;
    double probability;
  };
  struct Episode {
    std::array<Visit, 40> visits;  ///< 12 moves, and at most as many passes.
    int count = 0;
    double end = 0;  ///< For the side to move in the final state.
  };

  void play(SplitMix64& random, Episode& episode);
  Visit choose(std::uint32_t state, SplitMix64& random) const;
  Visit choose_given(std::uint32_t state, SplitMix64& random) const;
  std::uint32_t best(std::uint32_t state) const;
  double soft_value(std::uint32_t state, double epsilon) const;
  void learn_returns(const Episode& episode);
  void learn_off_policy(const Episode& episode);
  void learn_differences(const Episode& episode);
  double discounted(double value, int i, const Episode& episode) const;
  void update(std::uint32_t at, double target, double weight);
  bool predicts() const {
    return setup_.method == SamplingMethod::kPrediction ||
           setup_.method == SamplingMethod::kTdPrediction;
  }
  double play_epsilon() const;    ///< Exploration rate of play.
  double target_epsilon() const;  ///< Exploration rate of the evaluated policy.

  const StateGraph& graph_;
  SamplingSetup setup_;
  Policy given_;  ///< For predictions.
  StateValues exact_, weights_;
  std::vector<std::uint32_t> source_states_;  ///< Of each edge.
  std::vector<double> values_;                ///< Per edge (predictions: per state).
  std::vector<double> weight_sums_;           ///< Total weight of each value's targets.
  std::vector<std::uint64_t> updates_;
  std::uint64_t episodes_ = 0;
};

}  // namespace sumi::lab
