// SPDX-License-Identifier: MIT
/// Text codec of the Chess Engine Communication Protocol (xboard, WinBoard) for its variant reversi
/// (https://www.gnu.org/software/xboard/engine-intf.html), as Edax uses it (src/xboard.c).
///
/// xboard's White moves first and is our Black. Squares have the same names, but FEN starts with
/// rank 8.
#pragma once

#include "engine/base/error.h"
#include "engine/engine.h"
#include "engine/game/board.h"
#include "engine/options.h"

#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// A parsed line; `name` is empty for an empty line.
struct XBoardRequest {
  std::string name;
  std::string args;  ///< The rest of the line, trimmed.
};
XBoardRequest parse_xboard_line(std::string_view line);

/// Accepts "P@d3" and all forms of parse_square(), including "@@@@" for a pass.
Result<Square> parse_xboard_move(std::string_view text);
std::string xboard_move(Square square);  ///< "P@d3" or "@@@@".

/// "8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1": `P` and `w` are the first player, our Black. Requires: 8x8.
std::string xboard_fen(const Position& position);

/// Parses the FEN of xboard_fen(), or of cutegames, where `x` and `o` are Black and White. 8x8
/// only.
Result<Position> parse_xboard_fen(std::string_view text);

struct XBoardLevel {
  int moves = 0;       ///< Moves per `base`, repeating; 0: the whole game.
  Millis base{};       ///< Never negative.
  Millis increment{};  ///< Added after each move; never negative.
};

/// "40 5 0", "0 2:30 12": moves, minutes[:seconds], increment in seconds.
Result<XBoardLevel> parse_xboard_level(std::string_view args);

/// "0.5" is half a second; at most a day.
Result<Millis> parse_xboard_seconds(std::string_view text);

/// The answer to protover, with a feature for each option that has no command.
std::vector<std::string> xboard_features(const EngineOptions& options);

/// Name and value for set_option(), from "NAME=VALUE"; translates 0 and 1 for booleans.
struct XBoardOption {
  std::string name, value;
};
Result<XBoardOption> parse_xboard_option(std::string_view args);

/// "12 -350 95 123456 P@d3 P@c3": depth, 1/100 disc for the side to move, centiseconds, nodes,
/// line.
std::string xboard_thinking(const SearchUpdate& update);

/// "1-0 {White wins 40-24}"; the winner gets the empties. Requires: the game is over.
std::string xboard_result(const Position& position);

}  // namespace sumi::protocol
