// SPDX-License-Identifier: MIT
/// The result of best play to the end of the game.
///
/// Three bodies share the work, by empties left:
///   0..4                    solve_last.h    unrolled, no move list, no table
///   5..kParityMaxEmpties    solve_parity.h  legal moves by quadrant parity
///   above                   solve.cpp       table, stability, fastest first
#pragma once

#include "engine/core/search_thread.h"

namespace sumi::SUMI_ISA {

/// The exact score of `b` in discs if it lies inside (alpha, beta), else a bound on that side
/// (fail-soft). Requires alpha < beta. Check thread.stopped() before use.
/// Instantiated for N = 4, 6, 8.
template <int N>
int solve(SearchThread& thread, const Board& b, int alpha, int beta);

}  // namespace sumi::SUMI_ISA
