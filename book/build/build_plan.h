// SPDX-License-Identifier: MIT
#pragma once

#include "book/build/leaf_search.h"
#include "book/store/book_entry.h"
#include "book/store/book_store.h"

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace sumi::book {

/// The positions wanted in a book: those reachable from its roots by moves that each lose at most
/// max_loss. A move from or to a position without a score loses 0, so that the position is searched
/// early. If all moves of a position stay in the book, only its children can give it a score; they
/// belong to the goal regardless of `plies`.
struct BuildGoal {
  std::vector<Board> roots{kStartBoard};  ///< A root that must pass represents the position after
                                          ///< the pass.
  int plies = 24;  ///< Maximum number of moves from a root, not counting passes.
  Value max_loss{4 * Value::kPerDisc};  ///< Maximum loss of a move; kInfinity: unlimited.
  Value max_deviation{kInfinity};  ///< Maximum sum of losses on the path; kInfinity: unlimited.
  int level = 21;                  ///< Level of leaf searches (levels.h), 0..60.
  std::uint64_t max_positions =
      std::numeric_limits<std::uint64_t>::max();  ///< Limit for the whole book.
  /// Returns the number of games that reached a position; may be empty. Each halving delays the
  /// leaf like a loss of half a disc, but does not change the goal.
  std::function<std::uint64_t(const Board&)> games{};

  bool allows_loss(Value loss) const { return max_loss >= kInfinity || loss <= max_loss; }
  bool allows_deviation(Value deviation) const {
    return max_deviation >= kInfinity || deviation <= max_deviation;
  }
};

struct GoalPosition {
  Board board;  ///< Canonical.
  int plies = 0;
  Value deviation{};  ///< The smallest sum of losses on a path to it.
};

/// The goal's positions in the book, by deviation, then by plies.
std::vector<GoalPosition> positions_within(const BookReader& book, const BuildGoal& goal);

/// The part of a book within a goal, in memory: about 140 bytes per position. Walks load new
/// positions (50 us each). Call refresh() after changes of the book; it does not update scores
/// outside the goal. Not thread-safe.
class GoalGraph {
 public:
  using Id = std::uint32_t;

  struct Edge {
    Id node = 0;
    bool same_side = false;
  };

  struct Node {
    Board board;           ///< Canonical.
    bool in_book = false;  ///< Only roots can be outside the book.
    bool loaded = false;   ///< The members below `score` are set.
    std::optional<Value> score{};
    Leaf leaf{};
    int level = -1;
    bool stale = false;
    std::vector<Edge> children{};
    std::vector<Id> parents{};  ///< Only loaded parents.

    /// From the last walk or, for newer positions, from their parents.
    std::optional<GoalPosition> location{};

    /// The loss of a move with this value; 0 if `value` or `score` is unknown.
    Value loss(const std::optional<Value>& value) const;
    /// Only a child can give the position a score.
    bool needs_child() const { return !score && leaf.state == Leaf::State::kNoMove; }
  };

  /// Requires: both outlive the graph.
  GoalGraph(const BookReader& book, const BuildGoal& goal) : book_(&book), goal_(&goal) {}

  std::size_t size() const { return nodes_.size(); }
  const Node& operator[](Id id) const { return nodes_[id]; }

  struct Path {
    Id to = 0;
    Value deviation{};
    int plies = 0;
  };

  /// Paths to all positions within the goal, and to roots outside the book, by deviation, then
  /// plies. A position has its path of least deviation, and shorter paths of greater deviation
  /// (possible if roots differ in the number of discs). Incomplete if `stop` is set.
  std::vector<Path> walk(const std::atomic<bool>& stop);

  /// Call after `board` was changed or added. Returns it, then the ancestors with a changed score,
  /// leaf or child.
  std::vector<Id> refresh(const Board& board);

 private:
  Id id_of(const Board& board);
  void load(Id id);
  bool load_score(Id id);
  void load_parents(Id id, std::vector<Id>& changed);
  void locate_by_parents(Id id);
  template <class Visit>
  void for_each_step(const Path& path, Visit&& visit) const;

  const BookReader* book_;
  const BuildGoal* goal_;
  std::vector<Node> nodes_;
  std::unordered_map<Board, Id, BoardHash> ids_;
};

/// A priority queue of the goal's remaining work.
///
/// Each result changes scores, and with them priorities and the positions within the goal. To save
/// time, a result re-plans only its position and changed ancestors. The whole goal is walked again
/// when the results reach 1/kRewalkPart of its positions, and when the queue is empty.
class BuildPlan final : public LeafSource {
 public:
  enum class Kind {
    kBuild,   ///< Unsearched and stale leaves, and new positions.
    kDeepen,  ///< Leaves that are unsearched, stale, or unproven below the goal's level.
  };

  /// Keeps references. Requires: nobody else changes the book.
  BuildPlan(BookStore& book, const BuildGoal& goal, Kind kind);

  std::optional<LeafTask> take(const std::atomic<bool>& stop) override;
  void put(const LeafTask& task, const Leaf& leaf) override;
  BuildProgress progress() const override;

  /// True if max_positions prevents additions.
  bool full() const { return full_; }

 private:
  static constexpr std::size_t kRewalkPart = 32;

  struct WorkItem {
    bool last = false;  ///< Completes the book, but cannot change a score.
    Value cost{};
    Value deviation{};
    int plies = 0;
    bool adds = false;  ///< Add the leaf's position; otherwise search the leaf.
    GoalGraph::Id node = 0;

    friend auto operator<=>(const WorkItem&, const WorkItem&) = default;
  };

  void walk(const std::atomic<bool>& stop);
  void plan(GoalGraph::Id id);
  void plan(const GoalGraph::Path& path);
  void drop(GoalGraph::Id id);
  std::optional<WorkItem> item(const GoalGraph::Path& path);
  std::optional<WorkItem> item_to_search(const GoalGraph::Path& path) const;
  std::optional<WorkItem> item_to_add(const GoalGraph::Path& path);
  Value rarity(const Board& board);
  bool in_progress(const Board& board) const { return in_progress_.contains(board); }
  std::optional<LeafTask> task_of(const WorkItem& item);

  BookStore& book_;
  const BuildGoal& goal_;
  const Kind kind_;
  GoalGraph graph_;
  std::set<WorkItem> queue_;
  std::vector<std::optional<WorkItem>> item_of_;  ///< [node]: its item in queue_.
  std::unordered_map<Board, bool, BoardHash>
      in_progress_;  ///< Canonical boards under search; true: to be added.
  std::uint64_t adding_ = 0;
  std::unordered_map<Board, Value, BoardHash> rarity_;
  std::size_t since_walk_ = 0;  ///< Results since the last walk.
  bool walked_ = false, graph_is_new_ = true;
  bool full_ = false;
  BuildProgress progress_;
};

// Rounds: several processes search leaves; the book takes all results at once.

struct LeafAnswer {
  LeafTask task;
  Leaf leaf;
};

/// At most `count` leaves to search, best first; none if the goal is complete. Takes 50 us per
/// position of the goal.
std::vector<LeafTask> next_leaves(BookStore& book, const BuildGoal& goal, BuildPlan::Kind kind,
                                  std::size_t count);

struct TakenRound {
  std::uint64_t added = 0;     ///< Positions.
  std::uint64_t searched = 0;  ///< Leaves of existing positions.
  std::uint64_t ignored = 0;
};

/// Stores answers as one change, in any order. Ignores duplicates of a board, obsolete answers
/// (other moves leave the book now), and answers below the level of a current leaf.
TakenRound take_answers(BookStore& book, const std::vector<LeafAnswer>& answers);

}  // namespace sumi::book
