// SPDX-License-Identifier: MIT
/// The part of a book that lies within a goal, in memory: a walk through it takes about a
/// microsecond a position, where looking up children in the book takes fifty.
#pragma once

#include "book/build/build_goal.h"
#include "book/store/board_hash.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace sumi::book {

/// Reads the positions of the book that walks reach, and learns of later changes only through
/// refresh(). Scores of positions outside the goal may be out of date where a change inside it has
/// reached them; those of a new graph are not. About 140 bytes a position. One thread at a time.
class GoalGraph {
 public:
  using Id = std::uint32_t;  ///< In the order in which positions were met.

  struct Edge {
    Id node = 0;
    bool same_side = false;
  };

  struct Node {
    Board board;           ///< Canonical.
    bool in_book = false;  ///< Only roots may be outside.
    bool loaded = false;   ///< The members below `score` are known.
    std::optional<Value> score{};
    Leaf leaf{};
    int level = -1;
    bool stale = false;
    std::vector<Edge> children{};
    std::vector<Id> parents{};  ///< Parents that are loaded.

    /// The place that the last walk found. A position that came in since is placed behind the
    /// parents that it had then.
    std::optional<GoalPosition> place{};

    /// What a move of this value gives away; 0 as long as `value` or `score` is unknown.
    Value loss(const std::optional<Value>& value) const;
    /// No leaf can give it a score, only a child.
    bool needs_child() const { return !score && leaf.state == Leaf::State::kNoMove; }
  };

  /// Requires: both outlive the graph.
  GoalGraph(const BookReader& book, const BuildGoal& goal) : book_(&book), goal_(&goal) {}

  std::size_t size() const { return nodes_.size(); }
  const Node& operator[](Id id) const { return nodes_[id]; }

  /// A way to a position within the goal.
  struct Way {
    Id to = 0;
    Value deviation{};
    int plies = 0;
  };

  /// The ways to all positions within the goal, and to roots that are not in the book, by
  /// deviation, then plies: to each position the one that gives away least, and those of fewer
  /// plies than all before, which there are if roots differ in their discs. Ends early, with less,
  /// when `stop` is set.
  std::vector<Way> walk(const std::atomic<bool>& stop);

  /// `board` was changed in the book, or has come in. Returns the positions whose score, leaf or
  /// children are others now: itself first, then those that lead to it.
  std::vector<Id> refresh(const Board& board);

 private:
  Id id_of(const Board& board);
  void load(Id id);
  bool load_score(Id id);
  void load_parents(Id id, std::vector<Id>& changed);
  void place_behind_parents(Id id);
  /// Calls `visit(child, its way)` for the children within the goal by this way.
  template <class Visit>
  void for_each_step(const Way& way, Visit&& visit) const;

  const BookReader* book_;
  const BuildGoal* goal_;
  std::vector<Node> nodes_;
  std::unordered_map<Board, Id, BoardHash> ids_;  ///< The Id of each canonical board.
};

}  // namespace sumi::book
