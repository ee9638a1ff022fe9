// SPDX-License-Identifier: MIT
#include "engine/core/endgame/solve.h"
#include "engine/core/hash.h"
#include "engine/core/move_ordering.h"

namespace sumi::SUMI_ISA {
namespace {

/// The boards after each move, and the order to search them in.
struct NearMoves {
  /// Moves the best key of those from `from` on to `from`; its move.
  SUMI_INLINE int pick_best(int from) {
    int best = from;
    for (int i = from + 1; i < count; ++i) best = keys[i] > keys[best] ? i : best;
    const int key = keys[best];
    keys[best] = keys[from];
    return key & 15;
  }

  int count = 0;
  int keys[kTableMinEmpties];  ///< A score and, in the low four bits, the index of the move.
  Board children[kTableMinEmpties];
  Square squares[kTableMinEmpties];
};
static_assert(kTableMinEmpties <= 16);

/// Fewest replies first, `odd` quadrants before others.
template <int N>
SUMI_INLINE void list_near_moves(const Board& b, Bitboard legal, Bitboard odd, Square hash_move,
                                 NearMoves& moves) {
  int i = 0;
  for (Bitboard left = legal; left != 0; left &= left - 1, ++i) {
    const Square s = first_square(left);
    const Board child = play(b, s);
    const int score =
        s == hash_move ? 32 : ((odd & bit(s)) != 0) - 2 * detail::weighted_mobility<N>(child);
    moves.keys[i] = score * 16 + i;
    moves.children[i] = child;
    moves.squares[i] = s;
  }
  moves.count = i;
}

/// From 5 empties to kTableMinEmpties - 1, with the thread's own table.
template <int N>
int solve_near(SearchThread& thread, const Board& b, std::uint64_t b_hash, int alpha, int beta,
               int empties) {
  const bool in_table = empties >= kLocalMinEmpties;
  if (in_table && thread.should_stop()) return alpha;

  const Bitboard legal = legal_moves<N>(b);
  if (legal == 0) {
    const Board passed = b.passed();
    if (legal_moves<N>(passed) == 0) return final_discs<N>(b);
    return -solve_near<N>(thread, passed, hash(passed), -beta, -alpha, empties);
  }

  if (int upper = 0; stability_cuts<N>(thread, b, alpha, empties, upper)) return upper;

  const KnownScore<N> known(in_table ? thread.local.probe(b, b_hash) : nullptr);
  if (known.lower >= beta) return known.lower;
  if (known.upper <= alpha) return known.upper;
  if (known.lower == known.upper) return known.lower;

  const Bitboard odd = odd_quadrants(empty_squares<N>(b));
  NearMoves moves;
  list_near_moves<N>(b, legal, odd, known.moves.best, moves);
  int best = kNoScore;
  Square best_move = Square::kPass;
  for (int i = 0; i < moves.count; ++i) {
    const int move = moves.pick_best(i);
    const Board& board = moves.children[move];
    ++thread.nodes;
    const auto child = [&](int low, int high) {
      if (empties == 5) {
        return -solve_4<N>(thread, board, odd ^ quadrant_of(moves.squares[move]), -high, -low);
      }
      std::uint64_t board_hash = 0;
      if (empties > kLocalMinEmpties) {
        board_hash = hash(board);
        thread.local.prefetch(board_hash);
      }
      return -solve_near<N>(thread, board, board_hash, -high, -low, empties - 1);
    };
    const int score = score_of_move(i == 0, alpha > best ? alpha : best, beta, child);
    if (thread.stopped()) return alpha;
    if (score > best) {
      best = score;
      best_move = moves.squares[move];
      if (best >= beta) break;
    }
  }
  if (in_table) {
    thread.local.store(b, b_hash, best > alpha ? best : known.lower,
                       best < beta ? best : known.upper, best_move);
  }
  return best;
}

/// From kTableMinEmpties to kDeepMinEmpties - 1, with the shared table.
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
  list_endgame_moves<N>(b, legal, known.moves, children_in_table ? &thread.tt : nullptr, moves);
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
                 : -solve_near<N>(thread, move.child, hash(move.child), -high, -low, empties - 1);
    };
    const int score = score_of_move(i == 0, alpha > best ? alpha : best, beta, child);
    if (thread.stopped()) return alpha;
    if (score > best) {
      best = score;
      best_move = move.square;
      if (best >= beta) break;
    }
  }
  remember<N>(thread, b, b_hash, known, alpha, beta, best, best_move, empties, 100);
  return best;
}

}  // namespace

template <int N>
int solve(SearchThread& thread, const Board& b, int alpha, int beta) {
  const int empties = count_empties<N>(b);
  if (empties <= 4) return solve_last<N>(thread, b, alpha, beta);
  if (empties < kTableMinEmpties) return solve_near<N>(thread, b, hash(b), alpha, beta, empties);
  return solve_ordered<N>(thread, b, hash(b), alpha, beta, empties);
}

template int solve<4>(SearchThread& thread, const Board& b, int alpha, int beta);
template int solve<6>(SearchThread& thread, const Board& b, int alpha, int beta);
template int solve<8>(SearchThread& thread, const Board& b, int alpha, int beta);

}  // namespace sumi::SUMI_ISA
