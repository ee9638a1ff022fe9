// SPDX-License-Identifier: MIT
/// Squares, boards and positions as text, both ways. Readers take every form seen in the field;
/// writers produce one. Small boards have names of their own: what lies on C3..F6 of the big board
/// is a1..d4 of 4x4.
#pragma once

#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/game/board.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sumi {

/// "d3"; "pass" for kPass. Requires: `s` is on the board of `size`.
std::string to_text(Square s, int size = 8);

/// "D3", and "PA" for a pass: as GGF and NBoard write moves.
std::string to_capitals(Square s, int size = 8);

/// A square "d3" or "D3", or a pass: "pass", "pa", "ps", "--", "0000", "@@@@", "null", any case.
Result<Square> parse_square(std::string_view text, int size = 8);
/// The same without an error in words, which costs more than the rest.
std::optional<Square> find_square(std::string_view text, int size = 8);

/// The squares of a board, for messages: "a1..h8".
std::string square_range(int size);

/// "black" or "white".
std::string_view to_text(Color c);

/// "b", "black", "x", "*", "w", "white", "o", "0", any case.
Result<Color> parse_color(std::string_view text);
std::optional<Color> find_color(std::string_view text);

/// 64, 36 or 16 squares from A1 row by row (`X` black, `O` white, `-` empty), a blank, the side to
/// move (`X` or `O`).
std::string to_text(const Position& p);

/// Ten lines of 19 characters (8 of 15, 6 of 11), no newline after the last: file letters above and
/// below, rank digits at both sides, `X` black, `O` white, `.` empty.
std::string diagram(const Position& p);

/// A position in any form people paste: 64, 36 or 16 characters and a side, with blanks, slashes,
/// brackets or line breaks between; GGF and GGS boards (`[8 ---... *]`); diagrams with file and
/// rank labels; FEN (parse_fen); "start" or "startpos". Black is `X x * @ B b`, white `O o 0 W w`,
/// empty `- . _`. Where both X and O occur, `*` is an empty square: a legal move. Side missing:
/// black. A `%` starts a comment that lasts to the end of the line. The number of squares tells the
/// board's size; `size` is that of "start".
Result<Position> parse_position(std::string_view text, int size = 8);

/// A sign that may stand before, between and behind the squares of a board, as blanks may.
inline constexpr CharSet kFrames("/|[](){},\"'");
constexpr bool is_frame(char c) { return kFrames.has(c); }

/// A position at the front of a longer text.
struct LeadingPosition {
  Position position;
  std::size_t end = 0;     ///< Where the text goes on.
  bool side_told = false;  ///< The text says who is to move; else Black is assumed.
};

/// Reads a position as parse_position() does and leaves what follows it alone. Nothing if `text`
/// does not begin like a board, as a list of moves does not; an error if it does, but is none.
Result<std::optional<LeadingPosition>> parse_leading_position(std::string_view text, int size = 8);

/// The text begins with ranks as FEN writes them, "8/8/8/3ox3/3xo3/8/8/8", with a digit among them:
/// ranks without one are a board in any notation.
bool begins_with_fen(std::string_view text);

/// The FEN of cutegames: ranks from the top, `x` black, `o` white, digits for so many empty
/// squares, a blank, the side to move (`x` or `o`): "8/8/8/3ox3/3xo3/8/8/8 x".
std::string to_fen(const Position& p);

/// A FEN of either kind; the letters tell which. That of cutegames, letters in any case; or that of
/// Edax, as in chess: ranks from the bottom, `p` black, `P` white. The side after a blank may be
/// written as parse_color() reads it; what follows it is ignored. The number of ranks, 8, 6 or 4,
/// tells the board's size.
Result<Position> parse_fen(std::string_view text);

}  // namespace sumi
