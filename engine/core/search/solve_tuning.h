// SPDX-License-Identifier: MIT
/// Borders and thresholds of the endgame solver. NOTES.md has what each saves.
#pragma once

#include "engine/core/board/isa.h"
#include "engine/game/board.h"

namespace sumi::SUMI_ISA {

/// From this many empties up, use the transposition table; with fewer, the thread's own table.
inline constexpr int kTableMinEmpties = 11;

/// From this many empties up, the evaluator helps to order the moves.
inline constexpr int kDeepMinEmpties = 13;

/// From this many empties up, moves are ordered by a search of one ply, not by the static value.
inline constexpr int kSearchedOrderMinEmpties = 17;

/// From this many empties up, several threads may share the moves of a node.
inline constexpr int kSharedMinEmpties = 16;

/// Searches to the end that are less sure go before the exact one: each orders the moves of the
/// next. The confidence of each in per cent, and from how many empties up it is worth its time
/// where the solution is demanded, and where a search of the middle game has come to the end: time
/// may run out there before the exact one is done, and each of them makes the move surer.
struct Pass {
  int selectivity, min_empties_demanded, min_empties_reached;
};
inline constexpr int kNever = 64;  ///< No position with a move has so many empties.
inline constexpr Pass kPasses[] = {
    {73, 18, 14}, {87, kNever, 18}, {95, 24, 20}, {99, kNever, 22}, {100, 0, 0}};

/// The stability bound is worth its time only where it may cut: when alpha is at least this.
SUMI_INLINE constexpr int stability_min_alpha(int empties) { return 2 * empties - 6; }

}  // namespace sumi::SUMI_ISA
