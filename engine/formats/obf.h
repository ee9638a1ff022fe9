// SPDX-License-Identifier: MIT
/// Positions to solve. OBF, one solved position a line:
/// "<64 squares> <side>; <move>:<score>; ... % comment". Lines of small boards have 36 or 16
/// squares, and moves named as on them. As ScrZebra takes them: scripts (.scr), a position a line,
/// and the files endNN.pos of the FFO suite, a position each.
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"
#include "engine/game/game.h"
#include "engine/game/score.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

struct ObfMove {
  Square square;
  DiscDiff score;  ///< The score for the side to move.

  friend bool operator==(const ObfMove&, const ObfMove&) = default;
};

struct ObfLine {
  Position position;
  std::vector<ObfMove> moves;     ///< In the order of the line; may be empty.
  std::optional<DiscDiff> score;  ///< The best listed score, or the one given without a move.
  std::string comment = {};       ///< Behind `%`, without it.

  friend bool operator==(const ObfLine&, const ObfLine&) = default;
};

/// Reads one line. Nothing (no error) for blank lines and lines that hold only a `%` comment.
/// A line without scores is a position to solve; it may be in any form of parse_position().
/// "--:-127" (no further move) is skipped; a pass is "PA", "PS" or "--" with a real score.
Result<std::optional<ObfLine>> parse_obf_line(std::string_view line);

/// Reads a line that Edax writes of a game: "<64 squares> X;D2C3", the moves glued or apart.
/// Nothing (no error) for other lines; an illegal move is an error, and the game up to it is
/// `before_fault`.
Result<std::optional<GameRecord>> parse_obf_game(std::string_view line,
                                                 std::optional<GameRecord>* before_fault = nullptr);

/// "<64 squares> X; D3:+2; C4:+0; % comment", without line end: the moves as listed, or else the
/// score alone ("+38;").
std::string to_obf(const ObfLine& line);

/// Reads a line of a script: 64 squares (`* X x` black, `O 0 o` white, `- .` empty; 36 or 16 for
/// small boards), blanks, the side, `% comment`. Nothing (no error) for blank lines and comments.
Result<std::optional<ObfLine>> parse_script_line(std::string_view line);

/// "<64 squares> X % comment", without line end. Scores have no place there.
std::string to_script_line(const ObfLine& line);

/// Reads a .pos file: a line of squares, a line "Black" or "White", and comments.
Result<ObfLine> parse_pos(std::string_view text);

}  // namespace sumi
