// SPDX-License-Identifier: MIT
#include "book/build/build_plan.h"
#include "book/build/leaf_search.h"
#include "book/store/book_tree.h"

#include <algorithm>
#include <utility>

namespace sumi::book {

BuildPlan::BuildPlan(BookStore& book, const BuildGoal& goal, Kind kind)
    : book_(book), goal_(goal), kind_(kind), graph_(book, goal) {
  progress_.positions = book.size();
}

std::optional<LeafTask> BuildPlan::take(const std::atomic<bool>& stop) {
  if (!walked_ || since_walk_ > graph_.size() / kRewalkPart) walk(stop);
  while (!stop) {
    if (!turns_.empty()) {
      const Turn first = *turns_.begin();
      drop(first.node);
      if (auto task = task_of(first)) return task;
    } else if (!at_work_.empty() || (since_walk_ == 0 && graph_is_new_)) {
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
  if (at_work_.extract(task.board).mapped()) --adding_;
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
  progress.waiting = turns_.size() + at_work_.size();
  return progress;
}

void BuildPlan::walk(const std::atomic<bool>& stop) {
  turns_.clear();
  turn_of_.clear();
  full_ = false;
  for (const GoalGraph::Way& way : graph_.walk(stop)) {
    if (stop) break;
    plan(way);
  }
  since_walk_ = 0;
  walked_ = true;
}

void BuildPlan::plan(GoalGraph::Id id) {
  drop(id);
  const std::optional<GoalPosition>& place = graph_[id].place;
  if (place) plan(GoalGraph::Way{id, place->deviation, place->plies});
}

/// If several ways lead to a position, the first one for which there is work counts.
void BuildPlan::plan(const GoalGraph::Way& way) {
  turn_of_.resize(graph_.size());
  std::optional<Turn>& planned = turn_of_[way.to];
  if (planned) return;
  planned = turn(way);
  if (planned) turns_.insert(*planned);
}

void BuildPlan::drop(GoalGraph::Id id) {
  turn_of_.resize(graph_.size());
  if (const auto planned = std::exchange(turn_of_[id], std::nullopt)) turns_.erase(*planned);
}

std::optional<BuildPlan::Turn> BuildPlan::turn(const GoalGraph::Way& way) {
  const GoalGraph::Node& node = graph_[way.to];
  if (at_work(node.board)) return std::nullopt;
  const bool unsearched = node.in_book && node.leaf.state == Leaf::State::kUnsearched;
  if (unsearched || node.stale) return turn_to_search(way);
  if (kind_ == Kind::kBuild) return turn_to_add(way);
  const bool to_deepen = node.in_book && node.leaf.state == Leaf::State::kMove &&
                         !node.leaf.exact && node.level < goal_.level;
  return to_deepen ? std::optional(Turn{false, way.deviation, way.plies, false, way.to})
                   : std::nullopt;
}

/// The value of a stale leaf is a bound for what the search will find.
std::optional<BuildPlan::Turn> BuildPlan::turn_to_search(const GoalGraph::Way& way) const {
  const GoalGraph::Node& node = graph_[way.to];
  Turn turn{false, way.deviation, way.plies, false, way.to};
  if (node.stale && node.score && node.leaf.value <= *node.score) {
    const Value loss = node.loss(node.leaf.value);
    turn.deviation.units += loss.units;
    turn.last = way.plies >= goal_.plies || !goal_.allows_loss(loss) ||
                !goal_.allows_deviation(turn.deviation);
  }
  return turn;
}

std::optional<BuildPlan::Turn> BuildPlan::turn_to_add(const GoalGraph::Way& way) {
  const GoalGraph::Node& node = graph_[way.to];
  Turn turn{false, way.deviation, way.plies, true, way.to};
  if (node.in_book) {
    if (node.leaf.state != Leaf::State::kMove || way.plies >= goal_.plies) return std::nullopt;
    const Value loss = node.loss(node.leaf.value);
    turn.deviation.units += loss.units;
    if (!goal_.allows_loss(loss) || !goal_.allows_deviation(turn.deviation)) return std::nullopt;
    if (at_work(*position_after(node.board, node.leaf.move))) return std::nullopt;
  }
  if (progress_.positions + adding_ >= goal_.max_positions) {
    full_ = true;
    return std::nullopt;
  }
  return turn;
}

/// Nothing if the position to add is being searched already, by way of another one, or if the book
/// may not grow any more.
std::optional<LeafTask> BuildPlan::task_of(const Turn& turn) {
  const GoalGraph::Node& node = graph_[turn.node];
  Board board = node.board;
  if (turn.adds) {
    if (node.in_book) board = *position_after(board, node.leaf.move);
    if (at_work(board)) return std::nullopt;  // by a move of another position
    if (progress_.positions + adding_ >= goal_.max_positions) {
      full_ = true;
      return std::nullopt;
    }
    ++adding_;
  }
  at_work_.emplace(board, turn.adds);
  progress_.deviation = to_discs(turn.deviation);
  return LeafTask{board, moves_out(children(book_, board)), goal_.level};
}

}  // namespace sumi::book
