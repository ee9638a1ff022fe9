// SPDX-License-Identifier: MIT
/// Readers accept every common form; writers produce one form. On small boards names start at a1:
/// C3..F6 of the 8x8 board are a1..d4 of 4x4.
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

/// "D3"; "PA" for kPass, as in GGF and NBoard.
std::string to_capitals(Square s, int size = 8);

/// "d3", "D3", or a pass: "pass", "pa", "ps", "--", "0000", "@@@@", "null", any case.
Result<Square> parse_square(std::string_view text, int size = 8);
/// Faster without the error message.
std::optional<Square> find_square(std::string_view text, int size = 8);

/// For messages: "a1..h8".
std::string square_range(int size);

/// "black" or "white".
std::string_view to_text(Color c);

/// "b", "black", "x", "*", "w", "white", "o", "0", any case.
Result<Color> parse_color(std::string_view text);
std::optional<Color> find_color(std::string_view text);

/// 36, 16 or 64 squares from A1 row by row (`X` black, `O` white, `-` empty), a blank, the side to
/// move (`X` or `O`).
std::string to_text(const Position& p);

/// Rows of discs (`X` black, `O` white, `.` empty) with labels on all sides: ten lines of 19
/// characters on 8x8. No newline at the end.
std::string diagram(const Position& p);

/// Parses a position in any common form:
/// - 64, 36 or 16 squares and a side, separated by blanks, slashes, brackets or line breaks
/// - GGF and GGS boards (`[8 ---... *]`)
/// - diagrams with labels
/// - FEN
/// - "start" or "startpos", with board size `size`
/// Black is `X x * @ B b`, white `O o 0 W w`, empty `- . _`. If both X and O occur, `*` is an empty
/// square (a legal move). The default side is black. `%` starts a comment to the end of the line.
/// The number of squares determines the board size.
Result<Position> parse_position(std::string_view text, int size = 8);

/// Besides blanks.
inline constexpr CharSet kFrames("/|[](){},\"'");
constexpr bool is_frame(char c) { return kFrames.has(c); }

struct LeadingPosition {
  Position position;
  std::size_t end = 0;
  bool has_side = false;  ///< Else Black is assumed.
};

/// Parses the front of `text` as parse_position() does. Nothing if it does not begin like a board
/// (but a list of moves, for example); an error if the board is malformed.
Result<std::optional<LeadingPosition>> parse_leading_position(std::string_view text, int size = 8);

/// True if the text begins with FEN ranks, "8/8/8/3ox3/3xo3/8/8/8", at least one with a digit:
/// ranks without digits could be another notation.
bool begins_with_fen(std::string_view text);

/// As cutegames writes it: ranks from the top, `x` black, `o` white, digits for runs of empty
/// squares, a blank, the side to move: "8/8/8/3ox3/3xo3/8/8/8 x".
std::string to_fen(const Position& p);

/// Parses FEN of cutegames (letters in any case) or Edax (as in chess: ranks from the bottom, `p`
/// black, `P` white); the letters decide. Accepts any side of parse_color() and ignores later
/// fields. The number of ranks is the board size.
Result<Position> parse_fen(std::string_view text);

}  // namespace sumi
