// SPDX-License-Identifier: MIT
#include "tools/lab/papers/learn/measure.h"
#include "tools/lab/papers/systems/dp.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

namespace sumi::lab {
namespace {

int sign(int x) { return (x > 0) - (x < 0); }

double printed_value(const StateGraph& graph, std::uint32_t state, const StateValues& values) {
  if (graph.ends(state)) {
    const bool black = graph.position(state).to_move == Color::kBlack;
    return black ? end_value(graph, state) : -end_value(graph, state);
  }
  double best = -1;
  for (const StateEdge& edge : graph.edges(state)) best = std::max(best, values[edge.to]);
  return -best;
}

double backed_up(const StateGraph& graph, const SweepRule& rule, std::uint32_t state,
                 const StateValues& values) {
  if (rule.backup == Backup::kPrinted) return printed_value(graph, state, values);
  if (graph.ends(state)) return end_value(graph, state);
  const auto edges = graph.edges(state);
  double best = -1, mean = 0, expected = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const double value = move_value(graph, edges[i].to, values, rule.gamma);
    best = std::max(best, value);
    mean += value / static_cast<double>(edges.size());
    if (rule.policy) expected += (*rule.policy)[graph.first_edge(state) + i] * value;
  }
  if (rule.backup == Backup::kPolicy) return expected;
  return rule.backup == Backup::kOptimal ? best : (1 - rule.epsilon) * best + rule.epsilon * mean;
}

StateValues solved(const StateGraph& graph, const SweepRule& rule) {
  StateValues values(graph.size());
  sweep(graph, rule, values);
  return values;
}

}  // namespace

double end_value(const StateGraph& graph, std::uint32_t state) {
  const Board& board = graph.position(state).board;
  return sign(std::popcount(board.own) - std::popcount(board.opp));
}

double move_value(const StateGraph& graph, std::uint32_t to, const StateValues& values,
                  double gamma) {
  return 0 - (graph.ends(to) ? 1 : gamma) * values[to];  // no -0 for draws
}

std::uint32_t best_edge(const StateGraph& graph, std::uint32_t state, const StateValues& values,
                        double gamma) {
  const auto edges = graph.edges(state);
  const auto best = std::ranges::max_element(
      edges, {}, [&](const StateEdge& edge) { return move_value(graph, edge.to, values, gamma); });
  return graph.first_edge(state) + static_cast<std::uint32_t>(best - edges.begin());
}

Policy uniform_policy(const StateGraph& graph) {
  return soft_policy(graph, StateValues(graph.size()), 1);
}

Policy greedy_policy(const StateGraph& graph, const StateValues& values, double gamma) {
  return soft_policy(graph, values, 0, gamma);
}

Policy soft_policy(const StateGraph& graph, const StateValues& values, double epsilon,
                   double gamma) {
  Policy policy(graph.edge_count());
  for (std::uint32_t s = 0; s < graph.size(); ++s) {
    if (graph.ends(s)) continue;
    const std::size_t count = graph.edges(s).size();
    for (std::size_t i = 0; i < count; ++i) {
      policy[graph.first_edge(s) + i] = epsilon / static_cast<double>(count);
    }
    policy[best_edge(graph, s, values, gamma)] += 1 - epsilon;
  }
  return policy;
}

double sweep(const StateGraph& graph, const SweepRule& rule, StateValues& values) {
  double largest = 0;
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    const std::uint32_t s = rule.order == SweepOrder::kForward ? i : graph.size() - 1 - i;
    const double value = backed_up(graph, rule, s, values);
    largest = std::max(largest, std::abs(value - values[s]));
    values[s] = value;
  }
  return largest;
}

StateValues policy_values(const StateGraph& graph, const Policy& policy, double gamma) {
  return solved(graph, {Backup::kPolicy, SweepOrder::kBackward, 0, &policy, gamma});
}

StateValues optimal_values(const StateGraph& graph, double gamma) {
  return solved(graph, {Backup::kOptimal, SweepOrder::kBackward, 0, nullptr, gamma});
}

StateValues soft_optimal_values(const StateGraph& graph, double epsilon, double gamma) {
  return solved(graph, {Backup::kSoftOptimal, SweepOrder::kBackward, epsilon, nullptr, gamma});
}

double guaranteed_value(const StateGraph& graph, const Policy& policy, Color player,
                        std::uint32_t start) {
  StateValues values(graph.size());  // for the side to move, against an opponent who knows the
                                     // policy
  for (std::uint32_t s = graph.size(); s-- > start;) {
    if (graph.ends(s)) {
      values[s] = end_value(graph, s);
      continue;
    }
    const auto edges = graph.edges(s);
    values[s] = -1;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const bool chosen = policy[graph.first_edge(s) + i] > 0.5;
      if (graph.position(s).to_move == player) {
        if (chosen) values[s] = -values[edges[i].to];
      } else {
        values[s] = std::max(values[s], -values[edges[i].to]);
      }
    }
  }
  return graph.position(start).to_move == player ? values[start] : 0 - values[start];  // avoids -0
}

StateValues visit_probabilities(const StateGraph& graph, const Policy& policy,
                                std::uint32_t start) {
  StateValues shares(graph.size());
  shares[start] = 1;
  for (std::uint32_t s = start; s < graph.size(); ++s) {
    const auto edges = graph.edges(s);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      shares[edges[i].to] += shares[s] * policy[graph.first_edge(s) + i];
    }
  }
  return shares;
}

double weighted_error(const StateValues& values, const StateValues& exact,
                      const StateValues& weights) {
  double sum = 0, all = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double difference = values[i] - exact[i];
    sum += weights[i] * difference * difference;
    all += weights[i];
  }
  return all > 0 ? std::sqrt(sum / all) : 0;
}

QTable action_table(const StateGraph& graph, const std::vector<double>& values,
                    const std::vector<std::uint64_t>& updates) {
  QTable table;
  for (std::uint32_t s = 0; s < graph.size(); ++s) {
    for (std::uint32_t e = graph.first_edge(s); e < graph.first_edge(s + 1); ++e) {
      const Square square = graph.edge(e).square;
      if (square == Square::kPass) continue;
      QEntry& row = table.entry(graph.position(s).board, square, values[e]);
      if (row.updates >= updates[e]) continue;
      row.value = values[e];
      row.updates = updates[e];
    }
  }
  return table;
}

QTable action_table(const StateGraph& graph, const StateValues& values, double gamma) {
  std::vector<double> by_edge(graph.edge_count());
  for (std::uint32_t e = 0; e < graph.edge_count(); ++e) {
    by_edge[e] = move_value(graph, graph.edge(e).to, values, gamma);
  }
  return action_table(graph, by_edge, std::vector<std::uint64_t>(graph.edge_count(), 1));
}

namespace {

using protocol::Json;

constexpr std::string_view kNames[] = {"policy-evaluation", "policy-iteration", "value-iteration",
                                       "printed"};  ///< [SweepMethod]

Policy first_policy(const StateGraph& graph, const SweepSetup& setup) {
  if (setup.method == SweepMethod::kPolicyEvaluation) {
    return soft_policy(graph, optimal_values(graph, setup.gamma), setup.epsilon, setup.gamma);
  }
  return greedy_policy(graph, StateValues(graph.size()), setup.gamma);
}

Error no_state_of_sweeps() { return {ErrorCode::kBadFile, "the state is none of sweeps over 4x4"}; }

}  // namespace

std::string_view name_of(SweepMethod method) { return kNames[static_cast<std::size_t>(method)]; }

SweepLearner::SweepLearner(const StateGraph& graph, const SweepSetup& setup)
    : graph_(graph), setup_(setup), values_(graph.size()), policy_(first_policy(graph, setup)) {
  exact_ = setup.method == SweepMethod::kPolicyEvaluation
               ? policy_values(graph, policy_, setup.gamma)
               : optimal_values(graph, setup.gamma);
}

Json SweepLearner::settings() const {
  return {{"learner", "dp"},
          {"method", name_of(setup_.method)},
          {"order", setup_.order == SweepOrder::kForward ? "forward" : "backward"},
          {"theta", setup_.theta},
          {"epsilon", setup_.epsilon},
          {"gamma", setup_.gamma},
          {"states", graph_.size()}};
}

void SweepLearner::step() {
  using enum SweepMethod;
  ++sweeps_;
  if (done_) return;
  SweepRule rule{Backup::kOptimal, setup_.order, 0, nullptr, setup_.gamma};
  if (setup_.method == kPrinted) rule.backup = Backup::kPrinted;
  if (setup_.method == kPolicyEvaluation || setup_.method == kPolicyIteration) {
    rule.backup = Backup::kPolicy;
    rule.policy = &policy_;
  }
  change_ = sweep(graph_, rule, values_);
  if (change_ >= setup_.theta) return;
  if (setup_.method == kPolicyIteration) {
    Policy better = greedy_policy(graph_, values_, setup_.gamma);
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
  return {plain_metric("start_value", values_[0]), plain_metric("change", change_),
          plain_metric("wrong_states", static_cast<double>(wrong)),
          plain_metric("improvements", improvements_)};
}

std::string SweepLearner::save() const {
  // The policy derives from earlier values, not the current ones.
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
  return write_qtable(action_table(graph_, values_, setup_.gamma).sorted(), 4);
}

namespace {

using enum SamplingMethod;
using protocol::Json;

// Not tuned. Greedy returns vary only with the policy, so large steps just forget faster; returns
// of random moves are noisy and need small steps.
constexpr std::array<SamplingMethodRow, 7> kMethods{{
    {kPrediction, "mc-prediction", 1, 0, 2'000'000, "the values of the given policy"},
    {kTdPrediction, "td-prediction", 1, 0.005, 10'000'000, "the values of the given policy"},
    {kExploringStarts, "mc-exploring-starts", 0, 0.5, 10'000'000, "the optimum"},
    {kSoftMonteCarlo, "mc-soft", 0.1, 0.0005, 10'000'000, "the epsilon-soft optimum"},
    {kOffPolicy, "mc-off-policy", 0.5, 0.2, 10'000'000, "the optimum"},
    {kSarsa, "sarsa", 0.1, 0.001, 10'000'000, "the epsilon-soft optimum"},
    {kQLearning, "q-learning", 0.5, 0.5, 5'000'000, "the optimum"},
}};

Error no_state_of_episodes() {
  return {ErrorCode::kBadFile, "the state is none of episodes on 4x4"};
}

}  // namespace

std::span<const SamplingMethodRow> sampling_methods() { return kMethods; }

const SamplingMethodRow& row_of(SamplingMethod method) {
  return *std::ranges::find(kMethods, method, &SamplingMethodRow::method);
}

SamplingLearner::SamplingLearner(const StateGraph& graph, const SamplingSetup& setup)
    : graph_(graph), setup_(setup), source_states_(graph.edge_count()) {
  for (std::uint32_t s = 0; s < graph.size(); ++s) {
    std::fill(source_states_.begin() + graph.first_edge(s),
              source_states_.begin() + graph.first_edge(s + 1), s);
  }
  if (predicts()) {
    given_ = soft_policy(graph, optimal_values(graph, setup.gamma), setup.epsilon, setup.gamma);
    exact_ = policy_values(graph, given_, setup.gamma);
    weights_ = visit_probabilities(graph, given_, 0);
  } else {
    exact_ = soft_optimal_values(graph, target_epsilon(), setup.gamma);
    weights_ = visit_probabilities(graph,
                                   target_epsilon() > 0
                                       ? soft_policy(graph, exact_, target_epsilon(), setup.gamma)
                                       : uniform_policy(graph),
                                   0);
  }
  const std::size_t count = predicts() ? graph.size() : graph.edge_count();
  values_.resize(count);
  weight_sums_.resize(count);
  updates_.resize(count);
}

double SamplingLearner::play_epsilon() const {
  return setup_.method == kExploringStarts ? 0 : setup_.epsilon;
}

double SamplingLearner::target_epsilon() const {
  return setup_.method == kSoftMonteCarlo || setup_.method == kSarsa ? setup_.epsilon : 0;
}

std::uint32_t SamplingLearner::best(std::uint32_t state) const {
  const auto best = std::max_element(values_.begin() + graph_.first_edge(state),
                                     values_.begin() + graph_.first_edge(state + 1));
  return static_cast<std::uint32_t>(best - values_.begin());
}

double SamplingLearner::soft_value(std::uint32_t state, double epsilon) const {
  if (graph_.ends(state)) return end_value(graph_, state);
  const std::uint32_t first = graph_.first_edge(state), end = graph_.first_edge(state + 1);
  double sum = 0;
  for (std::uint32_t e = first; e < end; ++e) sum += values_[e];
  return (1 - epsilon) * values_[best(state)] + epsilon * sum / (end - first);
}

SamplingLearner::Visit SamplingLearner::choose(std::uint32_t state, SplitMix64& random) const {
  const std::uint32_t first = graph_.first_edge(state);
  const auto count = static_cast<int>(graph_.edges(state).size());
  const std::uint32_t greedy = best(state);
  const double epsilon = play_epsilon();
  std::uint32_t edge = greedy;
  if (epsilon > 0 && random.uniform() < epsilon) {
    edge = first + static_cast<std::uint32_t>(random.below(count));
  }
  return {state, edge, epsilon / count + (edge == greedy ? 1 - epsilon : 0)};
}

SamplingLearner::Visit SamplingLearner::choose_given(std::uint32_t state,
                                                     SplitMix64& random) const {
  double left = random.uniform();
  std::uint32_t edge = graph_.first_edge(state);
  for (const std::uint32_t last = graph_.first_edge(state + 1) - 1; edge < last; ++edge) {
    left -= given_[edge];
    if (left < 0) break;
  }
  return {state, edge, given_[edge]};
}

void SamplingLearner::play(SplitMix64& random, Episode& episode) {
  episode.count = 0;
  std::uint32_t state = 0;
  const auto take = [&](const Visit& visit) {
    assert(static_cast<std::size_t>(episode.count) < episode.visits.size());
    episode.visits[static_cast<std::size_t>(episode.count++)] = visit;
    state = graph_.edge(visit.edge).to;
  };
  if (setup_.method == kExploringStarts) {
    const auto edge =
        static_cast<std::uint32_t>(random.below(static_cast<int>(graph_.edge_count())));
    take({source_states_[edge], edge, 1});
  }
  while (!graph_.ends(state)) {
    take(predicts() ? choose_given(state, random) : choose(state, random));
  }
  episode.end = end_value(graph_, state);
}

void SamplingLearner::update(std::uint32_t at, double target, double weight) {
  weight_sums_[at] = (1 - setup_.step) * weight_sums_[at] + weight;
  values_[at] += weight / weight_sums_[at] * (target - values_[at]);
  ++updates_[at];
}

/// The value of what follows move `i`.
double SamplingLearner::discounted(double value, int i, const Episode& episode) const {
  return (i + 1 < episode.count ? setup_.gamma : 1) * value;
}

void SamplingLearner::learn_returns(const Episode& episode) {
  // States never repeat in a game, so every visit is a first visit.
  double result = episode.end;
  for (int i = episode.count; i-- > 0;) {
    result = -discounted(result, i, episode);
    const Visit& visit = episode.visits[static_cast<std::size_t>(i)];
    update(setup_.method == kPrediction ? visit.state : visit.edge, result, 1);
  }
}

void SamplingLearner::learn_off_policy(const Episode& episode) {
  double result = episode.end, weight = 1;
  for (int i = episode.count; i-- > 0;) {
    result = -discounted(result, i, episode);
    const Visit& visit = episode.visits[static_cast<std::size_t>(i)];
    update(visit.edge, result, weight);
    if (visit.edge != best(visit.state)) break;  // greedy play leaves the game here
    weight /= visit.probability;
  }
}

void SamplingLearner::learn_differences(const Episode& episode) {
  // States never repeat, so updating after the game equals updating during it.
  for (int i = 0; i < episode.count; ++i) {
    const Visit& visit = episode.visits[static_cast<std::size_t>(i)];
    const std::uint32_t next = graph_.edge(visit.edge).to;
    double value = episode.end;
    if (i + 1 < episode.count) {
      value = setup_.method == kTdPrediction ? values_[next]
              : setup_.method == kSarsa
                  ? values_[episode.visits[static_cast<std::size_t>(i + 1)].edge]
                  : values_[best(next)];
    }
    update(predicts() ? visit.state : visit.edge, -discounted(value, i, episode), 1);
  }
}

void SamplingLearner::advance(std::uint64_t steps, const std::stop_token& stop) {
  Episode episode;
  for (; steps > 0 && !stop.stop_requested(); --steps) {
    // One stream per episode: a run can resume at any episode.
    SplitMix64 random(mixed_seed(setup_.seed, episodes_));
    play(random, episode);
    switch (setup_.method) {
      case kPrediction:
      case kExploringStarts:
      case kSoftMonteCarlo:
        learn_returns(episode);
        break;
      case kOffPolicy:
        learn_off_policy(episode);
        break;
      case kTdPrediction:
      case kSarsa:
      case kQLearning:
        learn_differences(episode);
        break;
    }
    ++episodes_;
  }
}

StateValues SamplingLearner::values() const {
  if (predicts()) {
    StateValues values = values_;
    for (std::uint32_t s = 0; s < graph_.size(); ++s) {
      if (graph_.ends(s)) values[s] = end_value(graph_, s);
    }
    return values;
  }
  StateValues values(graph_.size());
  for (std::uint32_t s = 0; s < graph_.size(); ++s) values[s] = soft_value(s, target_epsilon());
  return values;
}

Policy SamplingLearner::greedy() const {
  if (predicts()) return greedy_policy(graph_, values(), setup_.gamma);
  Policy policy(graph_.edge_count());
  for (std::uint32_t s = 0; s < graph_.size(); ++s) {
    if (!graph_.ends(s)) policy[best(s)] = 1;
  }
  return policy;
}

Json SamplingLearner::settings() const {
  return {{"learner", "dp"},           {"method", row_of(setup_.method).name},
          {"epsilon", setup_.epsilon}, {"step", setup_.step},
          {"gamma", setup_.gamma},     {"seed", setup_.seed},
          {"states", graph_.size()}};
}

std::vector<Metric> SamplingLearner::measure(const std::stop_token&) const {
  const StateValues learned = values();
  const Policy policy = greedy();
  const auto guaranteed = [&](Color color) { return guaranteed_value(graph_, policy, color, 0); };
  return {plain_metric("start_value", learned[0]), plain_metric("exact_start_value", exact_[0]),
          plain_metric("error", weighted_error(learned, exact_, weights_)),
          plain_metric("guaranteed_black_value", guaranteed(Color::kBlack)),
          plain_metric("guaranteed_white_value", guaranteed(Color::kWhite))};
}

std::string SamplingLearner::save() const {
  return Json{
      {"episodes", episodes_}, {"values", values_}, {"masses", weight_sums_}, {"updates", updates_}}
      .dump();
}

Result<void> SamplingLearner::load(std::string_view state) {
  const Json json = Json::parse(state, nullptr, false);
  try {
    auto values = json.at("values").get<std::vector<double>>();
    auto masses = json.at("masses").get<std::vector<double>>();
    auto updates = json.at("updates").get<std::vector<std::uint64_t>>();
    const auto episodes = json.at("episodes").get<std::uint64_t>();
    if (values.size() != values_.size() || masses.size() != values.size() ||
        updates.size() != values.size()) {
      return no_state_of_episodes();
    }
    episodes_ = episodes;
    values_ = std::move(values);
    weight_sums_ = std::move(masses);
    updates_ = std::move(updates);
    return {};
  } catch (const Json::exception&) {
    return no_state_of_episodes();
  }
}

std::string SamplingLearner::result() const {
  const QTable table = predicts() ? action_table(graph_, values(), setup_.gamma)
                                  : action_table(graph_, values_, updates_);
  return write_qtable(table.sorted(), 4);
}

}  // namespace sumi::lab
