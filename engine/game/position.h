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

  friend constexpr bool operator==(const Position&, const Position&) = default;

  constexpr Bitboard discs(Color c) const { return c == to_move ? board.own : board.opp; }
  constexpr Position passed() const { return {board.passed(), !to_move}; }
};

/// The position with these discs. Requires: `black & white` is 0.
constexpr Position make_position(Bitboard black, Bitboard white, Color to_move) {
  return {to_move == Color::kBlack ? Board{black, white} : Board{white, black}, to_move};
}

}  // namespace sumi
