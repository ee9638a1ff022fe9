// SPDX-License-Identifier: MIT
/// Leaves of the game tree, to check and time the move kernels. Slow twin: rules::perft().
#pragma once

#include "engine/core/moves.h"

#include <cstdint>

namespace sumi::SUMI_ISA {

/// Counts as rules::perft() does; the last ply is counted in bulk from the legal moves, no table,
/// no symmetry.
template <int N>
std::uint64_t perft(const Board& b, int depth) {
  if (depth == 0) return 1;
  const Bitboard moves = legal_moves<N>(b);
  if (moves == 0) {
    // One leaf below a pass or an end at the last ply; else a pass goes on, an end does not.
    return depth > 1 && legal_moves<N>(b.passed()) != 0 ? perft<N>(b.passed(), depth - 1) : 1;
  }
  if (depth == 1) return static_cast<std::uint64_t>(std::popcount(moves));
  std::uint64_t leaves = 0;
  for (Bitboard left = moves; left != 0; left &= left - 1) {
    leaves += perft<N>(play(b, first_square(left)), depth - 1);
  }
  return leaves;
}

}  // namespace sumi::SUMI_ISA
