// SPDX-License-Identifier: MIT
/// Effects of these thresholds: NOTES.md.
#pragma once

#include "engine/core/board/isa.h"
#include "engine/game/board.h"

namespace sumi::SUMI_ISA {

/// Minimum empties for the shared table instead of the local one.
inline constexpr int kTableMinEmpties = 11;

/// Minimum empties for move ordering by the evaluator.
inline constexpr int kDeepMinEmpties = 13;

/// Minimum empties for move ordering by 1-ply searches instead of static values.
inline constexpr int kSearchedOrderMinEmpties = 17;

/// Minimum empties for sharing the moves of a node among threads.
inline constexpr int kSharedMinEmpties = 16;

/// A selective search to the end before the exact one (README.md). `min_empties_demanded` applies
/// if the caller requested the solution, `min_empties_reached` if a midgame search reaches the end:
/// time may run out, and each stage makes the move more reliable.
struct SolveStage {
  int selectivity, min_empties_demanded, min_empties_reached;
};
inline constexpr int kNever = 64;  ///< More empties than any position with a move.
inline constexpr SolveStage kSolveStages[] = {
    {73, 18, 14}, {87, kNever, 18}, {95, 24, 20}, {99, kNever, 22}, {100, 0, 0}};

/// The minimum alpha at which a stability cutoff is likely enough to compute the bound.
SUMI_INLINE constexpr int stability_min_alpha(int empties) { return 2 * empties - 6; }

}  // namespace sumi::SUMI_ISA
