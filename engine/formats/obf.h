// SPDX-License-Identifier: MIT
/// Positions to solve. OBF has a solved position per line: "<64 squares> <side>; <move>:<score>;
/// ... % comment" (36 or 16 squares for small boards). ScrZebra's scripts (.scr) have a position
/// per line; endNN.pos files of the FFO suite have one position.
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
  DiscDiff score;  ///< For the side to move.

  friend bool operator==(const ObfMove&, const ObfMove&) = default;
};

struct ObfLine {
  Position position;
  std::vector<ObfMove> moves;     ///< In the order of the line; may be empty.
  std::optional<DiscDiff> score;  ///< The best listed score, or a score without a move.
  std::string comment = {};       ///< After `%`.

  friend bool operator==(const ObfLine&, const ObfLine&) = default;
};

/// Nothing for blank lines and `%` comments. A line without scores may have any form of
/// parse_position(). Skips "--:-127" (no more moves); a pass is "PA", "PS" or "--" with a real
/// score.
Result<std::optional<ObfLine>> parse_obf_line(std::string_view line);

/// Reads a game in Edax's format: "<64 squares> X;D2C3"; blanks may separate moves. Nothing for
/// other lines. Fails at an illegal move; `legal_prefix` then receives the game before it.
Result<std::optional<GameRecord>> parse_obf_game(std::string_view line,
                                                 std::optional<GameRecord>* legal_prefix = nullptr);

/// "<64 squares> X; D3:+2; C4:+0; % comment", without line end. Without moves, only the score
/// ("+38;").
std::string to_obf(const ObfLine& line);

/// Reads a line of a script: 64 squares (`* X x` black, `O 0 o` white, `- .` empty; 36 or 16 for
/// small boards), blanks, the side, `% comment`. Nothing for blank lines and comments.
Result<std::optional<ObfLine>> parse_script_line(std::string_view line);

/// "<64 squares> X % comment", without line end or scores.
std::string to_script_line(const ObfLine& line);

/// A line of squares, a line "Black" or "White", and comments.
Result<ObfLine> parse_pos(std::string_view text);

}  // namespace sumi
