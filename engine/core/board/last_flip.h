// SPDX-License-Identifier: MIT
/// Number of discs flipped by the last move of the game (half of all endgame moves), by one table
/// lookup per line. Reference implementation: rules::flips().
#pragma once

#include "engine/core/board/isa.h"
#include "engine/game/board.h"

#include <array>

namespace sumi::SUMI_ISA {

namespace detail {

/// [place][own]: discs flipped on a line of eight by playing at `place`; squares not in `own` are
/// the opponent's. Shorter lines have extra opponent discs; runs into them flip nothing.
constexpr std::array<std::array<std::uint8_t, 256>, 8> make_last_flips() {
  std::array<std::array<std::uint8_t, 256>, 8> table{};
  for (int place = 0; place < 8; ++place) {
    for (int own = 0; own < 256; ++own) {
      int turned = 0;
      for (const int step : {-1, 1}) {
        for (int at = place + step, run = 0; 0 <= at && at < 8; at += step, ++run) {
          if (own >> at & 1) {
            turned += run;
            break;
          }
        }
      }
      table[place][own] = static_cast<std::uint8_t>(turned);
    }
  }
  return table;
}

inline constexpr std::array<std::array<std::uint8_t, 256>, 8> kLastFlips = make_last_flips();

/// Diagonal and antidiagonal through each square, inclusive.
constexpr std::array<std::array<Bitboard, 2>, 64> make_diagonals() {
  std::array<std::array<Bitboard, 2>, 64> all{};
  for (int s = 0; s < 64; ++s) {
    for (int t = 0; t < 64; ++t) {
      const int files = t % 8 - s % 8, ranks = t / 8 - s / 8;
      if (files == ranks) all[s][0] |= Bitboard{1} << t;
      if (files == -ranks) all[s][1] |= Bitboard{1} << t;
    }
  }
  return all;
}

inline constexpr std::array<std::array<Bitboard, 2>, 64> kDiagonals = make_diagonals();

inline constexpr Bitboard kFileA = 0x0101010101010101;

}  // namespace detail

/// Discs flipped when the owner of `own` plays `s` and the opponent has all other squares; 0 if
/// illegal.
SUMI_INLINE int count_last_flips(Bitboard own, Square s) {
  const int file = index(s) & 7, rank = index(s) >> 3;
  const auto& on_file = detail::kLastFlips[file];
  const Bitboard diagonal = detail::kDiagonals[index(s)][0], anti = detail::kDiagonals[index(s)][1];
  const Bitboard row = own >> (8 * rank) & 0xFF;
  // Each multiplication gathers a line's bits in the top byte, ordered by file (diagonals) or rank.
  const Bitboard column = ((own >> file & detail::kFileA) * 0x0102040810204080) >> 56;
  const Bitboard first = ((own & diagonal) * detail::kFileA) >> 56;
  const Bitboard second = ((own & anti) * detail::kFileA) >> 56;
  return on_file[row] + on_file[first] + on_file[second] + detail::kLastFlips[rank][column];
}

}  // namespace sumi::SUMI_ISA
