// SPDX-License-Identifier: MIT
#include "tools/lab/papers/dp/sweep_learner.h"
#include "tools/lab/papers/dp/values.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <utility>

namespace sumi::lab {
namespace {

using protocol::Json;

constexpr std::array<std::pair<SweepMethod, std::string_view>, 4> kNames{
    {{SweepMethod::kPolicyEvaluation, "policy-evaluation"},
     {SweepMethod::kPolicyIteration, "policy-iteration"},
     {SweepMethod::kValueIteration, "value-iteration"},
     {SweepMethod::kPrinted, "printed"}}};

Policy first_policy(const StateGraph& graph, const SweepSetup& setup) {
  if (setup.method == SweepMethod::kPolicyEvaluation) {
    return soft_policy(graph, optimal_values(graph), setup.epsilon);
  }
  return greedy_policy(graph, StateValues(graph.size()));
}

Error no_state_of_sweeps() { return {ErrorCode::kBadFile, "the state is none of sweeps over 4x4"}; }

}  // namespace

std::string_view name_of(SweepMethod method) {
  return kNames[static_cast<std::size_t>(method)].second;
}

SweepLearner::SweepLearner(const StateGraph& graph, const SweepSetup& setup)
    : graph_(graph), setup_(setup), values_(graph.size()), policy_(first_policy(graph, setup)) {
  exact_ = setup.method == SweepMethod::kPolicyEvaluation ? policy_values(graph, policy_)
                                                          : optimal_values(graph);
}

Json SweepLearner::settings() const {
  return {{"learner", "dp"},
          {"method", name_of(setup_.method)},
          {"order", setup_.order == SweepOrder::kForward ? "forward" : "backward"},
          {"theta", setup_.theta},
          {"epsilon", setup_.epsilon},
          {"states", graph_.size()}};
}

void SweepLearner::step() {
  using enum SweepMethod;
  ++sweeps_;
  if (done_) return;
  SweepRule rule{Backup::kOptimal, setup_.order, 0, nullptr};
  if (setup_.method == kPrinted) rule.backup = Backup::kPrinted;
  if (setup_.method == kPolicyEvaluation || setup_.method == kPolicyIteration) {
    rule.backup = Backup::kPolicy;
    rule.policy = &policy_;
  }
  change_ = sweep(graph_, rule, values_);
  if (change_ >= setup_.theta) return;
  if (setup_.method == kPolicyIteration) {
    Policy better = greedy_policy(graph_, values_);
    if (better != policy_) {
      policy_ = std::move(better);
      ++improvements_;
      return;
    }
  }
  done_ = true;
}

void SweepLearner::advance(std::uint64_t steps, const std::stop_token& stop) {
  for (; steps > 0 && !stop.stop_requested(); --steps) step();
}

std::vector<Metric> SweepLearner::measure(const std::stop_token&) const {
  std::size_t wrong = 0;
  for (std::size_t s = 0; s < values_.size(); ++s) {
    wrong += std::abs(values_[s] - exact_[s]) > setup_.theta;
  }
  const auto metric = [](std::string name, double value) {
    return Metric{std::move(name), value, value, value};
  };
  return {metric("start_value", values_[0]), metric("change", change_),
          metric("wrong_states", static_cast<double>(wrong)),
          metric("improvements", improvements_)};
}

std::string SweepLearner::save() const {
  // The policy follows from the values it was made of, which sweeps under it have changed since.
  std::vector<std::uint32_t> taken;
  if (setup_.method == SweepMethod::kPolicyIteration) {
    for (std::uint32_t e = 0; e < graph_.edge_count(); ++e) {
      if (policy_[e] > 0.5) taken.push_back(e);
    }
  }
  return Json{{"sweeps", sweeps_}, {"improvements", improvements_},
              {"change", change_}, {"done", done_},
              {"values", values_}, {"taken", taken}}
      .dump();
}

Result<void> SweepLearner::load(std::string_view state) {
  const Json json = Json::parse(state, nullptr, false);
  try {
    auto values = json.at("values").get<StateValues>();
    if (values.size() != values_.size()) return no_state_of_sweeps();
    Policy policy = policy_;
    if (setup_.method == SweepMethod::kPolicyIteration) {
      policy.assign(policy.size(), 0);
      for (const std::uint32_t e : json.at("taken").get<std::vector<std::uint32_t>>()) {
        if (e >= policy.size()) return no_state_of_sweeps();
        policy[e] = 1;
      }
    }
    const auto sweeps = json.at("sweeps").get<std::uint64_t>();
    const auto improvements = json.at("improvements").get<int>();
    const auto change = json.at("change").get<double>();
    done_ = json.at("done").get<bool>();
    sweeps_ = sweeps;
    improvements_ = improvements;
    change_ = change;
    values_ = std::move(values);
    policy_ = std::move(policy);
    return {};
  } catch (const Json::exception&) {
    return no_state_of_sweeps();
  }
}

std::string SweepLearner::result() const {
  return write_qtable(action_table(graph_, values_).sorted(), 4);
}

}  // namespace sumi::lab
