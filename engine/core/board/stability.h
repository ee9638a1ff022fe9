// SPDX-License-Identifier: MIT
/// A lower bound on the discs that can never be flipped; cutoffs based on it are proven. Reference
/// implementation: a closure over all continuations, in the tests.
#pragma once

#include "engine/core/board/isa.h"
#include "engine/game/board.h"

#include <array>

namespace sumi::SUMI_ISA {

/// Stable discs of every edge configuration: 64 KiB, immutable, constructed in under a millisecond.
class StabilityTable {
 public:
  StabilityTable();

  /// A subset of the stable discs of `own`. 8x8 only.
  Bitboard stable(Bitboard own, Bitboard opp) const;

  /// The stable discs of `own` on one edge; bits 0 and 7 are corners.
  std::uint8_t on_edge(unsigned own, unsigned opp) const { return edge_[own << 8 | opp]; }

 private:
  std::array<std::uint8_t, 65536> edge_;
};

}  // namespace sumi::SUMI_ISA
