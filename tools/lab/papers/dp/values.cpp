// SPDX-License-Identifier: MIT
#include "tools/lab/papers/dp/values.h"

#include <algorithm>
#include <bit>
#include <cmath>

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
    const double value = -values[edges[i].to];
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

std::uint32_t best_edge(const StateGraph& graph, std::uint32_t state, const StateValues& values) {
  const auto edges = graph.edges(state);
  const auto best =
      std::ranges::min_element(edges, {}, [&](const StateEdge& edge) { return values[edge.to]; });
  return graph.first_edge(state) + static_cast<std::uint32_t>(best - edges.begin());
}

Policy uniform_policy(const StateGraph& graph) {
  return soft_policy(graph, StateValues(graph.size()), 1);
}

Policy greedy_policy(const StateGraph& graph, const StateValues& values) {
  return soft_policy(graph, values, 0);
}

Policy soft_policy(const StateGraph& graph, const StateValues& values, double epsilon) {
  Policy policy(graph.edge_count());
  for (std::uint32_t s = 0; s < graph.size(); ++s) {
    if (graph.ends(s)) continue;
    const std::size_t count = graph.edges(s).size();
    for (std::size_t i = 0; i < count; ++i) {
      policy[graph.first_edge(s) + i] = epsilon / static_cast<double>(count);
    }
    policy[best_edge(graph, s, values)] += 1 - epsilon;
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

StateValues policy_values(const StateGraph& graph, const Policy& policy) {
  return solved(graph, {Backup::kPolicy, SweepOrder::kBackward, 0, &policy});
}

StateValues optimal_values(const StateGraph& graph) {
  return solved(graph, {Backup::kOptimal, SweepOrder::kBackward, 0, nullptr});
}

StateValues soft_optimal_values(const StateGraph& graph, double epsilon) {
  return solved(graph, {Backup::kSoftOptimal, SweepOrder::kBackward, epsilon, nullptr});
}

double guaranteed_value(const StateGraph& graph, const Policy& policy, Color player,
                        std::uint32_t start) {
  StateValues values(graph.size());  // of the mover, the other side knowing what is to come
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
  return graph.position(start).to_move == player ? values[start] : 0 - values[start];  // no -0
}

StateValues visit_shares(const StateGraph& graph, const Policy& policy, std::uint32_t start) {
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

QTable action_table(const StateGraph& graph, const StateValues& values) {
  std::vector<double> by_edge(graph.edge_count());
  // Not negated: that would make -0 of a draw.
  for (std::uint32_t e = 0; e < graph.edge_count(); ++e) by_edge[e] = 0 - values[graph.edge(e).to];
  return action_table(graph, by_edge, std::vector<std::uint64_t>(graph.edge_count(), 1));
}

}  // namespace sumi::lab
