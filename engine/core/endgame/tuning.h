// SPDX-License-Identifier: MIT
/// Borders and thresholds of the endgame solver.
#pragma once

#include "engine/core/isa.h"

namespace sumi::SUMI_ISA {

/// From this many empties down, order moves by parity alone and use no table.
inline constexpr int kParityMaxEmpties = 7;

/// From this many empties up, use the transposition table.
inline constexpr int kTableMinEmpties = 9;

/// From this many empties up, look the replies up in the table before searching one.
inline constexpr int kEtcMinEmpties = 11;

/// The stability bound is worth its time only where it may cut: when alpha is at least this.
SUMI_INLINE constexpr int stability_min_alpha(int empties) { return 2 * empties - 6; }

}  // namespace sumi::SUMI_ISA
