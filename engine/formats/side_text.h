// SPDX-License-Identifier: MIT
/// What a line of a pasted text says of the side to move, and of the signs and discs of both sides.
#pragma once

#include "engine/game/board.h"

#include <optional>
#include <string_view>

namespace sumi {

/// The side to move that `line` tells. It has a turn word (to move, to play, turn, next, ban,
/// "side:", "am Zug", "trait", "ход") and a colour, or it is nothing but a colour or its sign, or
/// it is no more than "white moves". Names, counts, clocks, scores and results tell none. The line
/// is plain (PlainText).
std::optional<Color> side_of_line(std::string_view line);

/// A sign of a board, in small letters, '-' for -1, and the colour that it stands for.
struct SignOfColor {
  char sign;
  Color color;
};

/// How many discs the sides have.
struct DiscCounts {
  std::optional<int> black, white;
};

/// What is said around a board.
struct BoardHints {
  std::optional<Color> side;
  std::optional<SignOfColor> sign;
  std::optional<char> turn;  ///< The sign of the side to move, 1, 2 or '-' for -1: "turn = 2".
  DiscCounts counts;
};

/// Takes what a plain line says of signs, "1 = black", "White: O", and of numbers of discs,
/// "Black: 12". A sign that is known stays.
void read_hints(std::string_view line, BoardHints& hints);

}  // namespace sumi
