// SPDX-License-Identifier: MIT
#include "book/build/build_goal.h"
#include "book/build/goal_graph.h"

#include <atomic>

namespace sumi::book {

std::vector<GoalPosition> positions_within(const BookReader& book, const BuildGoal& goal) {
  GoalGraph graph(book, goal);
  std::vector<bool> listed;
  std::vector<GoalPosition> positions;
  for (const GoalGraph::Way& way : graph.walk(std::atomic<bool>(false))) {
    listed.resize(graph.size());
    const GoalGraph::Node& node = graph[way.to];
    if (!node.in_book || listed[way.to]) continue;
    listed[way.to] = true;
    positions.push_back(*node.place);
  }
  return positions;
}

}  // namespace sumi::book
