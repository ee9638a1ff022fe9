// SPDX-License-Identifier: MIT
/// Which position a book needs next.
#pragma once

#include "book/build/goal_graph.h"
#include "book/build/leaf_team.h"
#include "book/store/board_hash.h"
#include "book/store/book_store.h"

#include <compare>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace sumi::book {

/// What is missing within a goal, best first. Scores move with every result, and with them what
/// lies within the goal and how far from best play. What a result changes at its own place is
/// planned anew at once; all else by a walk through the goal whenever a part of it (kRewalkPart)
/// has changed, and when nothing seems to be missing: by then also with a new graph. A walk takes a
/// microsecond a position, so that a result costs kRewalkPart of these. Measured with 20,000
/// positions: 0.04 ms a search for all of that together, and 0.3 ms to write what it found and look
/// at its place again, where a search at level 10 takes 5 ms.
class BuildPlan final : public LeafSource {
 public:
  enum class Kind {
    kBuild,   ///< Unsearched and stale leaves, and positions to add.
    kDeepen,  ///< Leaves that are unsearched, stale, or of a lower level and not proven.
  };

  /// Both are used until the end, the book by nobody else.
  BuildPlan(BookStore& book, const BuildGoal& goal, Kind kind);

  std::optional<LeafTask> take(const std::atomic<bool>& stop) override;
  void put(const LeafTask& task, const Leaf& leaf) override;
  BuildProgress progress() const override;

  /// Positions are missing that max_positions does not allow.
  bool full() const { return full_; }

 private:
  static constexpr std::size_t kRewalkPart = 32;

  /// The order of what is to be done.
  struct Turn {
    bool last = false;  ///< Needed only for the book to be complete: no score can come of it.
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
  std::vector<std::optional<Turn>> turn_of_;            ///< By node; what of it is in turns_.
  std::unordered_map<Board, bool, BoardHash> at_work_;  ///< Canonical; true: to be added.
  std::uint64_t adding_ = 0;                            ///< Of those at work.
  std::size_t since_walk_ = 0;                          ///< Results.
  bool walked_ = false, graph_is_new_ = true;
  bool full_ = false;
  BuildProgress progress_;
};

}  // namespace sumi::book
