// SPDX-License-Identifier: MIT
/// Sums of square values over sets, by table look-up per rank: eight loads per side.
#pragma once

#include "engine/game/board.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace sumi {

/// Absolute; a sum of eight fits in int16.
inline constexpr int kMaxSquareValue = 4000;

/// [rank][set]: the sum of the values of a set of squares in a rank.
struct SquareTable {
  std::array<std::array<std::int16_t, 256>, 8> ranks{};

  SUMI_INLINE constexpr int sum(Bitboard set) const {
    int sum = 0;
    for (std::size_t rank = 0; rank < 8; ++rank) sum += ranks[rank][set >> 8 * rank & 0xFF];
    return sum;
  }
};

/// By square number, each in -kMaxSquareValue..kMaxSquareValue.
using SquareValues = std::array<int, 64>;

SUMI_INLINE constexpr SquareTable make_square_table(const SquareValues& values) {
  SquareTable table;
  for (std::size_t rank = 0; rank < 8; ++rank) {
    for (std::size_t discs = 1; discs < 256; ++discs) {
      const auto lowest = static_cast<std::size_t>(std::countr_zero(discs));
      table.ranks[rank][discs] = static_cast<std::int16_t>(table.ranks[rank][discs & (discs - 1)] +
                                                           values[8 * rank + lowest]);
    }
  }
  return table;
}

}  // namespace sumi
