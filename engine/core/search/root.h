// SPDX-License-Identifier: MIT
/// Root search: iterative deepening, then the exact solution if near.
#pragma once

#include "engine/core/search/move_ordering.h"
#include "engine/core/search/search_thread.h"
#include "engine/search_core.h"

namespace sumi::SUMI_ISA {

/// Hides the evaluator, so that Root is compiled only once.
class RootSearches {
 public:
  virtual void set_root(const Board& root) = 0;
  virtual int selectivity() const = 0;
  virtual void set_selectivity(int selectivity) = 0;

  /// For the root's side to move.
  virtual Value search_child(const Board& root, Square s, int depth, Value alpha, Value beta) = 0;

  /// In discs for the side to move of `b`; exact at selectivity 100.
  virtual int solve(const Board& b, int alpha, int beta) = 0;

 protected:
  ~RootSearches() = default;
};

/// One search of a position with at least one move; see SearchCore::search(). Instantiated for N =
/// 4, 6, 8.
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
  /// Root moves with values, best first. Values inside the window are exact. Incomplete after a
  /// stop.
  using Outcome = StaticVector<MoveValue, kMaxLegalMoves>;

  /// Of the presearch, which orders the moves before a requested solve; see
  /// SearchParameters::presearch_distance.
  static constexpr int kMinPresearchDepth = 6;
  static constexpr int kMaxWindows = 8;  ///< Before the full window.
  /// Plies before the end at which a full-width search starts solving.
  static constexpr int kFullWidthSolveDistance = 10;
  /// No presearch up to this many empties.
  static constexpr int kNoPresearchEmpties = 10;
  /// For aspiration windows.
  static constexpr int kMinAspirationDepth = 4;

  void generate_root_moves();
  int first_depth();
  static bool mirrors_earlier(const MoveList& moves, std::size_t i);
  bool deepen(int from_depth, int to_depth);
  bool solve(bool demanded);

  /// child_value(square, alpha, beta) returns the value of a root move.
  template <class ChildValue>
  Outcome search_moves(Value alpha, Value beta, ChildValue&& child_value);
  Outcome search_depth(int depth);
  Outcome search_midgame(int depth, Value alpha, Value beta);
  Outcome search_to_end(int alpha, int beta);
  Outcome search_score(int alpha, int beta);

  /// Moves above this value are reported, given the moves `found` so far.
  Value report_threshold(const Outcome& found) const;
  bool wants_several() const { return limits_.candidates > 1 || limits_.margin > Value{0}; }
  void search_first(const Outcome& outcome);

  /// Reports an iteration. False: stop the search.
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
  StaticVector<Square, kMaxLegalMoves> moves_;
  SearchReport report_;
};

}  // namespace sumi::SUMI_ISA
