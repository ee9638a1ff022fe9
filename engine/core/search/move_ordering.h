// SPDX-License-Identifier: MIT
/// Which move to search first: the lists of moves and their scores, for the middle game, for exact
/// search and for exact search of many empties.
#pragma once

#include "engine/base/static_vector.h"
#include "engine/core/board/moves.h"
#include "engine/core/board/shape.h"
#include "engine/core/search/transposition_table.h"
#include "engine/game/score.h"
#include "engine/search_parameters.h"

namespace sumi::SUMI_ISA {

struct OrderedMove {
  Square square;
  int score;  ///< Higher is searched earlier.
  std::uint64_t hash;
  Board child;
};

using MoveList = StaticVector<OrderedMove, kMaxLegalMoves>;

namespace detail {

/// How good the kind of square is, in ordering points.
template <int N>
SUMI_INLINE int square_points(Bitboard move) {
  return move & kCorners<N> ? 12 : move & kXSquares<N> ? -8 : move & kCSquares<N> ? -4 : 0;
}

/// Legal moves of the side to move in `b`, corners twice.
template <int N>
SUMI_INLINE int weighted_mobility(const Board& b) {
  const Bitboard moves = legal_moves<N>(b);
  return std::popcount(moves) + std::popcount(moves & kCorners<N>);
}

/// Empty squares next to the discs of `b.opp`, corners twice: moves that the side to move may get.
template <int N>
SUMI_INLINE int potential_mobility(const Board& b) {
  const Bitboard files = b.opp & 0x7E7E7E7E7E7E7E7E;
  const Bitboard all = files << 1 | files >> 1 | files << 7 | files >> 7 | files << 9 | files >> 9 |
                       b.opp << 8 | b.opp >> 8;
  const Bitboard squares = all & empty_squares<N>(b);
  return std::popcount(squares) + std::popcount(squares & kCorners<N>);
}

}  // namespace detail

/// Moves the best of moves[from..] to `from`. To sort the rest would be wasted if this move causes
/// a cutoff.
SUMI_INLINE const OrderedMove& pick_best(MoveList& moves, std::size_t from) {
  std::size_t best = from;
  for (std::size_t i = from + 1; i < moves.size(); ++i) {
    if (moves[i].score > moves[best].score) best = i;
  }
  if (best != from) {
    const OrderedMove move = moves[best];
    moves[best] = moves[from];
    moves[from] = move;
  }
  return moves[from];
}

/// The best moves that the table remembers for a position.
struct HashMoves {
  Square best = Square::kPass, second = Square::kPass;
};

/// Lists the `legal` moves of `b`: the hash moves score highest, the others what
/// `score(square, child)` says. `table`, if not null, is told to fetch the children.
template <class Score>
SUMI_INLINE void list_moves(const Board& b, Bitboard legal, HashMoves hash_moves,
                            const TranspositionTable* table, MoveList& moves, Score&& score) {
  for (Bitboard left = legal; left != 0; left &= left - 1) {
    const Square s = first_square(left);
    OrderedMove move{s, 0, 0, play(b, s)};
    if (table != nullptr) {
      move.hash = hash(move.child);
      table->prefetch(move.hash);
    }
    move.score = s == hash_moves.best     ? 1 << 30
                 : s == hash_moves.second ? 1 << 29
                                          : score(s, move.child);
    moves.push_back_unchecked(move);  // no board has more: kMaxLegalMoves
  }
}

/// Lists the moves for a search to a depth: good squares first, few replies, and what the evaluator
/// says of the child, `value(square, child)`, which may be 0 where asking is not worth its time.
template <int N, class StaticValue>
SUMI_INLINE void list_midgame_moves(const Board& b, Bitboard legal, HashMoves hash_moves,
                                    const TranspositionTable* table, MoveList& moves,
                                    const SearchParameters& points, StaticValue&& value) {
  list_moves(b, legal, hash_moves, table, moves, [&](Square s, const Board& child) {
    return detail::square_points<N>(bit(s)) -
           points.midgame_mobility * detail::weighted_mobility<N>(child) -
           points.midgame_potential * detail::potential_mobility<N>(child) -
           value(s, child).units * points.midgame_value / Value::kPerDisc;
  });
}

/// Lists the moves for exact search: fastest first (fewest replies, now and later), good squares
/// and odd quadrants before others. These points needed the fewest nodes of 9 settings on 150
/// positions of 16 empties.
template <int N>
SUMI_INLINE void list_endgame_moves(const Board& b, Bitboard legal, HashMoves hash_moves,
                                    const TranspositionTable* table, MoveList& moves) {
  const Bitboard odd = odd_quadrants(empty_squares<N>(b));
  list_moves(b, legal, hash_moves, table, moves, [odd](Square s, const Board& child) {
    return detail::square_points<N>(bit(s)) + (bit(s) & odd ? 8 : 0) -
           14 * detail::weighted_mobility<N>(child) - 4 * detail::potential_mobility<N>(child);
  });
}

/// Lists the moves for exact search of many empties: as list_endgame_moves(), and by what the
/// evaluator says of the child, `value(square, child)`. Their weights were tuned by hand: fewest
/// nodes of 10 settings on 40 positions of 20 to 24 empties.
template <int N, class StaticValue>
SUMI_INLINE void list_deep_moves(const Board& b, Bitboard legal, HashMoves hash_moves,
                                 const TranspositionTable& table, MoveList& moves,
                                 const SearchParameters& points, StaticValue&& value) {
  const Bitboard odd = odd_quadrants(empty_squares<N>(b));
  list_moves(b, legal, hash_moves, &table, moves, [&](Square s, const Board& child) {
    return detail::square_points<N>(bit(s)) + (bit(s) & odd ? points.solve_parity : 0) -
           points.solve_mobility * detail::weighted_mobility<N>(child) -
           points.solve_potential * detail::potential_mobility<N>(child) -
           value(s, child).units * points.solve_value / Value::kPerDisc;
  });
}

}  // namespace sumi::SUMI_ISA
