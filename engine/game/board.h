// SPDX-License-Identifier: MIT
/// The board: sixty-four squares seen from the player about to move; and Position, which adds
/// colours.
///
/// A Board has no colours, no history and no hash. Whoever needs those keeps them beside it:
/// Position adds the colour, Game the history, the search keeps the path, the transposition
/// table hashes. That keeps Board at 16 bytes, passed in registers.
///
/// Square numbering: A1 = bit 0, B1 = bit 1, ..., H8 = bit 63, so a step east is `<< 1` and a
/// step south is `<< 8`. Boards of 4x4 and 6x6 lie in the middle of the big one, C3..F6 and B2..G7;
/// the squares around them are never taken. Functions that need the board's size take it as their
/// last argument; names in text are those of the small board (notation.h).
///
/// Everything here is trivially copyable and safe to share between threads. The functions are
/// always inlined (SUMI_INLINE), because this header is compiled once per instruction set and
/// must leave no out-of-line copy behind; see engine/core/README.md.
#pragma once

#include <bit>
#include <cstdint>

#define SUMI_INLINE [[gnu::always_inline]] inline

namespace sumi {

using Bitboard = std::uint64_t;

/// A square, 0..63 (A1..H8), or kPass.
enum class Square : std::uint8_t { kA1 = 0, kH8 = 63, kPass = 64 };

SUMI_INLINE constexpr int index(Square s) { return static_cast<int>(s); }

/// Requires: `s` is not kPass.
SUMI_INLINE constexpr Bitboard bit(Square s) { return Bitboard{1} << index(s); }

/// The lowest square of a set. Requires: `set` is not empty.
SUMI_INLINE constexpr Square first_square(Bitboard set) {
  return static_cast<Square>(std::countr_zero(set));
}

/// Boards have 4, 6 or 8 squares on a side.
SUMI_INLINE constexpr bool is_board_size(int size) { return size == 4 || size == 6 || size == 8; }

/// The squares of a board. Requires, here and below: is_board_size(size).
SUMI_INLINE constexpr Bitboard squares_of(int size) {
  return size == 8 ? ~Bitboard{0} : size == 6 ? 0x007E7E7E7E7E7E00 : 0x00003C3C3C3C0000;
}

/// The square in a file and rank of a board, both counted from 0.
SUMI_INLINE constexpr Square square_at(int file, int rank, int size = 8) {
  const int border = (8 - size) / 2;
  return static_cast<Square>(8 * (rank + border) + file + border);
}

/// The file of a square of a board, counted from 0; outside 0..size-1 if it is not on the board.
SUMI_INLINE constexpr int file_of(Square s, int size = 8) { return index(s) % 8 - (8 - size) / 2; }
SUMI_INLINE constexpr int rank_of(Square s, int size = 8) { return index(s) / 8 - (8 - size) / 2; }

struct Board {
  Bitboard own = 0;  ///< Discs of the side to move.
  Bitboard opp = 0;  ///< Discs of the other side; `own & opp` is always 0.

  friend constexpr bool operator==(const Board&, const Board&) = default;

  SUMI_INLINE constexpr Bitboard empty() const { return ~(own | opp); }
  SUMI_INLINE constexpr int empties() const { return std::popcount(empty()); }

  /// The same squares seen by the other player. Two passes in a row end the game.
  SUMI_INLINE constexpr Board passed() const { return {opp, own}; }

  /// The board after the side to move plays `s` and turns `flipped`.
  /// Requires: `s` is empty and `flipped` is the non-zero set of discs that `s` turns.
  SUMI_INLINE constexpr Board played(Square s, Bitboard flipped) const {
    return {opp ^ flipped, own ^ flipped ^ bit(s)};
  }
};

/// Empty squares of a board of any size; Board::empties() counts those of 8x8.
SUMI_INLINE constexpr int empties(const Board& b, int size) {
  return std::popcount(b.empty() & squares_of(size));
}

/// Black to move; black on E4 and D5, white on D4 and E5. The start of every size.
inline constexpr Board kStartBoard{0x0000000810000000, 0x0000001008000000};

/// No board of any size has more legal moves than this, whether a game can lead to it or not: what
/// people and programs set up need not have discs in the centre, nor connected ones. 35 are known.
///
/// Proof. Choose for each move a direction in which it turns discs: next to its square lies a disc
/// of the opponent's, and the first square beyond that is not the opponent's holds one of ours.
/// - Four moves at most have the same such neighbour, one on each line through it: two on one line
///   would lie at both sides of it, so each would see an empty square where it needs a disc of
///   ours.
/// - Eight moves at most have the same such disc of ours, one in each direction from it: the first
///   square that is not the opponent's.
/// So n moves need n empty squares, at least n/4 discs of the opponent's and n/8 of ours:
/// n + n/4 + n/8 <= 64, which no whole number above 46 fulfils.
inline constexpr int kMaxLegalMoves = 46;

/// No line of play is longer, passes included: every move takes a square, and needs a disc of each
/// side to be there already, so there are 62 moves at most, and a pass before each of them.
inline constexpr int kMaxPly = 124;

// A Board with the colour of the side to move: what people and files mean by a position.

enum class Color : std::uint8_t { kBlack, kWhite };

SUMI_INLINE constexpr Color operator!(Color c) {
  return c == Color::kBlack ? Color::kWhite : Color::kBlack;
}

struct Position {
  Board board = kStartBoard;
  Color to_move = Color::kBlack;
  int size = 8;  ///< Squares on a side: 4, 6 or 8 (board.h).

  friend constexpr bool operator==(const Position&, const Position&) = default;

  SUMI_INLINE constexpr Bitboard discs(Color c) const {
    return c == to_move ? board.own : board.opp;
  }
  SUMI_INLINE constexpr Position passed() const { return {board.passed(), !to_move, size}; }
};

/// The position with these discs. Requires: `black & white` is 0 and all are on the board.
SUMI_INLINE constexpr Position make_position(Bitboard black, Bitboard white, Color to_move,
                                             int size = 8) {
  return {to_move == Color::kBlack ? Board{black, white} : Board{white, black}, to_move, size};
}

SUMI_INLINE constexpr Position start_position(int size) {
  return {kStartBoard, Color::kBlack, size};
}

}  // namespace sumi
