// SPDX-License-Identifier: MIT
/// Squares, Board (64 squares seen from the side to move, 16 bytes) and Position (a Board with
/// colours).
///
/// A1 is bit 0, B1 bit 1, ..., H8 bit 63: east is `<< 1`, south `<< 8`. 4x4 and 6x6 boards are
/// C3..F6 and B2..G7 of the 8x8 board; the other squares stay empty. Functions that depend on the
/// board size take it as the last argument.
///
/// Functions are SUMI_INLINE because this header is compiled once per instruction set
/// (engine/core/README.md).
#pragma once

#include <bit>
#include <cstdint>

#define SUMI_INLINE [[gnu::always_inline]] inline

namespace sumi {

using Bitboard = std::uint64_t;

enum class Square : std::uint8_t { kA1 = 0, kH8 = 63, kPass = 64 };

SUMI_INLINE constexpr int index(Square s) { return static_cast<int>(s); }

/// Requires: `s` is not kPass.
SUMI_INLINE constexpr Bitboard bit(Square s) { return Bitboard{1} << index(s); }

/// Requires: `set` is not empty.
SUMI_INLINE constexpr Square first_square(Bitboard set) {
  return static_cast<Square>(std::countr_zero(set));
}

SUMI_INLINE constexpr bool is_board_size(int size) { return size == 4 || size == 6 || size == 8; }

/// Here and below, requires is_board_size(size).
SUMI_INLINE constexpr Bitboard squares_of(int size) {
  return size == 8 ? ~Bitboard{0} : size == 6 ? 0x007E7E7E7E7E7E00 : 0x00003C3C3C3C0000;
}

/// Files and ranks count from 0.
SUMI_INLINE constexpr Square square_at(int file, int rank, int size = 8) {
  const int border = (8 - size) / 2;
  return static_cast<Square>(8 * (rank + border) + file + border);
}

/// From 0; outside 0..size-1 for a square off the board.
SUMI_INLINE constexpr int file_of(Square s, int size = 8) { return index(s) % 8 - (8 - size) / 2; }
SUMI_INLINE constexpr int rank_of(Square s, int size = 8) { return index(s) / 8 - (8 - size) / 2; }

struct Board {
  Bitboard own = 0;  ///< Discs of the side to move.
  Bitboard opp = 0;  ///< Discs of the other side; `own & opp` is 0.

  friend constexpr bool operator==(const Board&, const Board&) = default;

  SUMI_INLINE constexpr Bitboard empty() const { return ~(own | opp); }
  SUMI_INLINE constexpr int empties() const { return std::popcount(empty()); }

  /// Two passes in a row end the game.
  SUMI_INLINE constexpr Board passed() const { return {opp, own}; }

  /// Requires: `s` is empty, and `flipped` is the non-empty set of discs that it flips.
  SUMI_INLINE constexpr Board played(Square s, Bitboard flipped) const {
    return {opp ^ flipped, own ^ flipped ^ bit(s)};
  }
};

/// Board::empties() is for 8x8 only.
SUMI_INLINE constexpr int empties(const Board& b, int size) {
  return std::popcount(b.empty() & squares_of(size));
}

/// The start position of every size: black (to move) on E4 and D5, white on D4 and E5.
inline constexpr Board kStartBoard{0x0000000810000000, 0x0000001008000000};

/// An upper bound for every board of any size, even if unreachable or with an empty centre. The
/// largest known number is 35.
///
/// Proof. For each of the n moves choose a direction in which it flips. The neighbour there is an
/// opponent disc; the first square after the opponent's run is an own disc.
/// - At most four moves share a neighbour, one on each line through it. Of two moves on a line,
///   each would find the other's empty square where it needs an own disc.
/// - At most eight moves share an own disc, one in each direction from it.
///
/// So n moves need n empty squares, n/4 opponent discs and n/8 own discs: n + n/4 + n/8 <= 64,
/// hence n <= 46.
inline constexpr int kMaxLegalMoves = 46;

/// An upper bound, including passes. There are at most 62 moves, because each fills a square and
/// needs a disc of each side, and at most one pass before each.
inline constexpr int kMaxPly = 124;

enum class Color : std::uint8_t { kBlack, kWhite };

SUMI_INLINE constexpr Color operator!(Color c) {
  return c == Color::kBlack ? Color::kWhite : Color::kBlack;
}

struct Position {
  Board board = kStartBoard;
  Color to_move = Color::kBlack;
  int size = 8;  ///< Squares on a side: 4, 6 or 8.

  friend constexpr bool operator==(const Position&, const Position&) = default;

  SUMI_INLINE constexpr Bitboard discs(Color c) const {
    return c == to_move ? board.own : board.opp;
  }
  SUMI_INLINE constexpr Position passed() const { return {board.passed(), !to_move, size}; }
};

/// Requires: `black & white` is 0 and all discs are on the board.
SUMI_INLINE constexpr Position make_position(Bitboard black, Bitboard white, Color to_move,
                                             int size = 8) {
  return {to_move == Color::kBlack ? Board{black, white} : Board{white, black}, to_move, size};
}

SUMI_INLINE constexpr Position start_position(int size) {
  return {kStartBoard, Color::kBlack, size};
}

}  // namespace sumi
