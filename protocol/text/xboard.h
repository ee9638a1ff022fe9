// SPDX-License-Identifier: MIT
/// The Chess Engine Communication Protocol of xboard and WinBoard as text, for its variant reversi
/// (https://www.gnu.org/software/xboard/engine-intf.html; as Othello programs speak it: Edax,
/// src/xboard.c).
///
/// White moves first there: its White is our Black. Ranks have our numbers, so that squares have
/// our names; but a FEN begins with rank 8.
#pragma once

#include "engine/base/error.h"
#include "engine/engine.h"
#include "engine/game/board.h"
#include "engine/options.h"

#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// A line taken apart. `name` is empty if the line is.
struct XBoardRequest {
  std::string name;
  std::string args;  ///< The rest of the line, blanks at its ends dropped.
};
XBoardRequest parse_xboard_line(std::string_view line);

/// "P@d3", and what parse_square() reads, "@@@@" for a pass among it.
Result<Square> parse_xboard_move(std::string_view text);
std::string xboard_move(Square square);  ///< "P@d3" or "@@@@".

/// "8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1": `P` and `w` are who moves first, our Black. Requires: 8x8.
std::string xboard_fen(const Position& position);

/// Reads the FEN of xboard_fen(), or the FEN of cutegames, whose letters `x` and `o` are black and
/// white as everywhere. 8x8 only.
Result<Position> parse_xboard_fen(std::string_view text);

/// The time control of a game.
struct XBoardLevel {
  int moves = 0;       ///< `base` is for so many moves, again and again; 0: for all.
  Millis base{};       ///< Not negative; nor is the increment.
  Millis increment{};  ///< Added after each move.
};

/// "40 5 0", "0 2:30 12": moves, minutes or minutes and seconds, seconds added a move.
Result<XBoardLevel> parse_xboard_level(std::string_view args);

/// "0.5" for half a second, a day at most.
Result<Millis> parse_xboard_seconds(std::string_view text);

/// What the engine tells of itself: protover's answer. Options are those of the table that have no
/// command of their own.
std::vector<std::string> xboard_features(const EngineOptions& options);

/// A name and the text that set_option() reads, from "NAME=VALUE"; 0 and 1 where it wants false
/// and true.
struct XBoardOption {
  std::string name, value;
};
Result<XBoardOption> parse_xboard_option(std::string_view args);

/// "12 -350 95 123456 P@d3 P@c3": depth, value in centidiscs for the side to move, centiseconds,
/// nodes, line.
std::string xboard_thinking(const SearchUpdate& update);

/// "1-0 {White wins 40-24}": empties to the winner. Requires: the game is over.
std::string xboard_result(const Position& position);

}  // namespace sumi::protocol
