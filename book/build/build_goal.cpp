// SPDX-License-Identifier: MIT
/// The walk is Dijkstra's, with two lengths: deviation, and plies where those are limited.
#include "book/build/build_goal.h"
#include "book/store/book_tree.h"
#include "engine/game/symmetry.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

namespace sumi::book {
namespace {

/// A walk checks once in so many steps whether it is to stop; to load a position takes 50 us.
constexpr int kStepsBetweenLooks = 256;

bool later(const GoalGraph::Way& a, const GoalGraph::Way& b) {
  return std::tie(a.deviation, a.plies, a.to) > std::tie(b.deviation, b.plies, b.to);
}

}  // namespace

Value GoalGraph::Node::loss(const std::optional<Value>& value) const {
  return score && value ? Value{std::max(0, score->units - value->units)} : Value{};
}

template <class Visit>
void GoalGraph::for_each_step(const Way& way, Visit&& visit) const {
  const Node& from = nodes_[way.to];
  if (way.plies >= goal_->plies && !from.needs_child()) return;
  for (const Edge& edge : from.children) {
    std::optional<Value> value = nodes_[edge.node].score;
    if (value && !edge.same_side) value = -*value;
    const Value loss = from.loss(value);
    const Value deviation{way.deviation.units + loss.units};
    if (goal_->allows_loss(loss) && goal_->allows_deviation(deviation)) {
      visit(Way{edge.node, deviation, way.plies + 1});
    }
  }
}

std::vector<GoalGraph::Way> GoalGraph::walk(const std::atomic<bool>& stop) {
  for (Node& node : nodes_) node.place.reset();
  std::priority_queue<Way, std::vector<Way>, decltype(&later)> open(&later);
  for (const Board& root : goal_->roots) {
    if (const auto board = book_position(root)) open.push({id_of(*board), Value{}, 0});
  }
  std::vector<int> fewest_plies;
  std::vector<Way> ways;
  for (int steps = 0; !open.empty(); ++steps) {
    if (steps % kStepsBetweenLooks == 0 && stop) break;
    const Way way = open.top();
    open.pop();
    fewest_plies.resize(nodes_.size(), std::numeric_limits<int>::max());
    if (way.plies >= fewest_plies[way.to]) continue;
    fewest_plies[way.to] = way.plies;
    if (!nodes_[way.to].loaded) load(way.to);
    Node& node = nodes_[way.to];
    if (!node.place) node.place = GoalPosition{node.board, way.plies, way.deviation};
    ways.push_back(way);
    for_each_step(way, [&open](const Way& next) { open.push(next); });
  }
  return ways;
}

std::vector<GoalGraph::Id> GoalGraph::refresh(const Board& board) {
  const Id id = id_of(board);
  const bool is_new = !nodes_[id].in_book;
  std::vector<Id> changed{id};
  load(id);
  if (is_new) load_parents(id, changed);
  // The book has its new scores already, so load_score() finds each position changed once at most.
  for (std::size_t i = 0; i < changed.size(); ++i) {
    for (const Id parent : nodes_[changed[i]].parents) {
      if (load_score(parent)) changed.push_back(parent);
    }
  }
  if (!nodes_[id].place) place_behind_parents(id);
  return changed;
}

GoalGraph::Id GoalGraph::id_of(const Board& board) {
  const Board key = canonical(board).board;
  const auto [found, is_new] = ids_.try_emplace(key, static_cast<Id>(nodes_.size()));
  if (is_new) {
    nodes_.emplace_back();
    nodes_.back().board = key;
  }
  return found->second;
}

void GoalGraph::load(Id id) {
  const Board board = nodes_[id].board;
  nodes_[id].loaded = true;
  const std::optional<BookEntry> entry = book_->find(board);
  if (!entry) return;
  const std::vector<Child> moves = children(*book_, board);
  std::vector<Edge> edges;
  for (const Child& child : moves) {
    if (!child.entry) continue;
    const Id to = id_of(child.board);
    if (std::ranges::any_of(edges, [to](const Edge& edge) { return edge.node == to; })) continue;
    edges.push_back({to, child.same_side});
    Node& node = nodes_[to];
    node.in_book = true;
    node.score = child.entry->score;
    if (std::ranges::find(node.parents, id) == node.parents.end()) node.parents.push_back(id);
  }
  Node& node = nodes_[id];
  node.in_book = true;
  node.leaf = entry->leaf;
  node.level = entry->level;
  node.stale = is_stale(entry->leaf, moves);
  node.children = std::move(edges);
  node.score = entry->score;
}

/// Returns whether the score is another than before.
bool GoalGraph::load_score(Id id) {
  const std::optional<BookEntry> entry = book_->find(nodes_[id].board);
  return entry && std::exchange(nodes_[id].score, entry->score) != entry->score;
}

/// A new position has become a child, and may have made leaves stale.
void GoalGraph::load_parents(Id id, std::vector<Id>& changed) {
  for (const Board& parent : parents(*book_, nodes_[id].board)) {
    const auto known = ids_.find(parent);
    if (known == ids_.end() || !nodes_[known->second].loaded) continue;
    load(known->second);
    changed.push_back(known->second);
  }
}

void GoalGraph::place_behind_parents(Id id) {
  Node& node = nodes_[id];
  for (const Id parent : node.parents) {
    const std::optional<GoalPosition>& place = nodes_[parent].place;
    if (!place) continue;
    for_each_step({parent, place->deviation, place->plies}, [&node, id](const Way& way) {
      if (way.to != id || (node.place && node.place->deviation <= way.deviation)) return;
      node.place = GoalPosition{node.board, way.plies, way.deviation};
    });
  }
}

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
