// SPDX-License-Identifier: MIT
/// The order in which a book is built: which position is searched or added next.
#pragma once

#include "book/build/build_goal.h"
#include "book/build/leaf_team.h"
#include "book/store/book_entry.h"
#include "book/store/book_store.h"

#include <compare>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace sumi::book {

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

}  // namespace sumi::book
