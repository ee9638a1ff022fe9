// SPDX-License-Identifier: MIT
/// A Board with the colour of the side to move: what people and files mean by a position.
#pragma once

#include "engine/game/board.h"

#include <cstdint>

namespace sumi {

enum class Color : std::uint8_t { kBlack, kWhite };

constexpr Color operator!(Color c) { return c == Color::kBlack ? Color::kWhite : Color::kBlack; }

struct Position {
  Board board = kStartBoard;
  Color to_move = Color::kBlack;
  int size = 8;  ///< Squares on a side: 4, 6 or 8 (board.h).

  friend constexpr bool operator==(const Position&, const Position&) = default;

  constexpr Bitboard discs(Color c) const { return c == to_move ? board.own : board.opp; }
  constexpr Position passed() const { return {board.passed(), !to_move, size}; }
};

/// The position with these discs. Requires: `black & white` is 0 and all are on the board.
constexpr Position make_position(Bitboard black, Bitboard white, Color to_move, int size = 8) {
  return {to_move == Color::kBlack ? Board{black, white} : Board{white, black}, to_move, size};
}

constexpr Position start_position(int size) { return {kStartBoard, Color::kBlack, size}; }

}  // namespace sumi
