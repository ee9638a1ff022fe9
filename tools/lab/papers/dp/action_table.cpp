// SPDX-License-Identifier: MIT
#include "tools/lab/papers/dp/action_table.h"

namespace sumi::lab {

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
