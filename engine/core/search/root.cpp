// SPDX-License-Identifier: MIT
#include "engine/core/search/root.h"
#include "engine/core/search/solve_tuning.h"
#include "engine/game/symmetry.h"

#include <algorithm>

namespace sumi::SUMI_ISA {

template <int N>
SearchReport Root<N>::run() {
  generate_root_moves();
  const int depth_limit = limits_.depth.value_or(N * N);
  const bool solve_now = empties_ <= limits_.exact_at_empties.value_or(0);
  const bool solve_later = depth_limit >= empties_;
  int depth = depth_limit;
  const SearchParameters& parameters = thread_.parameters;
  if (solve_later) {
    // Selective depths to within a few plies of the end cost less than solving, and order its
    // moves. At full width solving is cheaper.
    const int distance =
        limits_.selectivity < 100 ? parameters.solve_distance : kFullWidthSolveDistance;
    depth = std::max(empties_ - distance, std::min(kMinPresearchDepth, empties_ - 1));
  }
  if (solve_now) {
    depth = empties_ <= kNoPresearchEmpties
                ? 0
                : std::max(kMinPresearchDepth, empties_ - parameters.presearch_distance);
    if (empties_ >= kSolveStages[0].min_empties_demanded) {
      searches_.set_selectivity(kSolveStages[0].selectivity);
    }
  }
  const bool completed = deepen(std::min(first_depth(), std::max(depth, 1)), depth);
  if (completed && (solve_now || solve_later)) solve(solve_now);
  report_.nodes = thread_.all_nodes();
  return report_;
}

template <int N>
void Root<N>::generate_root_moves() {
  const Bitboard legal = legal_moves<N>(root_);
  const Bitboard wanted = legal & limits_.moves;
  MoveList moves;
  generate_endgame_moves<N>(root_, wanted != 0 ? wanted : legal, {}, nullptr, moves);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const OrderedMove& move = pick_best(moves, i);
    if (wants_several() || !mirrors_earlier(moves, i)) moves_.push_back(move.square);
  }
  report_.line.push_back(moves_[0]);  // in case of an immediate stop
}

/// Depth of the first iteration. Adopts the headstart as the result, in case of an immediate stop.
template <int N>
int Root<N>::first_depth() {
  const Headstart& known = limits_.headstart;
  std::size_t at = 0;
  while (at < moves_.size() && moves_[at] != known.best) ++at;
  if (known.depth == 0 || at == moves_.size()) return 1;
  for (; at > 0; --at) std::swap(moves_[at], moves_[at - 1]);
  report_.line.clear();
  report_.line.push_back(known.best);
  report_.lower = report_.upper = known.value;
  report_.depth = known.depth;
  report_.selectivity = searches_.selectivity();
  return known.depth;
}

/// True if an earlier move leads to a symmetric board, whose value is the same.
template <int N>
bool Root<N>::mirrors_earlier(const MoveList& moves, std::size_t i) {
  const Board child = canonical(moves[i].child).board;
  for (std::size_t earlier = 0; earlier < i; ++earlier) {
    if (canonical(moves[earlier].child).board == child) return true;
  }
  return false;
}

template <int N>
bool Root<N>::deepen(int from_depth, int to_depth) {
  for (int depth = from_depth; depth <= to_depth; ++depth) {
    const Outcome outcome = search_depth(depth);
    if (thread_.stopped()) {
      adopt_unfinished();
      return false;
    }
    if (!report(depth, false, outcome, limits_.alpha, limits_.beta)) return false;
  }
  return true;
}

template <int N>
typename Root<N>::Outcome Root<N>::search_depth(int depth) {
  Value alpha = limits_.alpha, beta = limits_.beta;
  if (depth >= kMinAspirationDepth && !wants_several()) {
    // Around the last value, within the requested window.
    const int last = report_.value().units;
    const int half = thread_.parameters.aspiration * Value::kPerDisc;
    const Value low = std::max(alpha, Value{last - half});
    const Value high = std::min(beta, Value{last + half});
    if (low < high) alpha = low, beta = high;
  }
  while (true) {
    const Outcome outcome = search_midgame(depth, alpha, beta);
    if (thread_.stopped()) return outcome;
    const Value best = outcome[0].value;
    if (best <= alpha && alpha > limits_.alpha) {
      alpha = limits_.alpha;
    } else if (best >= beta && beta < limits_.beta) {
      beta = limits_.beta;
    } else {
      return outcome;
    }
  }
}

template <int N>
typename Root<N>::Outcome Root<N>::search_midgame(int depth, Value alpha, Value beta) {
  return search_moves(alpha, beta, [&](Square s, Value low, Value high) {
    return searches_.search_child(root_, s, depth, low, high);
  });
}

template <int N>
template <class ChildValue>
typename Root<N>::Outcome Root<N>::search_moves(Value alpha, Value beta, ChildValue&& child_value) {
  Outcome found;
  for (const Square s : moves_) {
    const Value low = std::max(alpha, report_threshold(found));
    const bool first = found.size() < static_cast<std::size_t>(limits_.candidates);
    Value value = first ? child_value(s, low, beta) : child_value(s, low, {low.units + 1});
    if (!first && low < value && value < beta) value = child_value(s, low, beta);
    if (thread_.stopped()) break;
    // Insert after equal values: the first of equal bounds is a proven value.
    found.push_back({s, value});
    for (std::size_t i = found.size() - 1; i > 0 && found[i - 1].value < value; --i) {
      std::swap(found[i], found[i - 1]);
    }
    if (value >= beta && !wants_several()) break;
  }
  // After a fail-low the moves are not ranked.
  if (!found.empty() && found[0].value > alpha) search_first(found);
  return found;
}

template <int N>
Value Root<N>::report_threshold(const Outcome& found) const {
  const std::size_t wanted = static_cast<std::size_t>(limits_.candidates);
  if (found.size() < wanted) return -kInfinity;
  const Value last = found[wanted - 1].value;
  if (limits_.margin <= Value{0}) return last;
  return std::min(last, Value{found[0].value.units - limits_.margin.units - 1});
}

/// Moves the best moves to the front; the others keep their order. No std::rotate: clang would emit
/// a weak copy per level.
template <int N>
void Root<N>::search_first(const Outcome& outcome) {
  const std::size_t reported =
      wants_several() ? outcome.size() : std::min<std::size_t>(1, outcome.size());
  for (std::size_t i = 0; i < reported; ++i) {
    std::size_t at = i;
    while (moves_[at] != outcome[i].move) ++at;
    for (; at > i; --at) std::swap(moves_[at], moves_[at - 1]);
  }
}

template <int N>
bool Root<N>::solve(bool demanded) {
  // Scores are coarser than values: widen the window to whole discs.
  const auto floor_discs = [](Value v) {
    return std::clamp(v.units >> 7, -N * N, N * N);  // an arithmetic shift rounds down
  };
  static_assert(Value::kPerDisc == 1 << 7);
  int alpha = floor_discs(limits_.alpha);
  int beta = std::max(-floor_discs(-limits_.beta), alpha + 1);
  if (limits_.win_loss_draw) alpha = -1, beta = 1;

  for (const SolveStage& stage : kSolveStages) {
    if (empties_ < (demanded ? stage.min_empties_demanded : stage.min_empties_reached)) continue;
    const int selectivity = stage.selectivity;
    searches_.set_selectivity(selectivity);
    const Outcome outcome = search_score(alpha, beta);
    if (thread_.stopped()) {
      adopt_unfinished();
      return false;
    }
    if (!report(empties_, selectivity == 100, outcome, to_value({alpha}), to_value({beta}))) {
      return false;
    }
  }
  return true;
}

template <int N>
typename Root<N>::Outcome Root<N>::search_score(int alpha, int beta) {
  if (wants_several() || report_.depth == 0) return search_to_end(alpha, beta);
  int score = report_.value().units / (2 * Value::kPerDisc) * 2;
  // After a failure, widen the window on that side. Selective searches may contradict each other
  // (above 4, below 5), so limit the number of windows.
  const int half = thread_.parameters.solve_aspiration;
  int below = half, above = half;
  for (int i = 0; i < kMaxWindows && below <= 4 * half && above <= 4 * half; ++i) {
    const int low = std::max(alpha, score - below), high = std::min(beta, score + above);
    if (low >= high) break;
    const Outcome outcome = search_to_end(low, high);
    if (thread_.stopped()) return outcome;
    score = outcome[0].value.units / Value::kPerDisc;
    if (score <= low && low > alpha) {
      above = 1;
      below *= 2;
    } else if (score >= high && high < beta) {
      below = 1;
      above *= 2;
    } else {
      return outcome;
    }
  }
  return search_to_end(alpha, beta);
}

template <int N>
typename Root<N>::Outcome Root<N>::search_to_end(int alpha, int beta) {
  return search_moves(to_value({alpha}), to_value({beta}), [&](Square s, Value low, Value high) {
    const int low_discs = low.units >> 7;
    const int high_discs = std::max(high.units >> 7, low_discs + 1);
    ++thread_.nodes;
    return to_value({-searches_.solve(play(root_, s), -high_discs, -low_discs)});
  });
}

template <int N>
bool Root<N>::report(int depth, bool exact, const Outcome& outcome, Value alpha, Value beta) {
  report_.depth = depth;
  report_.exact = exact;
  report_.selectivity = searches_.selectivity();
  report_.others.clear();
  const Value last = report_threshold(outcome);
  for (std::size_t i = 0; i < outcome.size(); ++i) {
    const auto [move, value] = outcome[i];
    if (i >= static_cast<std::size_t>(limits_.candidates) && value <= last) break;
    Candidate candidate;
    // The extreme scores are exact, not bounds.
    const bool above = value > alpha || value <= to_value({-N * N});
    const bool below = value < beta || value >= to_value({N * N});
    candidate.lower = above ? value : exact ? to_value({-N * N}) : -kInfinity;
    candidate.upper = below ? value : exact ? to_value({N * N}) : kInfinity;
    candidate.line.push_back(move);
    if (exact && candidate.lower == candidate.upper) {
      follow_exact(candidate.line, value.units / Value::kPerDisc);
    } else {
      follow_table(candidate.line, static_cast<std::size_t>(depth));
    }
    if (i == 0) {
      static_cast<Candidate&>(report_) = candidate;
    } else {
      report_.others.push_back(candidate);
    }
  }
  report_.nodes = thread_.all_nodes();
  return monitor_.on_iteration(report_);
}

/// After a stop, moves_[0] is the best move of the last iteration, or a better move found since.
/// Reports it first, then the former best move; no move twice.
template <int N>
void Root<N>::adopt_unfinished() {
  if (moves_[0] == report_.move()) return;
  auto& others = report_.others;
  if (!others.empty()) {
    std::size_t at = 0;
    while (at + 1 < others.size() && others[at].move() != moves_[0]) ++at;
    for (; at > 0; --at) others[at] = others[at - 1];
    others[0] = report_;
  }
  report_.line.clear();
  report_.line.push_back(moves_[0]);
  follow_table(report_.line, static_cast<std::size_t>(report_.depth));
}

template <int N>
Board Root<N>::end_of(const Line& line) const {
  Board b = root_;
  for (const Square s : line) b = s == Square::kPass ? b.passed() : play(b, s);
  return b;
}

template <int N>
void Root<N>::follow_table(Line& line, std::size_t max_plies) {
  Board b = end_of(line);
  while (line.size() < max_plies) {
    Square next = Square::kPass;
    if (legal_moves<N>(b) != 0) {
      const std::optional<TtData> known = thread_.tt.probe(b, hash(b));
      if (!known || known->best == Square::kPass) return;
      next = known->best;
    } else if (legal_moves<N>(b.passed()) == 0) {
      return;
    }
    line.push_back(next);
    b = next == Square::kPass ? b.passed() : play(b, next);
  }
}

/// Extends the line to the end of the game. Null-window searches prove each move cheaply, because
/// the table may have lost entries.
template <int N>
void Root<N>::follow_exact(Line& line, int score) {
  Board b = end_of(line);
  int value = line.size() % 2 == 1 ? -score : score;  // for the side to move of `b`
  while (!thread_.stopped()) {
    const Bitboard legal = legal_moves<N>(b);
    if (legal == 0) {
      if (legal_moves<N>(b.passed()) == 0) return;
      line.push_back(Square::kPass);
      b = b.passed();
      value = -value;
      continue;
    }
    const std::optional<TtData> known = thread_.tt.probe(b, hash(b));
    MoveList moves;
    generate_endgame_moves<N>(b, legal, {known ? known->best : Square::kPass, Square::kPass},
                              nullptr, moves);
    Square next = Square::kPass;
    for (std::size_t i = 0; i < moves.size() && next == Square::kPass; ++i) {
      const OrderedMove& move = pick_best(moves, i);
      ++thread_.nodes;
      if (searches_.solve(move.child, -value, -value + 1) <= -value) {
        next = move.square;
      }
    }
    if (thread_.stopped() || next == Square::kPass) return;
    line.push_back(next);
    b = play(b, next);
    value = -value;
  }
}

template class Root<4>;
template class Root<6>;
template class Root<8>;

}  // namespace sumi::SUMI_ISA
