// SPDX-License-Identifier: MIT
/// The rules of Othello for what plays millions of games outside the search (learners, playouts):
/// all lines at once, portable. Their slow twins in rules.h say what each function returns. The
/// search has kernels of its own (engine/core/board/moves.h), one for each instruction set.
#pragma once

#include "engine/game/board.h"

namespace sumi::fast_rules {

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
