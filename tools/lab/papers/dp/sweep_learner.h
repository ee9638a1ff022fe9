// SPDX-License-Identifier: MIT
/// Dynamic programming step by step, a sweep over all states of 4x4 each.
#pragma once

#include "tools/lab/papers/dp/values.h"
#include "tools/lab/papers/learn/learner.h"

namespace sumi::lab {

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

}  // namespace sumi::lab
