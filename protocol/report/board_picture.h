// SPDX-License-Identifier: MIT
/// A position as a picture: in characters for terminals, and as SVG text for pages and files, as
/// svg_chart.h. The colours are those of wood and felt, the same on light and dark ground; all text
/// has a contrast of 4.5 or more.
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

/// A short text on a square: "12", "!", "+4". Longer ones shrink to the square.
struct SquareLabel {
  Square square = Square::kPass;  ///< A pass is not drawn.
  std::string text;               ///< UTF-8; escaped here.
  LabelTone tone = LabelTone::kPlain;

  friend bool operator==(const SquareLabel&, const SquareLabel&) = default;
};

/// What to draw. A square with a mark and a score has the mark above the score.
struct BoardPicture {
  Position position;
  std::optional<Square> last;       ///< A dot; a ring where the square has a mark or score.
  std::vector<SquareLabel> marks;   ///< Large, in the middle of the square.
  std::vector<SquareLabel> scores;  ///< Small; scores of moves, so mostly on empty squares.
  bool legal_moves = false;         ///< A small disc outline where the side to move may play.
  bool coordinates = false;         ///< A frame with file letters and rank digits.
  bool flip = false;                ///< Turned by half: h8 is top left.
  int pixels = 0;                   ///< Width and height; 0: as wide as what it stands in.
  std::string title;                ///< For who cannot see it; empty: the position as text.
};
std::string to_svg(const BoardPicture& picture);

/// The board; `last`, a square, is marked with a dot.
std::string to_svg(const Position& position, std::optional<Square> last = std::nullopt);

/// Lines with the names of files and ranks around, each ended: `X` black, `O` white, `.` empty, `*`
/// a legal move if those are wanted, `[X]` the last move. Marks and scores stand behind a disc, and
/// in the place of an empty square. Pixels and title say nothing here; coordinates are always
/// there.
std::string text_board(const BoardPicture& picture);

}  // namespace sumi::protocol
