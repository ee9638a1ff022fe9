// SPDX-License-Identifier: MIT
#include "book/build/build_plan.h"
#include "book/store/book_tree.h"
#include "engine/game/symmetry.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>
#include <utility>

namespace sumi::book {

// Walks use Dijkstra's algorithm with two lengths: deviation, then plies.

namespace {

/// Steps between polls of `stop`. Loading a position takes 50 us.
constexpr int kStepsBetweenLooks = 256;

bool later(const GoalGraph::Path& a, const GoalGraph::Path& b) {
  return std::tie(a.deviation, a.plies, a.to) > std::tie(b.deviation, b.plies, b.to);
}

}  // namespace

Value GoalGraph::Node::loss(const std::optional<Value>& value) const {
  return score && value ? Value{std::max(0, score->units - value->units)} : Value{};
}

template <class Visit>
void GoalGraph::for_each_step(const Path& path, Visit&& visit) const {
  const Node& from = nodes_[path.to];
  if (path.plies >= goal_->plies && !from.needs_child()) return;
  for (const Edge& edge : from.children) {
    std::optional<Value> value = nodes_[edge.node].score;
    if (value && !edge.same_side) value = -*value;
    const Value loss = from.loss(value);
    const Value deviation{path.deviation.units + loss.units};
    if (goal_->allows_loss(loss) && goal_->allows_deviation(deviation)) {
      visit(Path{edge.node, deviation, path.plies + 1});
    }
  }
}

std::vector<GoalGraph::Path> GoalGraph::walk(const std::atomic<bool>& stop) {
  for (Node& node : nodes_) node.location.reset();
  std::priority_queue<Path, std::vector<Path>, decltype(&later)> open(&later);
  for (const Board& root : goal_->roots) {
    if (const auto board = book_position(root)) open.push({id_of(*board), Value{}, 0});
  }
  std::vector<int> fewest_plies;
  std::vector<Path> paths;
  for (int steps = 0; !open.empty(); ++steps) {
    if (steps % kStepsBetweenLooks == 0 && stop) break;
    const Path path = open.top();
    open.pop();
    fewest_plies.resize(nodes_.size(), std::numeric_limits<int>::max());
    if (path.plies >= fewest_plies[path.to]) continue;
    fewest_plies[path.to] = path.plies;
    if (!nodes_[path.to].loaded) load(path.to);
    Node& node = nodes_[path.to];
    if (!node.location) node.location = GoalPosition{node.board, path.plies, path.deviation};
    paths.push_back(path);
    for_each_step(path, [&open](const Path& next) { open.push(next); });
  }
  return paths;
}

std::vector<GoalGraph::Id> GoalGraph::refresh(const Board& board) {
  const Id id = id_of(board);
  const bool is_new = !nodes_[id].in_book;
  std::vector<Id> changed{id};
  load(id);
  if (is_new) load_parents(id, changed);
  // The book has final scores, so each position changes at most once.
  for (std::size_t i = 0; i < changed.size(); ++i) {
    for (const Id parent : nodes_[changed[i]].parents) {
      if (load_score(parent)) changed.push_back(parent);
    }
  }
  if (!nodes_[id].location) locate_by_parents(id);
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

bool GoalGraph::load_score(Id id) {
  const std::optional<BookEntry> entry = book_->find(nodes_[id].board);
  return entry && std::exchange(nodes_[id].score, entry->score) != entry->score;
}

/// A new child may make leaves stale.
void GoalGraph::load_parents(Id id, std::vector<Id>& changed) {
  for (const Board& parent : parents(*book_, nodes_[id].board)) {
    const auto known = ids_.find(parent);
    if (known == ids_.end() || !nodes_[known->second].loaded) continue;
    load(known->second);
    changed.push_back(known->second);
  }
}

void GoalGraph::locate_by_parents(Id id) {
  Node& node = nodes_[id];
  for (const Id parent : node.parents) {
    const std::optional<GoalPosition>& location = nodes_[parent].location;
    if (!location) continue;
    for_each_step({parent, location->deviation, location->plies}, [&node, id](const Path& path) {
      if (path.to != id || (node.location && node.location->deviation <= path.deviation)) return;
      node.location = GoalPosition{node.board, path.plies, path.deviation};
    });
  }
}

std::vector<GoalPosition> positions_within(const BookReader& book, const BuildGoal& goal) {
  GoalGraph graph(book, goal);
  std::vector<bool> listed;
  std::vector<GoalPosition> positions;
  for (const GoalGraph::Path& path : graph.walk(std::atomic<bool>(false))) {
    listed.resize(graph.size());
    const GoalGraph::Node& node = graph[path.to];
    if (!node.in_book || listed[path.to]) continue;
    listed[path.to] = true;
    positions.push_back(*node.location);
  }
  return positions;
}

BuildPlan::BuildPlan(BookStore& book, const BuildGoal& goal, Kind kind)
    : book_(book), goal_(goal), kind_(kind), graph_(book, goal) {
  progress_.positions = book.size();
}

std::optional<LeafTask> BuildPlan::take(const std::atomic<bool>& stop) {
  if (!walked_ || since_walk_ > graph_.size() / kRewalkPart) walk(stop);
  while (!stop) {
    if (!queue_.empty()) {
      const WorkItem first = *queue_.begin();
      drop(first.node);
      if (auto task = task_of(first)) return task;
    } else if (!in_progress_.empty() || (since_walk_ == 0 && graph_is_new_)) {
      return std::nullopt;
    } else {
      if (since_walk_ == 0) {
        graph_ = GoalGraph(book_, goal_);
        graph_is_new_ = true;
      }
      walk(stop);
    }
  }
  return std::nullopt;
}

void BuildPlan::put(const LeafTask& task, const Leaf& leaf) {
  ++progress_.searched;
  if (in_progress_.extract(task.board).mapped()) --adding_;
  if (put_leaf(book_, task.board, leaf, task.level)) {
    ++progress_.added;
    ++progress_.positions;
  }
  ++since_walk_;
  graph_is_new_ = false;
  for (const GoalGraph::Id id : graph_.refresh(task.board)) plan(id);
}

BuildProgress BuildPlan::progress() const {
  BuildProgress progress = progress_;
  progress.waiting = queue_.size() + in_progress_.size();
  return progress;
}

void BuildPlan::walk(const std::atomic<bool>& stop) {
  queue_.clear();
  item_of_.clear();
  full_ = false;
  for (const GoalGraph::Path& path : graph_.walk(stop)) {
    if (stop) break;
    plan(path);
  }
  since_walk_ = 0;
  walked_ = true;
}

void BuildPlan::plan(GoalGraph::Id id) {
  drop(id);
  const std::optional<GoalPosition>& location = graph_[id].location;
  if (location) plan(GoalGraph::Path{id, location->deviation, location->plies});
}

/// The first path that yields a work item determines the position's.
void BuildPlan::plan(const GoalGraph::Path& path) {
  item_of_.resize(graph_.size());
  std::optional<WorkItem>& planned = item_of_[path.to];
  if (planned) return;
  planned = item(path);
  if (!planned) return;
  planned->cost = Value{planned->deviation.units + rarity(graph_[path.to].board).units};
  queue_.insert(*planned);
}

void BuildPlan::drop(GoalGraph::Id id) {
  item_of_.resize(graph_.size());
  if (const auto planned = std::exchange(item_of_[id], std::nullopt)) queue_.erase(*planned);
}

std::optional<BuildPlan::WorkItem> BuildPlan::item(const GoalGraph::Path& path) {
  const GoalGraph::Node& node = graph_[path.to];
  if (in_progress(node.board)) return std::nullopt;
  const bool unsearched = node.in_book && node.leaf.state == Leaf::State::kUnsearched;
  if (unsearched || node.stale) return item_to_search(path);
  if (kind_ == Kind::kBuild) return item_to_add(path);
  const bool to_deepen = node.in_book && node.leaf.state == Leaf::State::kMove &&
                         !node.leaf.exact && node.level < goal_.level;
  return to_deepen ? std::optional(WorkItem{false, {}, path.deviation, path.plies, false, path.to})
                   : std::nullopt;
}

/// The cost added to a position's leaf because few games reached the position. Moves that leave the
/// book are not weighted: the leaf comes first, even if a worse move is more popular.
Value BuildPlan::rarity(const Board& board) {
  constexpr double kHalving = 0.5 * Value::kPerDisc;
  if (!goal_.games) return {};
  const auto [known, is_new] = rarity_.try_emplace(canonical(board).board);
  if (is_new) {
    // Positions without games follow those with one.
    const auto weight = [](std::uint64_t games) { return static_cast<double>(games) + 0.5; };
    const double all = weight(goal_.games(goal_.roots.front()));
    const double halvings = std::log2(all / weight(goal_.games(board)));
    known->second = Value{std::max(0, static_cast<int>(std::lround(kHalving * halvings)))};
  }
  return known->second;
}

/// A stale leaf's value is an upper bound of its new one.
std::optional<BuildPlan::WorkItem> BuildPlan::item_to_search(const GoalGraph::Path& path) const {
  const GoalGraph::Node& node = graph_[path.to];
  WorkItem item{false, {}, path.deviation, path.plies, false, path.to};
  if (node.stale && node.score && node.leaf.value <= *node.score) {
    const Value loss = node.loss(node.leaf.value);
    item.deviation.units += loss.units;
    item.last = path.plies >= goal_.plies || !goal_.allows_loss(loss) ||
                !goal_.allows_deviation(item.deviation);
  }
  return item;
}

std::optional<BuildPlan::WorkItem> BuildPlan::item_to_add(const GoalGraph::Path& path) {
  const GoalGraph::Node& node = graph_[path.to];
  WorkItem item{false, {}, path.deviation, path.plies, true, path.to};
  if (node.in_book) {
    if (node.leaf.state != Leaf::State::kMove || path.plies >= goal_.plies) return std::nullopt;
    const Value loss = node.loss(node.leaf.value);
    item.deviation.units += loss.units;
    if (!goal_.allows_loss(loss) || !goal_.allows_deviation(item.deviation)) return std::nullopt;
    if (in_progress(*position_after(node.board, node.leaf.move))) return std::nullopt;
  }
  if (progress_.positions + adding_ >= goal_.max_positions) {
    full_ = true;
    return std::nullopt;
  }
  return item;
}

/// Nothing if another node adds the position, or if the book is full.
std::optional<LeafTask> BuildPlan::task_of(const WorkItem& item) {
  const GoalGraph::Node& node = graph_[item.node];
  Board board = node.board;
  if (item.adds) {
    if (node.in_book) board = *position_after(board, node.leaf.move);
    if (in_progress(board)) return std::nullopt;
    if (progress_.positions + adding_ >= goal_.max_positions) {
      full_ = true;
      return std::nullopt;
    }
    ++adding_;
  }
  in_progress_.emplace(board, item.adds);
  progress_.deviation = to_discs(item.deviation);
  return LeafTask{board, moves_out(children(book_, board)), goal_.level};
}

namespace {

bool has_use_for(const BookReader& book, const LeafTask& task) {
  const std::vector<Child> moves = children(book, task.board);
  if (moves_out(moves) != task.moves) return false;
  const std::optional<BookEntry> known = book.find(task.board);
  return !known || known->level < task.level || needs_search(known->leaf, moves);
}

}  // namespace

std::vector<LeafTask> next_leaves(BookStore& book, const BuildGoal& goal, BuildPlan::Kind kind,
                                  std::size_t count) {
  const std::atomic<bool> stop = false;
  BuildPlan plan(book, goal, kind);
  std::vector<LeafTask> leaves;
  while (leaves.size() < count) {
    const std::optional<LeafTask> leaf = plan.take(stop);
    if (!leaf) break;
    leaves.push_back(*leaf);
  }
  return leaves;
}

TakenRound take_answers(BookStore& book, const std::vector<LeafAnswer>& answers) {
  std::set<Board, BoardOrder> boards;
  std::vector<const LeafAnswer*> useful;
  for (const LeafAnswer& answer : answers) {
    if (has_use_for(book, answer.task) && boards.insert(answer.task.board).second) {
      useful.push_back(&answer);
    }
  }
  TakenRound taken;
  taken.ignored = answers.size() - useful.size();
  book.change([&] {
    for (const LeafAnswer* const answer : useful) {
      const LeafTask& task = answer->task;
      ++(put_leaf(book, task.board, answer->leaf, task.level) ? taken.added : taken.searched);
    }
  });
  return taken;
}

}  // namespace sumi::book
