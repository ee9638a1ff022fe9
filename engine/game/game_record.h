// SPDX-License-Identifier: MIT
/// Games as text: what transcripts and SGF read into. Codecs are one file each
/// (transcript.cpp, sgf.cpp).
#pragma once

#include "engine/base/error.h"
#include "engine/game/game.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// A recorded game: the start, then the squares played, passes included. The moves are legal:
/// every codec replays what it reads.
struct GameRecord {
  Position start;
  std::vector<Square> moves;
  std::string black, white;  ///< Names; empty if unknown.
  std::string result;        ///< As the file says it, "B+12"; empty if unknown.

  /// The game after the first `count` moves, or after all.
  Game replay(std::size_t count = static_cast<std::size_t>(-1)) const;
};

/// Reads a transcript: "f5d6c3...", any case, with blanks, commas, dashes, move numbers; passes
/// optional ("pa", "ps", "pass", "--"). If the text holds a board (parse_position) the moves
/// after it continue from there, on a board of its size; without one they start from the start
/// position of a board of `size`. An empty text is a game without moves.
Result<GameRecord> parse_game(std::string_view text, int size = 8);

/// Moves without passes, lower case, glued: "f5d6c3".
std::string to_transcript(const GameRecord& game);

/// Reads the main line of the first game of an SGF file (GM[2]; moves as [dc] or [d3]; passes
/// [], [tt], [PA]; SZ, AB, AW, PL set the start up).
Result<GameRecord> parse_sgf(std::string_view text);

}  // namespace sumi
