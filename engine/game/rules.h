// SPDX-License-Identifier: MIT
/// The rules of Othello, for everyone outside the search. `rules` is short, portable and obvious:
/// the tests hold `fast_rules`, for what plays millions of games, and the kernels of engine/core/
/// to it. `size` is that of the board, 4, 6 or 8. Also moves backwards, and squares drawn at
/// random.
#pragma once

#include "engine/base/random.h"
#include "engine/game/board.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace sumi::rules {

/// The opponent discs turned when the side to move plays `s`; 0 if that is no legal move
/// (also when `s` is taken, off the board or kPass).
Bitboard flips(const Board& b, Square s, int size = 8);

/// Every square the side to move may play; 0 means it must pass or the game is over.
Bitboard legal_moves(const Board& b, int size = 8);

/// Neither side can move.
bool game_over(const Board& b, int size = 8);

/// The side to move has no move, the other has.
bool must_pass(const Board& b, int size = 8);

/// Leaves of the game tree `depth` plies below `b`. A pass costs a ply; a finished game is one
/// leaf, however deep.
std::uint64_t perft(const Board& b, int depth, int size = 8);

}  // namespace sumi::rules

namespace sumi {

/// One of the squares of a set, each as likely; draws one number. Requires: `set` is not empty.
inline Square random_square(SplitMix64& random, Bitboard set) {
  for (int skip = random.below(std::popcount(set)); skip > 0; --skip) set &= set - 1;
  return first_square(set);
}

// Moves backwards, on the board of 8x8.

/// Every board from which one move (no pass) of its side to move leads to `board`: `played(s,
/// flips)` of each is `board`. The four middle squares are never empty on them. No two are equal;
/// symmetric ones may be among them. Whether play from the start reaches them is not asked.
/// Microseconds in the opening, up to milliseconds on full boards.
std::vector<Board> predecessors(const Board& board);

}  // namespace sumi

namespace sumi::fast_rules {

// The rules of Othello for what plays millions of games outside the search (learners, playouts):
// all lines at once, portable. Their slow twins in rules.h say what each function returns. The
// search has kernels of its own (engine/core/board/moves.h), one for each instruction set.

namespace detail {

/// Files B..G: a line that is to go on east or west must not leave the rank.
inline constexpr Bitboard kInnerFiles = 0x7E7E7E7E7E7E7E7E;

/// The discs of `opp` that follow `from` without a gap, `step` bits up: six at most.
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

/// Requires: `s` is an empty square of the board.
SUMI_INLINE constexpr Bitboard flips(const Board& b, Square s) {
  const Bitboard from = bit(s), inner = b.opp & detail::kInnerFiles;
  return detail::line_flips(from, b.own, inner, 1) | detail::line_flips(from, b.own, inner, 7) |
         detail::line_flips(from, b.own, b.opp, 8) | detail::line_flips(from, b.own, inner, 9);
}

/// The board after the side to move plays the legal move `s`.
SUMI_INLINE constexpr Board play(const Board& b, Square s) { return b.played(s, flips(b, s)); }

}  // namespace sumi::fast_rules
