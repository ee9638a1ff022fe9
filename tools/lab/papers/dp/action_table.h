// SPDX-License-Identifier: MIT
/// Values of the 4x4 game as a table that the player `qtable` reads.
#pragma once

#include "engine/players/qtable.h"
#include "tools/lab/papers/dp/values.h"

namespace sumi::lab {

/// A row for each move, passes left out. `values` and `updates` have one number for each edge; a
/// value is for the side that moves along the edge. Two states may be one board seen by either
/// side: the row with more updates is then kept.
QTable action_table(const StateGraph& graph, const std::vector<double>& values,
                    const std::vector<std::uint64_t>& updates);

/// The table for values of states: a move is worth what it leads to.
QTable action_table(const StateGraph& graph, const StateValues& values);

}  // namespace sumi::lab
