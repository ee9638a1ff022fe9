// SPDX-License-Identifier: MIT
/// The 4x4 game as a decision process, and what dynamic programming says of it (Sugita 2002; R.
/// Sutton and A. Barto, "Reinforcement Learning", chapter 4).
///
/// One policy plays both sides. Values are the mover's: 1 won, 0 drawn, -1 lost, else the negated
/// value of the state after the move or the pass. As sides alternate along every edge of a
/// StateGraph, that is one rule for all states, and the game is a process of one player.
#pragma once

#include "engine/game/state_graph.h"
#include "engine/players/qtable.h"

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

}  // namespace sumi::lab
