// SPDX-License-Identifier: MIT
/// Positions as text for terminals and as SVG. Colours suit light and dark backgrounds; text
/// contrast is at least 4.5.
#pragma once

#include "engine/game/board.h"

#include <optional>
#include <string>
#include <vector>

namespace sumi::protocol {

enum class LabelTone {
  kPlain,
  kGood,  ///< Dark on yellow: the best move.
  kBad,   ///< White on red: a mistake.
};

/// A short text on a square: "12", "!", "+4". Longer texts shrink to fit.
struct SquareLabel {
  Square square = Square::kPass;  ///< Not drawn for a pass.
  std::string text;               ///< UTF-8; to_svg() escapes it.
  LabelTone tone = LabelTone::kPlain;

  friend bool operator==(const SquareLabel&, const SquareLabel&) = default;
};

/// On a square with both, the mark is above the score.
struct BoardPicture {
  Position position;
  std::optional<Square> last;       ///< A dot, or a ring if the square has a mark or score.
  std::vector<SquareLabel> marks;   ///< Large, centred.
  std::vector<SquareLabel> scores;  ///< Small; usually on empty squares.
  bool legal_moves = false;         ///< Outlined small discs.
  bool coordinates = false;         ///< A frame with file letters and rank digits.
  bool flip = false;                ///< Rotated by 180 degrees: h8 is top left.
  int pixels = 0;                   ///< Width and height; 0: as wide as the container.
  std::string title;                ///< Alternative text; empty: the position.
};
std::string to_svg(const BoardPicture& picture);

std::string to_svg(const Position& position, std::optional<Square> last = std::nullopt);

/// Lines with coordinates: `X` black, `O` white, `.` empty, `*` legal, `[X]` the last move. Marks
/// and scores follow a disc and replace an empty square. Ignores pixels, title and coordinates.
std::string text_board(const BoardPicture& picture);

}  // namespace sumi::protocol
