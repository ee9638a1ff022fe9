// SPDX-License-Identifier: MIT
/// The order in which a book is built: which position is searched or added next.
#pragma once

#include "book/build/leaf_search.h"
#include "book/store/book_entry.h"
#include "book/store/book_store.h"

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace sumi::book {

// The positions that a book is to hold, and the part of a book that lies within such a goal.

/// Says which positions are to be in the book: those that its roots reach by moves that give away
/// at most max_loss each. As long as a position has no score, nobody knows what a move from it or
/// to it gives away; it counts as nothing, so that the search that gives the position a score comes
/// soon. If all moves of such a position stay in the book, only positions behind it can give it a
/// score, and they are within the goal, whatever `plies` says.
struct BuildGoal {
  std::vector<Board> roots{kStartBoard};  ///< One whose side must pass means the passed one.
  int plies = 24;  ///< Positions after so many moves from a root, at most (passes do not count).
  Value max_loss{4 * Value::kPerDisc};  ///< What one move may give away against the
                                        ///< position's best; from kInfinity on: any.
  Value max_deviation{kInfinity};       ///< What all moves on the way may give away together,
                                        ///< both sides'; from kInfinity on: any.
  int level = 21;                       ///< Leaves are searched with it (levels.h), 0..60.
  std::uint64_t max_positions = std::numeric_limits<std::uint64_t>::max();  ///< In the whole book.

  bool allows_loss(Value loss) const { return max_loss >= kInfinity || loss <= max_loss; }
  bool allows_deviation(Value deviation) const {
    return max_deviation >= kInfinity || deviation <= max_deviation;
  }
};

/// A position of the book within a goal.
struct GoalPosition {
  Board board;  ///< Canonical.
  int plies = 0;
  Value deviation{};  ///< What the moves give away together on the way that gives away least.
};

/// The positions within a goal that are in the book, by deviation, then by plies.
std::vector<GoalPosition> positions_within(const BookReader& book, const BuildGoal& goal);

/// The part of a book that lies within a goal, in memory: a walk through it takes about a
/// microsecond a position, where looking up children in the book takes fifty.
///
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

/// A list of what the goal still asks for, the most important first.
///
/// Every result of a search changes scores, and scores decide which positions belong to the goal
/// and how far from best play they are. So the list must be kept up to date, without going through
/// the whole book for every result. After a result only the position that was searched is planned
/// again. The whole goal is walked through when there have been as many results as a kRewalkPart-th
/// of its positions, and when the list is empty; when it is empty, the graph of positions is built
/// anew too.
///
/// A walk takes a microsecond a position, so walks add about kRewalkPart microseconds to each
/// result. Measured with 20,000 positions: 0.04 ms a search for planning, 0.3 ms to write a
/// result and plan its position again; a search at level 10 takes 5 ms.
class BuildPlan final : public LeafSource {
 public:
  enum class Kind {
    kBuild,   ///< Unsearched and stale leaves, and positions to add.
    kDeepen,  ///< Leaves that are unsearched, stale, or below the goal's level and not proven.
  };

  /// The plan keeps references to both. Nobody else may change the book while the plan exists.
  BuildPlan(BookStore& book, const BuildGoal& goal, Kind kind);

  std::optional<LeafTask> take(const std::atomic<bool>& stop) override;
  void put(const LeafTask& task, const Leaf& leaf) override;
  BuildProgress progress() const override;

  /// True if the goal asks for more positions than its max_positions allows.
  bool full() const { return full_; }

 private:
  static constexpr std::size_t kRewalkPart = 32;

  /// A piece of work; one that compares less is done first.
  struct Turn {
    bool last = false;  ///< It completes the book but can change no score.
    Value deviation{};
    int plies = 0;
    bool adds = false;  ///< The leaf's position is to be added; else the leaf is to be searched.
    GoalGraph::Id node = 0;

    friend auto operator<=>(const Turn&, const Turn&) = default;
  };

  void walk(const std::atomic<bool>& stop);
  void plan(GoalGraph::Id id);
  void plan(const GoalGraph::Way& way);
  void drop(GoalGraph::Id id);
  std::optional<Turn> turn(const GoalGraph::Way& way);
  std::optional<Turn> turn_to_search(const GoalGraph::Way& way) const;
  std::optional<Turn> turn_to_add(const GoalGraph::Way& way);
  bool at_work(const Board& board) const { return at_work_.contains(board); }
  std::optional<LeafTask> task_of(const Turn& turn);

  BookStore& book_;
  const BuildGoal& goal_;
  const Kind kind_;
  GoalGraph graph_;
  std::set<Turn> turns_;
  std::vector<std::optional<Turn>> turn_of_;  ///< [node]: its entry in turns_, if any.
  std::unordered_map<Board, bool, BoardHash>
      at_work_;                 ///< Canonical boards that threads work on; true: to be added.
  std::uint64_t adding_ = 0;    ///< Boards of at_work_ that are to be added.
  std::size_t since_walk_ = 0;  ///< Results since the last walk.
  bool walked_ = false, graph_is_new_ = true;
  bool full_ = false;
  BuildProgress progress_;
};

// Rounds: leaves of a book that any number of processes search at the same time, and the answers,
// which the book takes all at once.

struct LeafAnswer {
  LeafTask task;
  Leaf leaf;
};

/// The best `count` leaves to search, best first; fewer if the goal asks for no more at present,
/// and none if it has all that it may have. No board twice. Changes nothing. 50 us a position of
/// the goal.
std::vector<LeafTask> next_leaves(BookStore& book, const BuildGoal& goal, BuildPlan::Kind kind,
                                  std::size_t count);

struct TakenRound {
  std::uint64_t added = 0;     ///< Positions.
  std::uint64_t searched = 0;  ///< Leaves of positions that the book had.
  std::uint64_t ignored = 0;
};

/// Puts answers into the book, as one change. Their order does not matter. Ignores all but the
/// first one of a board, and one that the book has no use for: other moves lead out of it there
/// now, or it has a leaf of that level or a higher one that need not be searched again.
TakenRound take_answers(BookStore& book, const std::vector<LeafAnswer>& answers);

}  // namespace sumi::book
