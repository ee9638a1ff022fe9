// SPDX-License-Identifier: MIT
/// Reads the side to move, meanings of signs, and numbers of discs from lines of pasted text.
#pragma once

#include "engine/game/board.h"

#include <optional>
#include <string_view>

namespace sumi {

/// The side to move stated by a plain line (PlainText): a turn word (to move, to play, turn, next,
/// ban, "side:", "am Zug", "trait", "ход") with a colour, a colour or its sign alone, or "white
/// moves". Nothing for names, counts, clocks, scores and results.
std::optional<Color> side_of_line(std::string_view line);

/// A sign of a board (lower case, '-' for -1) and its colour.
struct SignOfColor {
  char sign;
  Color color;
};

struct DiscCounts {
  std::optional<int> black, white;
};

struct BoardHints {
  std::optional<Color> side;
  std::optional<SignOfColor> sign;
  std::optional<char> turn;  ///< Sign of the side to move, 1, 2 or '-' for -1: "turn = 2".
  DiscCounts counts;
};

/// Reads meanings of signs ("1 = black", "White: O") and numbers of discs ("Black: 12") from a
/// plain line. The first meaning of a sign wins.
void read_hints(std::string_view line, BoardHints& hints);

}  // namespace sumi
