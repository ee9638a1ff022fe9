// SPDX-License-Identifier: MIT
/// The side to move, meanings of signs, and disc counts in lines of pasted text.
#pragma once

#include "engine/game/board.h"

#include <optional>
#include <string_view>

namespace sumi {

/// From a plain line (PlainText): a turn word (to move, to play, turn, next, ban, "side:", "am
/// Zug", "trait", "ход") with a colour, a colour or its sign alone, or "white moves". Nothing for
/// names, counts, clocks, scores and results.
std::optional<Color> side_of_line(std::string_view line);

/// On a board; lower case, '-' for -1.
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
  std::optional<char> turn;  ///< Of the side to move, 1, 2 or '-' for -1: "turn = 2".
  DiscCounts counts;
};

/// Reads meanings of signs ("1 = black", "White: O") and disc counts ("Black: 12") from a plain
/// line. The first meaning of a sign counts.
void read_hints(std::string_view line, BoardHints& hints);

}  // namespace sumi
