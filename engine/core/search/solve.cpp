// SPDX-License-Identifier: MIT
#include "engine/core/search/move_ordering.h"
#include "engine/core/search/solve.h"
#include "engine/core/search/transposition_table.h"

namespace sumi::SUMI_ISA {
namespace {

/// Null-window search: is `b` worth more than `alpha`?
template <int N>
int solve_null(SearchThread& thread, const Board& b, int alpha, int empties) {
  const Bitboard all = empty_squares<N>(b);
  const Bitboard odd = odd_quadrants(all);
  const auto near = [&]<int kEmpties>() {
    return solve_near<N, kEmpties>(thread, b, legal_moves<N>(b), odd, hash(b), alpha);
  };
  switch (empties) {
    case 0:
      return final_discs<N>(b);
    case 1:
      return solve_1<N>(thread, b, first_square(all), alpha);
    case 2:
      return solve_2<N>(thread, b, first_square(all), first_square(all & (all - 1)), alpha);
    case 3:
      return solve_3<N>(thread, b, odd, alpha);
    case 4:
      return solve_4<N>(thread, b, legal_moves<N>(b), odd, alpha);
    case 5:
      return near.template operator()<5>();
    case 6:
      return near.template operator()<6>();
    case 7:
      return near.template operator()<7>();
    case 8:
      return near.template operator()<8>();
    case 9:
      return near.template operator()<9>();
    default:
      static_assert(kTableMinEmpties <= 11);
      return near.template operator()<10>();
  }
}

/// Solves fewer than kTableMinEmpties empties with any window. Bisects wider windows, which are
/// rare, into null windows.
template <int N>
int solve_window(SearchThread& thread, const Board& b, int alpha, int beta, int empties) {
  int lower = kNoScore, upper = -kNoScore;  // bounds of the score
  int threshold = beta - alpha > 1 ? (alpha + beta) / 2 : alpha;
  while (true) {
    const int score = solve_null<N>(thread, b, threshold, empties);
    (score > threshold ? lower : upper) = score;
    if (lower == upper || lower >= beta) return lower;
    if (upper <= alpha) return upper;
    const int low = alpha > lower ? alpha : lower, high = beta < upper ? beta : upper;
    threshold = (low + high - 1) / 2;
  }
}

template <int N>
int solve_ordered(SearchThread& thread, const Board& b, std::uint64_t b_hash, int alpha, int beta,
                  int empties) {
  if (thread.should_stop()) return alpha;

  if (int upper = 0; stability_cuts<N>(thread, b, alpha, empties, upper)) return upper;
  const Bitboard legal = legal_moves<N>(b);
  if (legal == 0) {
    const Board passed = b.passed();
    if (legal_moves<N>(passed) == 0) return final_discs<N>(b);
    return -solve_ordered<N>(thread, passed, hash(passed), -beta, -alpha, empties);
  }

  const KnownScore<N> known(thread.tt.probe(b, b_hash), empties, 100);
  if (known.lower >= beta) return known.lower;
  if (known.upper <= alpha) return known.upper;
  if (known.lower == known.upper) return known.lower;

  MoveList moves;
  const bool children_in_table = empties - 1 >= kTableMinEmpties;
  generate_endgame_moves<N>(b, legal, known.moves, children_in_table ? &thread.tt : nullptr, moves);
  int best = kNoScore;
  if (children_in_table && reply_in_table_cuts<N>(thread, moves, beta, empties - 1, 100, best)) {
    return best;
  }

  Square best_move = Square::kPass;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const OrderedMove& move = pick_best(moves, i);
    ++thread.nodes;
    const auto child = [&](int low, int high) {
      return children_in_table
                 ? -solve_ordered<N>(thread, move.child, move.hash, -high, -low, empties - 1)
                 : -solve_window<N>(thread, move.child, -high, -low, empties - 1);
    };
    const int score = score_of_move(i == 0, alpha > best ? alpha : best, beta, child);
    if (thread.stopped()) return alpha;
    if (score > best) {
      best = score;
      best_move = move.square;
      if (best >= beta) break;
    }
  }
  store_result<N>(thread, b, b_hash, known, alpha, beta, best, best_move, empties, 100);
  return best;
}

}  // namespace

template <int N>
int solve(SearchThread& thread, const Board& b, std::uint64_t b_hash, int alpha, int beta,
          int empties) {
  if (empties < kTableMinEmpties) return solve_window<N>(thread, b, alpha, beta, empties);
  return solve_ordered<N>(thread, b, b_hash, alpha, beta, empties);
}

template int solve<4>(SearchThread&, const Board&, std::uint64_t, int, int, int);
template int solve<6>(SearchThread&, const Board&, std::uint64_t, int, int, int);
template int solve<8>(SearchThread&, const Board&, std::uint64_t, int, int, int);

}  // namespace sumi::SUMI_ISA
