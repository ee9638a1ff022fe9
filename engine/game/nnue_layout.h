// SPDX-License-Identifier: MIT
/// What the evaluator `nnue` sees of a board (8x8 only): the fillings of the patterns of
/// pattern_layout.h, mobility, and which quadrants have an odd number of empty squares.
///
/// Each filling chooses a *row*, a byte for each of the net's channels, and the rows of a board are
/// added up: first in pairs, whose sums are cut to the range of a byte (a saturating addition for
/// all channels at once), then the pairs. The rows are numbered: first those of the patterns'
/// fillings, one pattern after the other, then those of mobility, then those of parity.
#pragma once

#include "engine/game/pattern_layout.h"

#include <array>
#include <cstdint>
#include <vector>

namespace sumi {

/// A set of the four quadrants with an odd number of empties, a bit for each: bit 0 for the one
/// with a1, then h1, a8, h8.
inline constexpr int kParityFillings = 16;

SUMI_INLINE constexpr int parity_filling(Bitboard empties) {
  constexpr Bitboard kQuadrant = 0x0F0F0F0F;
  return (std::popcount(empties & kQuadrant) & 1) |
         (std::popcount(empties & kQuadrant << 4) & 1) << 1 |
         (std::popcount(empties & kQuadrant << 32) & 1) << 2 |
         (std::popcount(empties & kQuadrant << 36) & 1) << 3;
}

inline constexpr int kFirstMobilityRow = kPatternLayout.total_fillings;
inline constexpr int kFirstParityRow = kFirstMobilityRow + kMobilityFillings;
inline constexpr int kNnueRows = kFirstParityRow + kParityFillings;

/// The rows may be in tables by the number of empty squares, because a filling means one thing
/// early and another late.
inline constexpr int kNnueTables = 3;

SUMI_INLINE constexpr int nnue_table(int empties) { return (empties >= 22) + (empties >= 38); }

/// How many rows a board chooses.
inline constexpr int kNnueInputs = kPatternLayout.features + 2;

/// The rows that a board chooses, those of a pair side by side: obvious and slow.
std::array<std::uint32_t, kNnueInputs> nnue_rows(const Board& b);

/// Rows that symmetries of the board exchange have the same numbers, which are stored once.
struct NnueColumns {
  std::vector<std::uint32_t> of_row;  ///< [kNnueRows]: the number of a row's column, from 0 on.
  std::uint32_t count = 0;
};
NnueColumns nnue_columns();

}  // namespace sumi
