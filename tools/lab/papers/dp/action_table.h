// SPDX-License-Identifier: MIT
/// Values of the 4x4 game as a table that the player `qtable` reads.
#pragma once

#include "engine/players/qtable.h"
#include "tools/lab/papers/dp/values.h"

namespace sumi::lab {

/// A row for each move, passes left out. `values` and `updates` are by edge, for the mover of the
/// state before it. Two states may be one board seen by either side: of their rows that with more
/// updates stays.
QTable action_table(const StateGraph& graph, const std::vector<double>& values,
                    const std::vector<std::uint64_t>& updates);

/// The same of values by state.
QTable action_table(const StateGraph& graph, const StateValues& values);

}  // namespace sumi::lab
