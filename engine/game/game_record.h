// SPDX-License-Identifier: MIT
/// Games as text: what transcripts, SGF and GGF read into. Codecs are one file each
/// (transcript.cpp, sgf.cpp, ggf.cpp).
#pragma once

#include "engine/base/error.h"
#include "engine/game/game.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// What a game tells of a move beside its square.
struct MoveNote {
  std::optional<double> discs;    ///< Evaluation, for the side that moved.
  std::optional<double> seconds;  ///< Thought about it.

  friend bool operator==(const MoveNote&, const MoveNote&) = default;
};

/// A recorded game: the start, then the squares played, passes included. The moves are legal:
/// every codec replays what it reads.
struct GameRecord {
  Position start;
  std::vector<Square> moves;
  std::string black, white;  ///< Names; empty if unknown.
  std::string result;        ///< As the file says it, "B+12"; empty if unknown.

  // GGF only; texts are as the file has them and empty if it has none.
  std::vector<MoveNote> notes;             ///< One for each of `moves`, or none at all.
  std::string place, date, comment;        ///< "GGS/os", "2003.12.15_12:33:18.MST".
  std::string black_rating, white_rating;  ///< "2345.67".
  std::string black_clock, white_clock;    ///< "05:00//02:00": main time/increment/grace.

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

/// Reads the first game of a GGF text, whatever stands before it ("1 (;", "2 (;"). Moves may be in
/// any case, carry evaluation and seconds ("d3/-1.5/0.2", "d3//0,2") and leave out passes; notes
/// that are no numbers are skipped, as are komi tags and unknown ones. BO says the board, else TY
/// its size.
Result<GameRecord> parse_ggf(std::string_view text);

/// The game on one line, as NBoard writes it: upper-case squares, passes included. Characters that
/// would end a value are replaced. RE is the score that the result or else the last position says.
std::string to_ggf(const GameRecord& game);

/// Black's discs minus White's by a result as games tell it: "B+12", "W+4", "37-27", "+2.000:r" or
/// "-2,000" (GGF). Nothing for "?" and other words.
std::optional<double> result_score(std::string_view result);

}  // namespace sumi
