// SPDX-License-Identifier: MIT
/// The search from the root: iterative deepening, then an exact solution when it is near.
#pragma once

#include "engine/core/endgame/solve.h"
#include "engine/core/midgame.h"
#include "engine/search_core.h"

#include <algorithm>

namespace sumi::SUMI_ISA {

/// One search of one position in which the side to move has a move; see SearchCore::search().
template <Evaluator E, int N>
class Root {
 public:
  Root(SearchThread& thread, const E& eval, const Board& root, const SearchLimits& limits,
       SearchMonitor& monitor)
      : thread_(thread),
        root_(root),
        empties_(count_empties<N>(root)),
        limits_(limits),
        monitor_(monitor),
        midgame_(thread, eval, root) {}

  SearchReport run();

 private:
  /// What searching all root moves in a window found.
  struct Outcome {
    Value value = -kInfinity;
    Square move = Square::kPass;  ///< The best of the moves searched before a stop, if any.
  };

  /// Solving costs about as much as a midgame search that reaches this many plies less deep.
  static constexpr int kSolveLeap = 10;
  /// Depth of the searches that order the moves before a demanded solution.
  static constexpr int kPreludeDepth = 6;
  /// Up to this many empties a solution needs no prelude.
  static constexpr int kNoPreludeEmpties = 10;
  /// Half the first aspiration window.
  static constexpr int kAspiration = 3 * Value::kPerDisc;
  /// Depth from which on the last value is good enough to aspire to.
  static constexpr int kMinAspirationDepth = 4;

  void list_root_moves();
  bool deepen(int to_depth);
  bool solve();

  /// Searches all root moves; `child_value(square, alpha, beta)` is the value of one for us.
  template <class ChildValue>
  Outcome search_moves(Value alpha, Value beta, ChildValue&& child_value);
  Outcome search_depth(int depth);
  Outcome solve_window(int alpha, int beta);

  /// Records a finished iteration and asks whether to go on.
  bool report(int depth, bool exact, Value lower, Value upper, Square best);
  void adopt_unfinished(const Outcome& outcome);
  void start_line(Square best);
  void follow_table(std::size_t max_plies);
  void follow_exact(int score);
  Board end_of_line() const;

  SearchThread& thread_;
  const Board root_;
  const int empties_;
  const SearchLimits& limits_;
  SearchMonitor& monitor_;
  Midgame<E, N> midgame_;
  StaticVector<Square, 34> moves_;  ///< In the order to search them.
  SearchReport report_;
};

template <Evaluator E, int N>
SearchReport Root<E, N>::run() {
  list_root_moves();
  const int depth_limit = limits_.depth.value_or(N * N);
  const bool solve_now = empties_ <= limits_.exact_at_empties.value_or(0);
  const bool solve_later = depth_limit >= empties_;
  int depth = depth_limit;
  if (solve_later) depth = std::max(empties_ - kSolveLeap, std::min(kPreludeDepth, empties_ - 1));
  if (solve_now) depth = empties_ <= kNoPreludeEmpties ? 0 : kPreludeDepth;
  const bool go_on = deepen(depth);
  if (go_on && (solve_now || solve_later)) solve();
  report_.nodes = thread_.nodes;
  return report_;
}

template <Evaluator E, int N>
void Root<E, N>::list_root_moves() {
  MoveList moves;
  list_endgame_moves<N>(root_, legal_moves<N>(root_), {}, nullptr, moves);
  for (std::size_t i = 0; i < moves.size(); ++i) moves_.push_back(pick_best(moves, i).square);
  start_line(moves_[0]);  // something to play if we are stopped at once
}

template <Evaluator E, int N>
bool Root<E, N>::deepen(int to_depth) {
  for (int depth = 1; depth <= to_depth; ++depth) {
    const Outcome outcome = search_depth(depth);
    if (thread_.stopped()) {
      adopt_unfinished(outcome);
      return false;
    }
    if (!report(depth, false, outcome.value, outcome.value, outcome.move)) return false;
  }
  return true;
}

template <Evaluator E, int N>
typename Root<E, N>::Outcome Root<E, N>::search_depth(int depth) {
  const auto child = [&](Square s, Value alpha, Value beta) {
    return midgame_.search_child(root_, s, depth, alpha, beta);
  };
  Value alpha = -kInfinity, beta = kInfinity;
  if (depth >= kMinAspirationDepth) {
    alpha = std::max(alpha, Value{report_.value().units - kAspiration});
    beta = std::min(beta, Value{report_.value().units + kAspiration});
  }
  while (true) {
    const Outcome outcome = search_moves(alpha, beta, child);
    if (thread_.stopped()) return outcome;
    if (outcome.value <= alpha && alpha > -kInfinity) {
      alpha = -kInfinity;
    } else if (outcome.value >= beta && beta < kInfinity) {
      beta = kInfinity;
    } else {
      return outcome;
    }
  }
}

template <Evaluator E, int N>
template <class ChildValue>
typename Root<E, N>::Outcome Root<E, N>::search_moves(Value alpha, Value beta,
                                                      ChildValue&& child_value) {
  Outcome best;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const Square s = moves_[i];
    const Value low = std::max(alpha, best.value);
    Value value = i == 0 ? child_value(s, low, beta) : child_value(s, low, {low.units + 1});
    if (i != 0 && low < value && value < beta) value = child_value(s, low, beta);
    if (thread_.stopped()) return best;
    if (value <= best.value) continue;
    best = {value, s};
    // To the front: it is the first to try in the next search.
    std::rotate(moves_.begin(), moves_.begin() + i, moves_.begin() + i + 1);
    if (value >= beta) break;
  }
  return best;
}

template <Evaluator E, int N>
bool Root<E, N>::solve() {
  int alpha = -N * N, beta = N * N;
  if (limits_.win_loss_draw) {
    alpha = -1, beta = 1;
  }
  const Outcome outcome = solve_window(alpha, beta);
  if (thread_.stopped()) {
    adopt_unfinished(outcome);
    return false;
  }
  const int score = outcome.value.units / Value::kPerDisc;
  const Value lower = score > alpha ? outcome.value : to_value({-N * N});
  const Value upper = score < beta ? outcome.value : to_value({N * N});
  return report(empties_, true, lower, upper, outcome.move);
}

template <Evaluator E, int N>
typename Root<E, N>::Outcome Root<E, N>::solve_window(int alpha, int beta) {
  // Discs are coarser than values: a null window between two values becomes one between two
  // scores when alpha is rounded down.
  const auto floor_discs = [](Value v) { return v.units >> 7; };
  static_assert(Value::kPerDisc == 1 << 7);
  return search_moves(to_value({alpha}), to_value({beta}), [&](Square s, Value low, Value high) {
    const int low_discs = floor_discs(low);
    const int high_discs = std::max(floor_discs(high), low_discs + 1);
    ++thread_.nodes;
    return to_value({-sumi::SUMI_ISA::solve<N>(thread_, play(root_, s), -high_discs, -low_discs)});
  });
}

template <Evaluator E, int N>
bool Root<E, N>::report(int depth, bool exact, Value lower, Value upper, Square best) {
  report_.depth = depth;
  report_.exact = exact;
  report_.lower = lower;
  report_.upper = upper;
  start_line(best);
  if (exact && lower == upper) {
    follow_exact(lower.units / Value::kPerDisc);
  } else {
    follow_table(static_cast<std::size_t>(depth));
  }
  report_.nodes = thread_.nodes;
  return monitor_.on_iteration(report_);
}

template <Evaluator E, int N>
void Root<E, N>::adopt_unfinished(const Outcome& outcome) {
  // The best move so far was searched first. Whatever beat it is better, the rest unknown.
  if (outcome.move == Square::kPass || outcome.move == report_.move()) return;
  start_line(outcome.move);
  follow_table(static_cast<std::size_t>(report_.depth));
}

template <Evaluator E, int N>
void Root<E, N>::start_line(Square best) {
  report_.line.clear();
  report_.line.push_back(best);
}

template <Evaluator E, int N>
Board Root<E, N>::end_of_line() const {
  Board b = root_;
  for (const Square s : report_.line) b = s == Square::kPass ? b.passed() : play(b, s);
  return b;
}

template <Evaluator E, int N>
void Root<E, N>::follow_table(std::size_t max_plies) {
  Board b = end_of_line();
  while (report_.line.size() < max_plies) {
    Square next = Square::kPass;
    if (legal_moves<N>(b) != 0) {
      const std::optional<TtData> known = thread_.tt.probe(b, hash(b));
      if (!known || known->best == Square::kPass) return;
      next = known->best;
    } else if (legal_moves<N>(b.passed()) == 0) {
      return;
    }
    report_.line.push_back(next);
    b = next == Square::kPass ? b.passed() : play(b, next);
  }
}

/// Extends the line to the end of the game. The table has forgotten some of it, so each move is
/// proven again by null windows; that costs little beside the solution.
template <Evaluator E, int N>
void Root<E, N>::follow_exact(int score) {
  Board b = end_of_line();
  int value = report_.line.size() % 2 == 1 ? -score : score;  // for b's side to move
  while (!thread_.stopped()) {
    const Bitboard legal = legal_moves<N>(b);
    if (legal == 0) {
      if (legal_moves<N>(b.passed()) == 0) return;
      report_.line.push_back(Square::kPass);
      b = b.passed();
      value = -value;
      continue;
    }
    const std::optional<TtData> known = thread_.tt.probe(b, hash(b));
    MoveList moves;
    list_endgame_moves<N>(b, legal, {known ? known->best : Square::kPass, Square::kPass}, nullptr,
                          moves);
    Square next = Square::kPass;
    for (std::size_t i = 0; i < moves.size() && next == Square::kPass; ++i) {
      const OrderedMove& move = pick_best(moves, i);
      ++thread_.nodes;
      if (sumi::SUMI_ISA::solve<N>(thread_, move.child, -value, -value + 1) <= -value) {
        next = move.square;
      }
    }
    if (thread_.stopped() || next == Square::kPass) return;
    report_.line.push_back(next);
    b = play(b, next);
    value = -value;
  }
}

}  // namespace sumi::SUMI_ISA
