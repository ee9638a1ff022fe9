// SPDX-License-Identifier: MIT
/// The 4x4 game as a decision process, and what dynamic programming says of it (Sugita 2002; R.
/// Sutton and A. Barto, "Reinforcement Learning", chapter 4).
///
/// One policy plays both sides. Values are the mover's: 1 won, 0 drawn, -1 lost, else the negated
/// value of the state after the move or the pass. As sides alternate along every edge of a
/// StateGraph, that is one rule for all states, and the game is a process of one player.
#pragma once

#include "engine/base/random.h"
#include "engine/game/state_graph.h"
#include "engine/players/qtable.h"
#include "tools/lab/papers/learn/learner.h"

#include <array>
#include <span>
#include <vector>

namespace sumi::lab {

/// One number for each state.
using StateValues = std::vector<double>;

/// The probability that each edge is taken; the edges of a state add up to 1.
using Policy = std::vector<double>;

/// The value of a finished game for the side to move, by discs on the board.
double end_value(const StateGraph& graph, std::uint32_t state);

/// The number of the best edge, the first of equals, for a side that wants small values of the
/// states after it. Requires: the game goes on.
std::uint32_t best_edge(const StateGraph& graph, std::uint32_t state, const StateValues& values);

Policy uniform_policy(const StateGraph& graph);
/// Takes the best edges.
Policy greedy_policy(const StateGraph& graph, const StateValues& values);
/// With probability `epsilon` any edge, else the best.
Policy soft_policy(const StateGraph& graph, const StateValues& values, double epsilon);

/// Which states a sweep visits first. It changes only the number of sweeps that are needed.
enum class SweepOrder {
  kForward,   ///< From the start: each sweep carries values back by one ply.
  kBackward,  ///< From the end: one sweep is enough, as games never come back to a state.
};

/// How a sweep gets the value of a state from those of the states after it.
enum class Backup {
  kPolicy,       ///< Their mean under a policy: iterative policy evaluation.
  kOptimal,      ///< The best: value iteration.
  kSoftOptimal,  ///< What the best epsilon-soft policy gets.
  kPrinted,      ///< The paper's formula: -max V(s'), and ends for Black, not the mover.
};

struct SweepRule {
  Backup backup = Backup::kOptimal;
  SweepOrder order = SweepOrder::kForward;
  double epsilon = 0;              ///< Used by kSoftOptimal.
  const Policy* policy = nullptr;  ///< Used by kPolicy.
};

/// Sets all values once, in place. Returns the largest change.
double sweep(const StateGraph& graph, const SweepRule& rule, StateValues& values);

/// Exact values, by one sweep from the end.
StateValues policy_values(const StateGraph& graph, const Policy& policy);
StateValues optimal_values(const StateGraph& graph);
StateValues soft_optimal_values(const StateGraph& graph, double epsilon);

/// The worst result that a player of one colour can get, whoever plays the other. Requires:
/// `policy` takes one edge of each state (greedy_policy).
double guaranteed_value(const StateGraph& graph, const Policy& policy, Color player,
                        std::uint32_t start);

/// How often `policy`, which plays both sides, comes through each state in a game from `start`.
StateValues visit_shares(const StateGraph& graph, const Policy& policy, std::uint32_t start);

/// The root of the mean square difference, each state weighted.
double weighted_error(const StateValues& values, const StateValues& exact,
                      const StateValues& weights);

/// A row for each move, passes left out. `values` and `updates` have one number for each edge; a
/// value is for the side that moves along the edge. Two states may be one board seen by either
/// side: the row with more updates is then kept.
QTable action_table(const StateGraph& graph, const std::vector<double>& values,
                    const std::vector<std::uint64_t>& updates);

/// The table for values of states: a move is worth what it leads to.
QTable action_table(const StateGraph& graph, const StateValues& values);

// Dynamic programming step by step, a sweep over all states of 4x4 each.

enum class SweepMethod {
  kPolicyEvaluation,  ///< Finds the values of a given policy.
  kPolicyIteration,   ///< Evaluates a policy, takes the greedy one in its place, until it stays.
  kValueIteration,
  kPrinted,  ///< Value iteration as the paper prints it (Backup::kPrinted).
};

struct SweepSetup {
  SweepMethod method = SweepMethod::kValueIteration;
  SweepOrder order = SweepOrder::kForward;
  double theta = 0.01;  ///< Done when no value changes by so much in a sweep; above 0.
  double epsilon = 1;   ///< Policy evaluation: how soft the optimal policy is made; 1: random.
};

/// Requires: `graph` outlives the learner and begins with the start.
class SweepLearner final : public Learner {
 public:
  SweepLearner(const StateGraph& graph, const SweepSetup& setup);

  const StateValues& values() const { return values_; }
  bool done() const { return done_; }  ///< More sweeps change nothing.
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
  Policy policy_;  ///< The policy that is being evaluated.
  std::uint64_t sweeps_ = 0;
  int improvements_ = 0;
  double change_ = 0;  ///< The largest change in the last sweep.
  bool done_ = false;
};

std::string_view name_of(SweepMethod method);

// Learning 4x4 from games of its own: Monte Carlo methods and temporal differences (R. Sutton and
// A. Barto, "Reinforcement Learning", chapters 5 and 6), one policy playing both sides.
//
// All of them move a value towards a target, what the game or the next state says. A value is the
// mean of its targets, each counting less by the part `step` with every one that comes after it:
// while the policy gets better old targets are wrong and must be forgotten. 0, the plain mean, is
// the method of the book.

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
