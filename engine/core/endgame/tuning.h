// SPDX-License-Identifier: MIT
/// Borders and thresholds of the endgame solver. README.md has what each saves.
#pragma once

#include "engine/core/isa.h"

namespace sumi::SUMI_ISA {

/// From this many empties up, use the transposition table; below it the thread's own.
inline constexpr int kTableMinEmpties = 11;

/// Below this many empties positions are not remembered at all.
inline constexpr int kLocalMinEmpties = 6;

/// From this many empties up, the evaluator helps to order the moves.
inline constexpr int kDeepMinEmpties = 13;

/// From this many empties up, several threads may share the moves of a node.
inline constexpr int kSharedMinEmpties = 16;

/// From this many empties up, selective searches go before the exact one.
inline constexpr int kSelectiveMinEmpties = 18;

/// The stability bound is worth its time only where it may cut: when alpha is at least this.
SUMI_INLINE constexpr int stability_min_alpha(int empties) { return 2 * empties - 6; }

}  // namespace sumi::SUMI_ISA
