// SPDX-License-Identifier: MIT
/// The rules of Othello outside the search: `rules` is simple and checks its arguments,
/// `fast_rules` is for code that plays many games. Tests compare `fast_rules` and the search's
/// kernels (engine/core/board/) with `rules`. `size` is the board size: 4, 6 or 8.
#pragma once

#include "engine/base/random.h"
#include "engine/game/board.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace sumi::rules {

/// The discs that `s` flips; 0 if illegal, also if `s` is occupied, off the board or kPass.
Bitboard flips(const Board& b, Square s, int size = 8);

/// 0: a pass or the end of the game.
Bitboard legal_moves(const Board& b, int size = 8);

bool game_over(const Board& b, int size = 8);

/// Only the other side can move.
bool must_pass(const Board& b, int size = 8);

/// Number of leaves. A pass costs a ply; a finished game is one leaf.
std::uint64_t perft(const Board& b, int depth, int size = 8);

}  // namespace sumi::rules

namespace sumi {

/// Uniform; draws one number. Requires: `set` is not empty.
inline Square random_square(SplitMix64& random, Bitboard set) {
  for (int skip = random.below(std::popcount(set)); skip > 0; --skip) set &= set - 1;
  return first_square(set);
}

/// Every 8x8 board with an occupied centre, reachable or not, from which a move (no pass) leads to
/// `board`. No duplicates, but perhaps symmetric boards. Takes microseconds in the opening, up to
/// milliseconds on full boards.
std::vector<Board> predecessors(const Board& board);

}  // namespace sumi

namespace sumi::fast_rules {

// The functions of `rules` on bitboards, for playing millions of games. The search uses
// engine/core/board/moves.h.

namespace detail {

/// Stops lines east and west at the board edge.
inline constexpr Bitboard kInnerFiles = 0x7E7E7E7E7E7E7E7E;

/// The run of `opp` discs after `from` in steps of `step` bits upwards; at most six.
SUMI_INLINE constexpr Bitboard run_up(Bitboard from, Bitboard opp, int step) {
  Bitboard run = opp & (from << step);
  run |= opp & (run << step);
  run |= opp & (run << step);
  run |= opp & (run << step);
  run |= opp & (run << step);
  return run | (opp & (run << step));
}

SUMI_INLINE constexpr Bitboard run_down(Bitboard from, Bitboard opp, int step) {
  Bitboard run = opp & (from >> step);
  run |= opp & (run >> step);
  run |= opp & (run >> step);
  run |= opp & (run >> step);
  run |= opp & (run >> step);
  return run | (opp & (run >> step));
}

SUMI_INLINE constexpr Bitboard line_ends(Bitboard own, Bitboard opp, int step) {
  return (run_up(own, opp, step) << step) | (run_down(own, opp, step) >> step);
}

SUMI_INLINE constexpr Bitboard line_flips(Bitboard from, Bitboard own, Bitboard opp, int step) {
  const Bitboard up = run_up(from, opp, step), down = run_down(from, opp, step);
  return (((up << step) & own) != 0 ? up : 0) | (((down >> step) & own) != 0 ? down : 0);
}

}  // namespace detail

SUMI_INLINE constexpr Bitboard legal_moves(const Board& b, int size = 8) {
  const Bitboard inner = b.opp & detail::kInnerFiles;
  const Bitboard ends = detail::line_ends(b.own, inner, 1) | detail::line_ends(b.own, inner, 7) |
                        detail::line_ends(b.own, b.opp, 8) | detail::line_ends(b.own, inner, 9);
  return ends & b.empty() & squares_of(size);
}

/// Requires: `s` is an empty square.
SUMI_INLINE constexpr Bitboard flips(const Board& b, Square s) {
  const Bitboard from = bit(s), inner = b.opp & detail::kInnerFiles;
  return detail::line_flips(from, b.own, inner, 1) | detail::line_flips(from, b.own, inner, 7) |
         detail::line_flips(from, b.own, b.opp, 8) | detail::line_flips(from, b.own, inner, 9);
}

/// Requires: `s` is legal.
SUMI_INLINE constexpr Board play(const Board& b, Square s) { return b.played(s, flips(b, s)); }

}  // namespace sumi::fast_rules
