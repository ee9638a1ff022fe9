// SPDX-License-Identifier: MIT
/// Squares, boards and positions as text. Readers accept every form in use; writers produce one. On
/// small boards C3..F6 of the 8x8 board are a1..d4 of 4x4.
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

/// "D3", and "PA" for a pass, as in GGF and NBoard.
std::string to_capitals(Square s, int size = 8);

/// Parses "d3", "D3", or a pass: "pass", "pa", "ps", "--", "0000", "@@@@", "null", any case.
Result<Square> parse_square(std::string_view text, int size = 8);
/// parse_square() without an error message, which costs more than parsing.
std::optional<Square> find_square(std::string_view text, int size = 8);

/// The squares of a board, for messages: "a1..h8".
std::string square_range(int size);

/// "black" or "white".
std::string_view to_text(Color c);

/// Parses "b", "black", "x", "*", "w", "white", "o", "0", any case.
Result<Color> parse_color(std::string_view text);
std::optional<Color> find_color(std::string_view text);

/// 36, 16 or 64 squares from A1 row by row (`X` black, `O` white, `-` empty), a blank, the side to
/// move (`X` or `O`).
std::string to_text(const Position& p);

/// Rows of discs (`X` black, `O` white, `.` empty) with labels on all sides: on 8x8 ten lines of 19
/// characters. No newline at the end.
std::string diagram(const Position& p);

/// Parses a position in any common form: 64, 36 or 16 characters and a side, separated by blanks,
/// slashes, brackets or line breaks; GGF and GGS boards (`[8 ---... *]`); diagrams with labels;
/// FEN; "start" or "startpos" of board size `size`. Black is `X x * @ B b`, white `O o 0 W w`,
/// empty `- . _`. If both X and O occur, `*` is an empty square (a legal move). The side defaults
/// to black. `%` starts a comment to the end of the line. The board size follows from the number of
/// squares.
Result<Position> parse_position(std::string_view text, int size = 8);

/// Separators between the squares of a board, besides blanks.
inline constexpr CharSet kFrames("/|[](){},\"'");
constexpr bool is_frame(char c) { return kFrames.has(c); }

/// A position at the front of a longer text.
struct LeadingPosition {
  Position position;
  std::size_t end = 0;
  bool has_side = false;  ///< Otherwise Black is assumed.
};

/// parse_position() of the front of `text`. Nothing if it does not begin like a board (a list of
/// moves, for example); an error if it does but is malformed.
Result<std::optional<LeadingPosition>> parse_leading_position(std::string_view text, int size = 8);

/// The text begins with FEN ranks, "8/8/8/3ox3/3xo3/8/8/8", at least one with a digit: without
/// digits it could be a board in any notation.
bool begins_with_fen(std::string_view text);

/// FEN as cutegames writes it: ranks from the top, `x` black, `o` white, runs of empty squares as
/// digits, a blank, the side to move: "8/8/8/3ox3/3xo3/8/8/8 x".
std::string to_fen(const Position& p);

/// Parses a FEN of cutegames (letters in any case) or of Edax (chess-like: ranks from the bottom,
/// `p` black, `P` white); the letters decide. The side may take any form of parse_color(); later
/// fields are ignored. The number of ranks, 8, 6 or 4, is the board size.
Result<Position> parse_fen(std::string_view text);

}  // namespace sumi
