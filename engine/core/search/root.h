// SPDX-License-Identifier: MIT
/// The search from the root: iterative deepening, then an exact solution when it is near.
#pragma once

#include "engine/core/search/move_ordering.h"
#include "engine/core/search/search_thread.h"
#include "engine/search_core.h"

namespace sumi::SUMI_ISA {

/// The searches of the moves of a root. All that Root knows of an evaluator is in here, so that it
/// is compiled once for all of them.
class RootSearches {
 public:
  virtual void set_root(const Board& root) = 0;
  virtual int selectivity() const = 0;
  virtual void set_selectivity(int selectivity) = 0;

  /// The value of the child of the root after move `s`, for the root's side to move.
  virtual Value search_child(const Board& root, Square s, int depth, Value alpha, Value beta) = 0;

  /// The score of `b` in discs for its side to move; at selectivity 100 it is exact.
  virtual int solve(const Board& b, int alpha, int beta) = 0;

 protected:
  ~RootSearches() = default;
};

/// One search of one position in which the side to move has a move; see SearchCore::search().
/// Instantiated for N = 4, 6, 8.
template <int N>
class Root {
 public:
  Root(SearchThread& thread, RootSearches& searches, const Board& root, const SearchLimits& limits,
       SearchMonitor& monitor)
      : thread_(thread),
        searches_(searches),
        root_(root),
        empties_(count_empties<N>(root)),
        limits_(limits),
        monitor_(monitor) {
    searches_.set_root(root);
  }

  SearchReport run();

 private:
  struct MoveValue {
    Square move;
    Value value;
  };
  /// Root moves with their values, best first; a value inside the window is exact. After a stop
  /// only some moves are there.
  using Outcome = StaticVector<MoveValue, kMaxLegalMoves>;

  /// Depth of the searches that order the moves before a demanded solution, unless
  /// SearchParameters::prelude_leap makes them deeper.
  static constexpr int kPreludeDepth = 6;
  static constexpr int kMostWindows = 8;  ///< Of a solution, before the one that was asked for.
  /// How many plies before the end of the game a search of full width goes over to solving.
  static constexpr int kFullWidthLeap = 10;
  /// Up to this many empties a solution needs no prelude.
  static constexpr int kNoPreludeEmpties = 10;
  /// Depth from which on the last value is good enough to aspire to.
  static constexpr int kMinAspirationDepth = 4;

  void list_root_moves();
  int first_depth();
  static bool mirrors_earlier(const MoveList& moves, std::size_t i);
  bool deepen(int from_depth, int to_depth);
  bool solve(bool demanded);

  /// Searches the root moves; `child_value(square, alpha, beta)` is the value of one for us.
  template <class ChildValue>
  Outcome search_moves(Value alpha, Value beta, ChildValue&& child_value);
  Outcome search_depth(int depth);
  Outcome search_midgame(int depth, Value alpha, Value beta);
  Outcome search_to_end(int alpha, int beta);
  Outcome search_score(int alpha, int beta);

  /// The value that a move must beat to be reported, given the moves `found` so far.
  Value bar(const Outcome& found) const;
  /// True if more than the best move is asked for.
  bool wants_several() const { return limits_.candidates > 1 || limits_.margin > Value{0}; }
  void search_first(const Outcome& outcome);

  /// Records a finished iteration and asks whether to go on.
  bool report(int depth, bool exact, const Outcome& outcome, Value alpha, Value beta);
  void adopt_unfinished();
  void follow_table(Line& line, std::size_t max_plies);
  void follow_exact(Line& line, int score);
  Board end_of(const Line& line) const;

  SearchThread& thread_;
  RootSearches& searches_;
  const Board root_;
  const int empties_;
  const SearchLimits& limits_;
  SearchMonitor& monitor_;
  StaticVector<Square, kMaxLegalMoves> moves_;  ///< Root moves, in the order to search them.
  SearchReport report_;
};

}  // namespace sumi::SUMI_ISA
