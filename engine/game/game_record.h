// SPDX-License-Identifier: MIT
/// A recorded game, as the codecs of engine/formats/ read it.
#pragma once

#include "engine/game/game.h"
#include "engine/game/score.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// What a game's record says of a move besides its square.
struct MoveNote {
  std::optional<double> discs;    ///< Evaluation, for the side that moved.
  std::optional<double> seconds;  ///< Time spent on the move.
  std::string comment{};          ///< UTF-8; may have several lines.

  friend bool operator==(const MoveNote&, const MoveNote&) = default;
};

/// The score that best play from `empties` empties on would have ended in, as databases give it.
struct TheoreticalScore {
  DiscDiff black;
  int empties = 0;

  friend bool operator==(const TheoreticalScore&, const TheoreticalScore&) = default;
};

/// Something that a file says and GameRecord has no place for; kept, so that nothing is lost.
struct ExtraTag {
  std::string name, value;  ///< The name as its format has it, "Annotator".

  friend bool operator==(const ExtraTag&, const ExtraTag&) = default;
};

/// A recorded game: the start, then the squares played, passes included. The moves are legal:
/// every codec replays what it reads. Texts are UTF-8, and empty if the file has none.
struct GameRecord {
  Position start;
  std::vector<Square> moves;
  std::string black, white;  ///< Names.
  std::string result;        ///< In the file's words, "B+12".

  std::vector<MoveNote> notes;  ///< One for each of `moves`, or none at all.
  std::string place, date;      ///< "GGS/os", "2003.12.15_12:33:18.MST".
  std::string event, round;     ///< Tournament, and round in it.
  std::string comment;
  std::string black_rating, white_rating;  ///< "2345.67".
  std::string black_clock, white_clock;    ///< "05:00//02:00": main time/increment/grace.
  std::optional<TheoreticalScore> theoretical;
  std::vector<ExtraTag> extra;  ///< In the order of the file.

  /// The game after the first `count` moves, or after all.
  Game replay(std::size_t count = static_cast<std::size_t>(-1)) const;

  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

/// The start of a game and all its moves.
GameRecord record_of(const Game& game);

/// Black's discs minus White's by a result as games tell it: "B+12", "W+4", "37-27", "+2.000:r" or
/// "-2,000" (GGF); 0 for "1/2-1/2". Nothing for "?", for "1-0" and "0-1", which name the winner
/// only (the first listed is Black, so "1-0" is won by Black), and for other words.
std::optional<double> result_score(std::string_view result);

/// The winner by "1-0" or "0-1" and by a result that has a score; nothing for a draw and for what
/// is unknown. "B+Resign", "W+T" and "B+" too.
std::optional<Color> result_winner(std::string_view result);

}  // namespace sumi
